// Package differential holds generated Go, the interpreter and an independent implementation of
// JSON Schema against each other, on random values.
package differential
