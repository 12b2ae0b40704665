// Package guide holds the samples of the pages in docs. Each is a whole example that the tests run.
package guide
