package plan

// Cond is a condition on the fields of an object. The set of implementations is closed.
type Cond interface{ cond() }

type (
	// Present means that a field is present.
	Present struct{ Field int }
	// Filled means that a field is present with blank text and null counting as absent.
	Filled struct{ Field int }
	// True means that a bool field is true.
	True struct{ Field int }
	// Compare compares a field with a constant; Op and Opposite are Go operators.
	Compare struct {
		Field        int
		Op, Opposite string
		Text         string // text constant
		Literal      string // number constant as a Go literal; "" for text
		Widen        bool   // convert the value to int64
	}
	// Count compares the number of true conditions by Op; Opposite is the negation.
	Count struct {
		Of           []Cond
		Op, Opposite string
		Limit        int
	}
	// All means that every condition holds.
	All []Cond
	// Any means that some condition holds.
	Any []Cond
	// Negated means that a condition does not hold.
	Negated struct{ Of Cond }
)

// Always and Never are the constant conditions.
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
