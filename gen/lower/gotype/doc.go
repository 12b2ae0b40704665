// Package gotype checks the Go types that schemas name with x-go-type, and tells which values a Go type holds.
package gotype
