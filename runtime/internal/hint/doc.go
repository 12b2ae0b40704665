// Package hint says what was wrong with a call and how to correct it, for package runtime, which has the public
// form of it. An error without a list of faults has a path of its own: failed.go reads it with package foreign and
// decides what may happen next, and next.go finds the tool to call first.
//
// The stages for a list of faults are:
//
//	issues     the faults of the call, of whatever origin: those of the tool's decoder (package runtime) or
//	           of other validators and backends (foreign.go, package foreign)
//	ranked     the order in which they are shown (rank.go)
//	diagnose   the call repaired as far as call and schema say how (package repair), the rules that do not
//	           hold, and what is masked (diagnose.go)
//	tell       what to do, in order, and the call as far as it is known (build.go); short lists of the
//	           faults (lists.go); calls to make first, a question to the user, what may happen next
//	           (action.go)
//	sharpened  what a ledger knows of failures before (repeat.go)
//	packed     the hint within its budget (pack.go)
//	Text       the form for models (text.go), and [Hint.Annotated] the call with comments (annotated.go)
//
// The words of edits and of what a schema asks for are in package repair (words.go, demand.go).
package hint
