// Package shape runs passes over the finished types of a tool: it decides which structs keep unknown keys,
// inserts pointers into recursive types, and rejects types that never terminate.
package shape
