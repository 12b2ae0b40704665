package runtime

// leniency is a set of the lenient options. All of them act where strict reading has failed
// already, so that sound input does not pay for them and is never changed by them.
type leniency uint8

const (
	emptyIsObject leniency = 1 << iota
	nullIsAbsent
	coerceScalars
	unwrapStrings
	wrapSingletons
	matchEnums
	repairSyntax

	everyLeniency = emptyIsObject | nullIsAbsent | coerceScalars | unwrapStrings | wrapSingletons | matchEnums | repairSyntax
)

// EmptyIsObject reads an empty text or null as {}, for the arguments as a whole. It never touches
// a field, and no null that the schema accepts.
func EmptyIsObject() DecodeOption { return lenient(emptyIsObject) }

// NullIsAbsent reads null as absence, for a field that is optional and does not accept null. It
// never touches a required field.
func NullIsAbsent() DecodeOption { return lenient(nullIsAbsent) }

// CoerceScalars reads "42" as 42, "true" as true, and 42 as "42", where only that type is allowed
// and nothing is lost: a string must be one JSON number as a whole. It never chooses between two
// allowed types.
func CoerceScalars() DecodeOption { return lenient(coerceScalars) }

// UnwrapStrings reads an object or array that came as a string of JSON, one level deep. It never
// parses a value that may be a string.
func UnwrapStrings() DecodeOption { return lenient(unwrapStrings) }

// WrapSingletons reads x as [x] where only an array is allowed and x has the type of its items. It
// never does so where items may be arrays themselves or have no type, and never wraps null or a
// string that itself looks like an array.
func WrapSingletons() DecodeOption { return lenient(wrapSingletons) }

// MatchEnums reads a string as that value of an enumeration which differs from it only in case and
// in the separators (blank, hyphen, underscore) between words. It never breaks a tie between two
// values, which stays an issue, and never chooses the variant of a union.
func MatchEnums() DecodeOption { return lenient(matchEnums) }

// RepairSyntax reads a text that is not JSON only for an enclosing code fence, a byte order mark,
// trailing commas, comments, single quotes, True, False and None, or raw control characters in
// strings. It never searches prose for JSON, and never completes a text that ends early, which
// stays truncated.
func RepairSyntax() DecodeOption { return lenient(repairSyntax) }

// Lenient is all the lenient options together. What each of them never does, it never does either.
func Lenient() DecodeOption { return lenient(everyLeniency) }

func lenient(l leniency) DecodeOption { return DecodeOption{kind: optionLenient, n: int(l)} }

// highestLenientTier is the highest tier of confirmation at which arguments may be changed.
const highestLenientTier = 2

// DecodeOptions limits the options to what the tool accepts, whatever they ask for: of a tool of
// tier 3 the arguments are read as they were written, and no leniency is allowed but
// [EmptyIsObject]. Receipts do not show the values of sensitive fields. Every implementation of
// [Tool] passes its options through here.
func (s *ToolSpec) DecodeOptions(opts []DecodeOption) []DecodeOption {
	if s == nil || len(opts) == 0 {
		return opts // what is strict and gives no receipts needs no limits
	}
	return append(opts[:len(opts):len(opts)], DecodeOption{kind: optionTool, spec: s})
}

// may reports whether the leniency is allowed and earlier readings have left it open.
func (d *Decoder) may(l leniency) bool { return d.cfg.leniency&^d.earlier.spent&l != 0 }

// only runs f with no other leniency than that.
func (d *Decoder) only(l leniency, f func()) {
	allowed := d.cfg.leniency
	d.cfg.leniency &= l
	f()
	d.cfg.leniency = allowed
}
