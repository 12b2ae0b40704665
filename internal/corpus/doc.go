// Package corpus holds the tests that read real tool definitions and real calls, which live
// beside the module and are no part of it; where they are missing, these tests have nothing to do.
package corpus
