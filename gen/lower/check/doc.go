// Package check warns about valid schemas that cannot mean what they say: unknown and ineffective keywords,
// contradictory bounds, invalid defaults, branches that accept nothing. It also finds the schemas that apply themselves to
// the same value, which are errors.
package check
