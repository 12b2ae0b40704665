// Package schema answers what schemas say of a value. A [Source] is one schema as it applies to a value, a
// [Conj] the schemas that a value has to satisfy all together. The package follows references and allOf, and
// decides what a choice comes to: a nullable type, a list of values, a union. What it gives are facts; the Go
// types that follow from them are made by package lower.
package schema
