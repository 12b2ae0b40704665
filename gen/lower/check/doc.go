// Package check warns of schemas that are legal and cannot mean what they say: unknown keywords and those without
// effect, bounds that exclude each other, defaults that their own schema refuses, branches that accept nothing.
package check
