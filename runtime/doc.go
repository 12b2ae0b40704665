// Package runtime is what agents import beside generated code: it decodes and checks the arguments of tool
// calls, reports everything that is wrong with them, and turns that into a hint with which a model can
// repair its own call. It needs the standard library only. What generated code itself calls is package
// gencode.
//
// # In order of use
//
// Generated code has a decoder for each tool:
//
//	args, err := books.DecodeCreatePaymentArgs([]byte(call.Arguments))
//	if err != nil {
//		hint := runtime.BuildHint(books.CreatePayment, err, runtime.WithCall([]byte(call.Arguments)))
//		return hint.Text() // for the model
//	}
//	// args is a *books.CreatePaymentArgs, and fits the schema in full.
//
// The error is a [*ValidationError]. Its issues are data, one for each fault:
//
//	var invalid *runtime.ValidationError
//	if errors.As(err, &invalid) {
//		for _, issue := range invalid.Issues() {
//			log.Print(issue.Field, issue.Constraint, issue.Expected, issue.Got)
//		}
//	}
//
// A [DecodeOption] sets a limit ([MaxBytes], [MaxDepth], [MaxIssues]), collects receipts of what
// decoding changed or dropped ([CollectReceipts]) and the text with these changes ([CollectText]),
// or allows one named leniency, in ascending order of boldness: [EmptyIsObject], [NullIsAbsent],
// [CoerceScalars], [UnwrapStrings], [WrapSingletons], [MatchEnums], [MatchKeys], [RepairSyntax];
// [Lenient] is all of them. Without options decoding is strict, and a text that is valid strictly is
// read the same way with any options. What is refused strictly is repaired by the tool's schema, if
// every change is certain, allowed, and the outcome is valid strictly; else the issues are those of
// the text as it was written. No leniency touches a value that the schema gives no type.
//
// Values that were built or edited in Go are checked by their Validate method, which also refuses
// what JSON cannot express, also deep within a value of any type: NaN and the infinities (range, where no
// bound refuses them), a json.Number that is not a number, a channel and the like, and a union with a nil
// pointer where null is not allowed (type), a json.RawMessage that is not JSON and text that is not UTF-8
// (json), a value that contains itself (depth), and what the MarshalJSON of a type refuses (format). [Handle] gives a tool the function that
// does its work; a [Toolset] holds tools by name, and converts and answers calls. Fields that the rules
// mark as injected are filled by the program, see [Toolset.Injecting]: what a model writes there is
// dropped.
//
// # Where we depart from JSON and JSON Schema
//
//   - A text with a duplicate key, invalid UTF-8 or half a surrogate pair is refused, at any depth,
//     even within values that are not read.
//   - format is asserted. The formats are those of draft 2020-12; idn-hostname does without the
//     Bidi rule and normalisation; duration lets a unit between two others be left out.
//   - A number that its Go type cannot hold is a range issue, also one that would become zero.
//     Bounds are compared in decimal, with the number as it was written.
//   - The items of an array that have no value of their type are not compared by uniqueItems.
//   - Keys longer than 256 bytes are cut in the paths of issues.
//   - Alternatives that nest so that trying them takes too long are a depth issue.
package runtime
