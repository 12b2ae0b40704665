// Package guide contains the samples of the pages in docs, as tested examples.
package guide
