// Package differential compares generated Go, the interpreter and an independent JSON Schema implementation on
// random values.
package differential
