// Package corpus tests with real tool definitions and recorded calls. They are stored next to the module and
// are not part of it; without them the tests are skipped.
package corpus
