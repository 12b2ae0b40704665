package plan

import "github.com/toolgen/toolgen/gen/model"

// Check is one thing that is asked of a value of a Go type, in the form in which it is asked. The set of
// implementations is closed; readers use a type switch.
type Check interface{ check() }

type (
	// Issue records a keyword: nothing is allowed.
	Issue struct{ Word string }
	// Bound is a bound of a number. Native is the limit as a Go literal, where it is exact in the Go type.
	Bound struct{ Word, Limit, Native string }
	// Range is minimum and maximum in one call, as Go literals.
	Range struct{ Least, Most string }
	// Size is a bound of the length of a text, or of the number of items or members.
	Size struct {
		Word  string
		Limit int
	}
	// Sizes is a lower and an upper Size in one call.
	Sizes struct{ Least, Most int }
	// Pattern is a pattern of a text.
	Pattern struct{ model.Pattern }
	// Format is a format of a text.
	Format struct{ Name string }
	// Content is the encoding and the media type of a text.
	Content struct{ Encoding, MediaType string }
	// Enum is enum or const.
	Enum struct {
		Form   EnumForm
		Const  bool
		Null   bool     // null is a value, too
		Values []string // as the form has them
	}
	// Unique is uniqueItems.
	Unique struct{ By Equality }
	// Contains bounds how many items pass checks; -1 stands for a bound that the schema does not set.
	Contains struct {
		Least, Most int
		Item        []Check
	}
	// Names checks the keys of a map: as texts or, where Schema is set, against that.
	Names struct {
		Checks []Check
		Schema *model.Type
	}
	// Require asks for keys of a map.
	Require struct{ Keys []string }
	// Choice is anyOf or oneOf.
	Choice struct {
		Word     string
		Labels   []string
		Branches [][]Check
	}
	// Not asks that some check fails.
	Not struct{ Checks []Check }
	// If runs other checks where the first find nothing, or where they find something.
	If struct{ If, Then, Else []Check }
	// Whole checks the value as any against a schema: the static type cannot answer it.
	Whole struct{ Schema *model.Type }

	// Tests are tests of the fields of an object of a type.
	Tests struct {
		Of   *model.Type
		List []Test
	}
	// Missing records that a key is not there.
	Missing struct{ Key string }
	// Group records that not as many of some keys are there as should be.
	Group struct {
		Word    string
		Keys    []string
		Present []Cond
	}
	// Pair records that a key is there without another one, or beside one that excludes it.
	Pair struct{ Word, Key, Other string }
	// Branch counts the branches of a choice whose conditions are true.
	Branch struct {
		Word     string
		Labels   []string
		Branches []Cond
	}
	// Field runs checks on the value of a field. Number says that the text of the number counts.
	Field struct {
		Index  int
		Number bool
		Checks []Check
	}
)

// Test is a check that is made under a condition, if the fields that it reads are sound.
type Test struct {
	Reads Reads
	When  Cond
	Do    Check
}

// EnumForm is how a value is compared with those of enum or const.
type EnumForm uint8

// The forms of enums.
const (
	EnumAny     EnumForm = iota // the Go value with values as JSON
	EnumWhole                   // the value as any with values as JSON
	EnumText                    // a string
	EnumList                    // a string with the constants of its type
	EnumBool                    // a bool with the one value
	EnumInt                     // an int64 with Go literals
	EnumInteger                 // an integer with numbers as they are written
	EnumFloat                   // a float64 with Go literals
	EnumNumber                  // a float64 with numbers as they are written
)

// Equality is how items are told to be equal.
type Equality uint8

// The kinds of equality.
const (
	EqualGo   Equality = iota // as == does
	EqualAny                  // as any of decoding
	EqualJSON                 // as their JSON is
)

func (Issue) check()    {}
func (Bound) check()    {}
func (Range) check()    {}
func (Size) check()     {}
func (Sizes) check()    {}
func (Pattern) check()  {}
func (Format) check()   {}
func (Content) check()  {}
func (Enum) check()     {}
func (Unique) check()   {}
func (Contains) check() {}
func (Names) check()    {}
func (Require) check()  {}
func (Choice) check()   {}
func (Not) check()      {}
func (If) check()       {}
func (Whole) check()    {}
func (Tests) check()    {}
func (Missing) check()  {}
func (Group) check()    {}
func (Pair) check()     {}
func (Branch) check()   {}
func (Field) check()    {}
