package plan

// Cond is a condition on the fields of an object. The set of implementations is closed.
type Cond interface{ cond() }

type (
	// Present says that a field is there.
	Present struct{ Field int }
	// Filled says that a field counts as present where blank text and null are no values.
	Filled struct{ Field int }
	// True says that a field of type bool is true.
	True struct{ Field int }
	// Compare compares the value of a field with a constant; Op and Opposite are operators of Go.
	Compare struct {
		Field        int
		Op, Opposite string
		Text         string // the constant, of a text
		Literal      string // or a number as a Go literal; "" for a text
		Widen        bool   // the value is converted to int64
	}
	// Count says how many of some conditions are true, compared by Op, or by Opposite where that is false.
	Count struct {
		Of           []Cond
		Op, Opposite string
		Limit        int
	}
	// All says that every condition is true.
	All []Cond
	// Any says that some condition is true.
	Any []Cond
	// Negated says that a condition is false.
	Negated struct{ Of Cond }
)

// Always and Never are the conditions that do not vary.
var (
	Always Cond = All(nil)
	Never  Cond = Any(nil)
)

func (Present) cond() {}
func (Filled) cond()  {}
func (True) cond()    {}
func (Compare) cond() {}
func (Count) cond()   {}
func (All) cond()     {}
func (Any) cond()     {}
func (Negated) cond() {}
