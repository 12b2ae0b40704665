package runtime

// leniency is a set of the lenient options.
type leniency uint8

const (
	emptyIsObject leniency = 1 << iota
	nullIsAbsent
	coerceScalars
	unwrapStrings
)

func (d *Decoder) coerceNumber(want JSONType) (text string, ok bool) { return "", false }
func (d *Decoder) coerceString() (s string, ok bool)                 { return "", false }
func (d *Decoder) coerceBool() (b, ok bool)                          { return false, false }
func (d *Decoder) absentNull(o *Object) bool                         { return false }
func (d *Decoder) unwrap(want JSONType) bool                         { return false }
