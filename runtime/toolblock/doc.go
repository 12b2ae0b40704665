// Package toolblock reads the tool calls that a model writes into its text, as fenced blocks of JSON, while the text
// streams in:
//
//	I'll create the file.
//	```json
//	{"tool": "write_file", "path": "main.go", "content": "package main\n"}
//	```
//
// Make one [Processor] per set of tools, and one [Stream] per output of a model:
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
// Events come in the order of the text: [TextEvent] for ordinary text; for a block a [StatusEvent] as soon as its
// tool and path are known, and a [BlockEvent] once it is complete and checked. They depend on the text alone, not on
// how it is cut into pieces, except for where one TextEvent ends and the next begins. Texts and blocks together are
// the input, byte for byte. The JSON of all events is fixed.
//
// # What is a tool block
//
// A tool block is a fenced code block of backticks whose info string begins with the word json, and whose text is an
// object with the member "tool". Fences follow CommonMark: at least three backticks, indented by at most three
// spaces, closed by at least as many backticks. Inside list items and block quotes, markers and indentation are not
// part of the JSON. Several objects in one fence are several calls, one block each, in order.
//
// Everything else is text: other fences and their content, fences of tildes, inline code, JSON that calls no tool,
// and HTML blocks that end with a text of their own, such as comments and pre elements. So is a model's reasoning:
// what follows the tag <think>, <thinking> or <reasoning> at the start of a line, up to its closing tag outside of
// code, or to the end. Other tags hide no block.
//
// The JSON is read as it arrives. A block ends where its JSON is complete and a fence follows, also on the same line,
// with words after it, or with the next opening fence. A line that opens a JSON fence ends a block that it cannot be
// part of, and so does the end of the enclosing quote or list item. A line of backticks inside a string closes
// nothing, even if the string has raw line breaks. If the string then turns out never to end, because what follows
// is not JSON, the block ends at that line after all; until that is known, the text after it is held back.
//
// Ordinary text is passed on at once. Held back are the beginning of a line that may become an opening fence, up to
// three bytes of a character, and JSON fences until it is clear whether they call a tool. "tool" need not be the
// first member, but if no member before it belongs to a tool, it has to come within 512 bytes. At most
// [WithMaxBlockBytes] are held; a longer block is an [ErrorEvent], and is passed on as text.
//
// # What a block calls
//
// The member "tool" names one of these:
//
//   - a variant of a tool that is a union, by the value that the variant's schema requires of its own member "tool".
//     The whole object is the arguments. A single tool FileOp may accept write_file, edit_file and delete_file.
//   - a tool of the set. The object without the member "tool" is the arguments; the other bytes stay as they are.
//
// A set may mix both, and [Processor.Names] lists all names; a name that occurs twice is an error of [New]. A tool
// with a member "tool" of its own gets the whole object. Arguments are decoded with the options of the set, see
// [runtime.Toolset.Decoding].
//
// # Checks and corrections
//
// Every block passes four levels of checks: structure, required members, the tool's own (its schema and
// [WithCheck]), and rules. All faults are found in one pass, as far as the structure allows.
//
// Syntax is repaired first, with receipts, as [runtime.RepairSyntax] does it, and a call that arrived as a JSON
// string is unwrapped. Tools of tier 3 accept neither. Arguments are repaired as far as the options of the set allow.
// What is still wrong goes to the [Corrector], if there is one, once unless [WithMaxCorrections] says otherwise, and
// its answer passes all checks again. An answer that calls another tool, or changes a member that was not at fault,
// is refused. Receipts list what it changed.
//
// A block ends either valid or failed. An invalid call cannot run: only [Stream.Begin] hands out arguments, each
// once, or they go to the [Executor].
//
// A block without an end fails, and is never corrected, since nobody knows what else is missing. That is the case
// when the output ends before the closing fence, when the next block begins before it, and when the fence comes
// inside a string, or the quotes are so wrong that it might. In the last case what follows may be part of the string,
// such as an example in a file that the model wants to write. All further blocks of the stream then fail too, and say
// why; a model that means them writes them again. A block that begins where a value of the previous one was expected
// fails for the same reason.
package toolblock
