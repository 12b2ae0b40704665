// Package gencode is what generated code calls. People do not call it, and its names may change with every
// generation of the generator: what an agent needs is package runtime.
//
// [DecodeNew] and [Decode] run a function on a [Decoder], which reads the text once, from front to back:
// [Decoder.Next] walks through an [Object], [Slice] and [MapOf] through arrays and maps, [Decoder.String] and
// its like read scalars, and the methods of [Checker] check them. Whoever walks through a container gives the
// issues in it their path. A sound call is the cheap case: keys are predicted, strings are copied one after
// the other into shared memory, and neither a path nor the text of a number exists unless something is wrong
// with it. The decoder is strict and has no other mode; what it refuses is repaired by package runtime.
//
// Validate goes through the same functions, with a decoder that has no text: each read finds the Go value
// that is there, and the checks after it check that value against the schema, see [ValidateBy]. So each
// constraint stands in generated code once. Types for which this does not do, such as unions, have a method
// of their own that is given a [Checker].
//
// Generated files refer to the constant [Generation3]. Where a compiler does not know that name, the runtime is too
// old for them. The names of older generations are no constants, so that their files do not compile: the error
// names the type [RunToolgenGenerateAgain].
package gencode
