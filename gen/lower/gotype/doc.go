// Package gotype checks the Go types of x-go-type, and decides which values a Go type can represent.
package gotype
