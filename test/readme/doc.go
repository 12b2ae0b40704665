// Package readme tests the samples of README.md and docs.
package readme
