// Package shape runs passes over the finished types of a tool: it decides which structs keep unknown keys,
// inserts pointers into recursive types, and warns about types that only an infinite value would have.
package shape
