// Package readme tests the samples in README.md and docs.
package readme
