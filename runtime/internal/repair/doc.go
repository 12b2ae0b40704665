// Package repair reads a call that the strict decoder refused and says what to change in it.
//
// It works in stages, each of which takes a value and gives one:
//
//	read         text -> trees with places (read.go, read_text.go). Tolerant: fences, words around the
//	             JSON, quotes of other kinds, bare keys, Python's words, comments, commas, a text that
//	             ends early. Notes what it read tolerantly; marks values that the text ends in.
//	ParseSchema  the tool's schema text -> the view of it (schema*.go): references resolved, allOf merged,
//	             unions with what stands beside them, null folded into the types. Once per tool.
//	Scope        what the schema may say of a place, branches of conditions included: what masks and
//	             injectors read (scope.go).
//	fit          tree + schema -> what became of the value: a tree, edits, questions, values without a
//	             place, and what that weighs (fit.go). Recursion over both; where there are several
//	             readings, the cheapest counts.
//	  object     keys are paired with declared names in stages, from the surest to the boldest (pair.go):
//	             spelling, paths and flattened objects (pair_path.go), the one place deeper that declares
//	             the key, near names (names.go), the last key of its type. Then the values are fitted, and
//	             what a member could not place is raised to a name of this object (object.go).
//	  convert    scalars (convert.go, match.go, number.go, reformat.go) and containers of another kind
//	             (container.go): parsed, split, wrapped, unwrapped, turned into pairs or a map.
//	  union      the variants that a constant of the value picks, else the cheapest.
//	prove        the outcome checked with the tool's strict decoder (outcome.go). What it refuses is asked
//	             for; a key that it refuses has no place.
//	Changes      what to do, in order, as data in words that need no schema (change.go).
//	Masked       the outcome without values that must not be shown (secret.go).
//	Example      the corrected call with a placeholder for what is asked for (example.go).
//	Lines        the instructions for a model, made of the changes alone (words.go).
//	Accepted     leniency: the corrected call, if it counts as the call (lenient.go).
//
// What is certain is in [Outcome.Corrected], and every difference from the call is an [Edit]. A value
// that needs a choice is left out and is in [Outcome.Ask], and a value that no field takes is in
// [Outcome.Unplaced]: nothing is invented, nothing is dropped in silence. [Edit.Exact] marks the edits
// that only change the spelling of what was written; leniency accepts a call if it is whole, every edit
// is of an allowed kind, and, for options that allow spelling alone, exact.
//
// The search is bounded by a number of steps, a depth, and the number of objects that it makes around a
// value; where the bound is reached the value is asked for ([Undecided]).
//
// Synonyms are in one short list (synonymGroups). No other word of a tool or a call steers the code.
package repair
