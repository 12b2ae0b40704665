// Package shape makes passes over the finished types of a tool: which structs keep unknown keys, where a pointer
// breaks a loop, and which types are refused because they never end.
package shape
