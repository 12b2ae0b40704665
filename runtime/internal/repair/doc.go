// Package repair reads a call that the strict decoder refused and says what to change in it.
//
// Each stage takes a value and returns one:
//
//	read         text -> trees with places (read.go, read_text.go). It tolerates code fences, words around the JSON,
//	             other quotes, bare keys, Python's words, comments, commas, and a text that ends early. It notes what
//	             it tolerated, and marks the values in which the text ends.
//	ParseSchema  the tool's schema text -> its view (schema*.go): references resolved, allOf merged, unions combined
//	             with what stands beside them, null folded into the types. Once per tool.
//	Scope        all schemas that may apply to a place, branches of conditions included, for masks and injectors
//	             (scope.go).
//	fit          tree + schema -> a corrected tree, edits, questions, values without a place, and their cost (fit.go).
//	             It recurses over both; of several readings the cheapest counts.
//	  object     keys are paired with declared names in stages, from the surest to the boldest (pair.go): spelling, paths
//	             and flattened objects, the one place deeper that declares the key (pair_path.go), near names
//	             (package near), the last key of its type. Then the values are fitted, and what a member could not
//	             place is raised to a name of this object (object.go).
//	  convert    a value of another kind stands for a scalar that it spells (match.go, reformat.go), or for an array, object
//	             or scalar of another shape: parsed, split, wrapped, unwrapped, turned into pairs or a map
//	             (container.go). The surest of those that fit counts (convert.go).
//	  union      the variants that a constant of the value picks, or a key that they alone declare, else the cheapest.
//	prove        checks the outcome with the tool's strict decoder (outcome.go). A value that it refuses is asked for; a
//	             key that it refuses has no place.
//	Changes      what to do, in order, as data that need no schema (change.go).
//	Masked       the outcome without values that must not be shown (secret.go).
//	Example      the corrected call with a placeholder for what is asked for (example.go).
//	Lines        the instructions for a model, made of the changes alone (words.go).
//	Accepted     leniency: the corrected call, if it counts as the call (lenient.go).
//
// What is certain is in [Outcome.Corrected], and every difference from the call is an [Edit]. A value that needs a
// choice is left out and is in [Outcome.Ask], and a value that no field takes is in [Outcome.Unplaced]: nothing is
// invented, nothing is dropped silently. [Edit.Exact] marks the edits that only change the spelling of what was written;
// leniency accepts a call if nothing is asked for and every edit is exact and of an allowed kind.
//
// The search is bounded by steps, depth, and the number of objects that it adds around a value; where the bound is
// reached the value is asked for ([Undecided]).
//
// Synonyms are in one short list of package near. The few other lists of words are general English, too: those of keys
// that explain, of verbs that look, delete or move money, and of the two fields of a pair.
package repair
