// Package suite keeps the modules with the test data of package internal/suite in go.mod.
package suite
