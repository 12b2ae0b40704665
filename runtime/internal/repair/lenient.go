package repair

// Allowed is a set of the edits that leniency may make, by the option that allows them.
type Allowed uint8

// The options, in ascending order of boldness.
const (
	EmptyIsObject Allowed = 1 << iota
	NullIsAbsent
	CoerceScalars
	UnwrapStrings
	WrapSingletons
	MatchEnums
	MatchKeys
	RepairSyntax

	AllAllowed = EmptyIsObject | NullIsAbsent | CoerceScalars | UnwrapStrings | WrapSingletons | MatchEnums | MatchKeys | RepairSyntax
)

// usual are the notes of the reader about texts that have one reading, which RepairSyntax allows.
var usual = []string{
	noteMark, noteFence, noteSingle, noteQuotes, noteKeys, noteCommas, noteComment, noteWords, noteRaw, noteEscapes, noteNumbers,
}

// option gives the option that allows an edit, 0 where none does. What an option allows is the
// exact form of its edits alone: what is more is for the model to change.
func option(e Edit) Allowed {
	if !e.Exact {
		return 0
	}
	switch e.Kind {
	case Remove:
		return NullIsAbsent
	case Convert:
		return CoerceScalars
	case Parse:
		return UnwrapStrings
	case Wrap:
		return WrapSingletons
	case Match:
		return MatchEnums
	case Rename, Unwrap:
		return MatchKeys
	case Syntax, Close:
		return RepairSyntax
	}
	return 0
}

// Accept reports whether a call is accepted as corrected: it is whole, and every edit that it took is
// allowed. With cutOff, the text is known to have been cut off at a limit: then no bracket is closed.
func (o *Outcome) Accept(allowed Allowed, cutOff bool) bool {
	if !o.Whole() || o.Blank && allowed&EmptyIsObject == 0 {
		return false
	}
	for _, e := range o.Edits {
		if option(e)&allowed == 0 || e.Kind == Close && cutOff {
			return false
		}
	}
	return true
}
