// Package readme holds the test that keeps the samples of README.md true.
package readme
