// Package toolblock reads the tool calls that a model writes into its text, as fenced blocks of
// JSON, while the text is still coming in:
//
//	I'll create the file.
//	```json
//	{"tool": "write_file", "path": "main.go", "content": "package main\n"}
//	```
//
// A [Processor] is made once for a set of tools, a [Stream] for each output of a model:
//
//	p, err := toolblock.New(filetools.Tools,
//		toolblock.WithCorrector(askModel),
//		toolblock.WithExecutor(gate.Run)) // a gate of package preflight, which asks before it runs
//	stream := p.Stream(func(e toolblock.Event) { … })
//	ctx = preflight.WithTurn(ctx, turn)
//	for piece := range pieces {
//		stream.Feed(ctx, piece)
//	}
//	stream.End(ctx)
//
// Events come in the order of the text: [TextEvent] for what is no tool block, and for a block a
// [StatusEvent] as soon as its tool and path are known, and a [BlockEvent] when it is complete and
// checked. They depend on the text alone, and not on how it is cut into pieces, but for where one
// TextEvent ends and the next begins. Texts and blocks put together are the input, byte for byte.
// [Marshal] writes an event with its name; the JSON of all events is fixed.
//
// # What is a tool block
//
// A fenced code block of backticks whose info string begins with the word json, and whose text is
// an object with the member "tool". Fences are those of CommonMark: at least three backticks, at
// most three blanks in front, closed by at least as many backticks. They may stand in items of lists and in
// quotes, whose markers and indentation are no part of the JSON. Several objects in one fence are calls, one
// block each, in their order.
//
// Everything else is text: other fences and what is in them, fences of tildes, code within a line,
// JSON that calls no tool, and what stands in a block of HTML that ends with a text of its own, such as
// a comment or a pre element. So is what a model thinks: what follows the tag <think>, <thinking> or
// <reasoning> at the start of a line, up to its closing tag outside of code, or to the end. Other tags, which
// models put around what they write, hide no block.
//
// The text within is read as JSON while it comes. A block ends where its JSON is complete and a fence
// follows, also in the same line, with words behind it, or with the next opening fence. A line that opens a
// JSON fence ends a block that it cannot be a part of, and so does the end of the block's quote or list item.
// A line of backticks inside a string closes nothing, even where the string's line breaks are raw. If it
// then turns out that the string never ended, since what follows is no JSON, the block ends at that line
// after all. Until that is known, the text behind it is held back.
//
// Ordinary text is passed on at once. Held back are the beginning of a line that may become an
// opening fence, up to three bytes of a character, and JSON fences until it is clear whether they
// call a tool: "tool" need not be the first member, but where none of the members in front of it is
// like one that a tool has, it has to come within [WithLookahead] bytes. No more is ever held than
// [WithMaxBlockBytes]. A longer block is an [ErrorEvent], and is passed on as text to its end.
//
// # What a block calls
//
// The member "tool" names one of these:
//
//   - a variant of a tool that is a union, by the value that the schema of the variant demands of
//     its own member "tool": the object as a whole is the arguments. One tool FileOp may so take
//     write_file, edit_file and delete_file.
//   - a tool of the set, by its name: the object without the member "tool" is the arguments, the
//     other bytes as they are.
//
// Both kinds may be mixed in a set, and [Processor.Names] lists all names; two of one name are an
// error of [New]. A tool that has a member "tool" for another purpose gets the object as a whole.
// Arguments are decoded with the options of the set, see [runtime.Toolset.Decoding].
//
// # Checks and corrections
//
// Every block goes through four levels of checks: structure, required members, the tool's own (its
// schema and [WithCheck]), and rules. All faults are found in one pass, where the structure allows
// it.
//
// Syntax is repaired first, with receipts, as [runtime.RepairSyntax] does it, and a call
// that came as a string of JSON is taken out of it. Tools of tier 3 accept neither. Arguments are repaired
// as far as the options of the set allow. What is still wrong goes to the [Corrector], if there is one, once unless [WithMaxCorrections] says otherwise,
// and its answer through all checks again. An answer is refused that calls another tool than the
// block does, or that changes a member which nothing was wrong with. Receipts tell what it changed.
//
// A block ends valid, or it is marked as failed; it never is both. Whatever is not valid cannot be
// run: the arguments are only handed out by [Stream.Begin], each once, or go to the [Executor].
//
// A block whose end is missing fails and is never corrected, since nobody knows what else is
// missing. That is so where the output ends before the closing fence, where the next block begins before
// it, and also where the fence comes inside a string, or where quotes are so wrong that it might. In the last
// case, what follows may be a part of the string, such as an example in a file that the model wants to write.
// So all further blocks of the stream fail, too, and say why: a model that means them writes them again, in
// its next output. A block that begins where a value of the one before was to come fails for a like reason.
package toolblock
