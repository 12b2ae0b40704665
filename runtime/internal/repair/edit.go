package repair

import "slices"

// EditKind says what an edit does.
type EditKind string

// The kinds of edits.
const (
	Syntax   EditKind = "syntax"   // the text was read as the JSON that it stands for
	Close    EditKind = "close"    // brackets were closed at the end of the text
	Rename   EditKind = "rename"   // a key was given its declared name
	Move     EditKind = "move"     // a value was put where its key is declared
	Wrap     EditKind = "wrap"     // a value was put into the array or object that the schema asks for
	Unwrap   EditKind = "unwrap"   // a value was taken out of an array or object around it
	Parse    EditKind = "parse"    // the JSON in a string was parsed
	Split    EditKind = "split"    // a text was split at its commas
	Convert  EditKind = "convert"  // a scalar was written in the type of the schema
	Match    EditKind = "match"    // a word was replaced by the allowed value that it spells
	Reformat EditKind = "reformat" // a date, number, URL … was written in the form that the schema asks for
	Remove   EditKind = "remove"   // a null or a repetition was left out

	// What these need is not certain.
	Give    EditKind = "give"   // a value is missing, or has to be given again
	Choose  EditKind = "choose" // likewise, and it is one of the allowed values
	AskUser EditKind = "ask"    // likewise, and only the user knows it
	Place   EditKind = "place"  // a value of the call has no place, and may be meant for a free name
	Leave   EditKind = "leave"  // a value of the call has no place
	Mend    EditKind = "mend"   // what is at the place breaks a constraint as a whole

	Stay EditKind = "stay" // a value that is not shown stays as it was sent
)

// Edit is one change of a call, in words that need no schema.
type Edit struct {
	Kind  EditKind
	Field string // the place in the corrected call; for Place and Leave, in the call as it was written
	From  string // the place in the call, for what was renamed, moved or unwrapped; else the value as JSON
	// To is the new value as JSON; for Syntax, what was tolerated; for Give, what it must be; for Choose, the allowed values;
	// for AskUser, the question; for Place, the free names; for Leave, why no name takes it.
	To    string
	Exact bool // only the spelling differs: case, separators, the JSON type of the same literal
}

// Certain reports whether the edit is forced by the call and the schema.
func (c Edit) Certain() bool { return c.Kind != Leave && !c.IsOpen() }

// IsOpen reports whether the call is not complete without an answer to the change.
func (c Edit) IsOpen() bool {
	return slices.Contains([]EditKind{Give, Choose, AskUser, Place, Mend}, c.Kind)
}

// Cause says why a value is asked for.
type Cause uint8

// The causes.
const (
	Missing   Cause = iota // required and not in the call
	NotOne                 // none of the allowed values, or several
	Unfit                  // the value has no reading of the type
	Several                // its keys are those of several alternatives that exclude each other
	OutOf                  // the value breaks a bound, a pattern, a length or a format
	CutOff                 // the text ended in it
	Garbled                // other text is beside it, or it has bytes that are no characters
	Twice                  // its key comes more than once, with different values
	Refused                // the decoder refuses it for a reason that the view of the schema lacks
	Undecided              // the bound on alternatives was reached
)

// Ask is a field whose value has to be given or chosen.
type Ask struct {
	Field  string
	Cause  Cause
	Got    *Node   // what the call has, nil for nothing
	Schema *Schema // what it must satisfy
	Fault  Fault   // for Refused
	Or     string  // what may be given instead, "" for nothing: "b or c"
}

// Unplaced is a value of the call that no field takes.
type Unplaced struct {
	Place   string   // in the call
	Value   *Node    // nil if it is not shown
	Unknown []string // for an unknown key, the declared names that have no value yet
	Narrows bool     // without it, the call may delete or move more than it should
	Why     string   // why no field takes it, "" if none has the key
}

// Fault is a fault that the strict decoder found.
type Fault struct {
	Field      string
	Constraint string
	Message    string // what the value must do: "must be at least 3"
	Got        string // what came, as JSON, "" if that is not known
	Said       bool   // the message says more than the schema does
}

// Outcome is the result of repairing a call.
type Outcome struct {
	Edits     []Edit // those that were made, all of them certain
	Ask       []Ask
	Unplaced  []Unplaced
	Corrected *Node // the call with only what is certain; nil if nothing could be read
	Faults    []Fault
	Kept      []string // places whose values are left out of Corrected because they are not shown
	Blank     bool     // the text is empty or null
}
