// Package gencode is what generated code calls. People do not call it, and its names may change with every
// generation of the generator: agents use package runtime.
//
// [DecodeNew] and [Decode] run a function on a [Decoder], which reads the text once, from front to back:
// [Decoder.Next] walks through an [Object], [Slice] and [MapOf] through arrays and maps, methods such as
// [Decoder.String] read scalars, and the methods of [Checker] check them. The code that walks through a container
// adds its step to the paths of the issues within it. Valid calls are cheap: keys are predicted, strings are copied
// into shared memory, and a path or the text of a number is only made for a fault. The decoder is strict and has no
// other mode; package runtime repairs what it rejects.
//
// Validate uses the same functions, with a decoder that has no text: each read finds the existing Go value, and the
// checks after it check that value, see [ValidateBy]. So each constraint is in generated code once. Values that this
// cannot check, such as unions, are checked by decoding their JSON, see [Decoder.ByJSON].
//
// Generated files refer to the constant [Generation5]. Where a compiler does not know that name, the runtime is too
// old for them. The names of older generations are no constants, so that their files do not compile: the error
// names the type [RunToolgenGenerateAgain].
package gencode
