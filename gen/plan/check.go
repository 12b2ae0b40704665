package plan

import "github.com/toolgen/toolgen/gen/model"

// Check is a check of a value of a Go type, in its final form. The set of implementations is closed; use a type
// switch.
type Check interface{ check() }

type (
	// Issue records a keyword that allows nothing.
	Issue struct{ Word string }
	// Bound is a bound of a number. Native is the limit as a Go literal if that is exact.
	Bound struct{ Word, Limit, Native string }
	// Range is minimum and maximum in one call, as Go literals.
	Range struct{ Least, Most string }
	// Size bounds the length of a text, or the number of items or members.
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
		Null   bool     // null is an allowed value
		Values []string // in the representation of Form
	}
	// Unique is uniqueItems.
	Unique struct{ By Equality }
	// Contains bounds how many items pass checks; -1 means no bound.
	Contains struct {
		Least, Most int
		Item        []Check
	}
	// Names checks the keys of a map: as texts, or against Schema if set.
	Names struct {
		Checks []Check
		Schema *model.Type
	}
	// Require checks for required keys of a map.
	Require struct{ Keys []string }
	// Choice is anyOf or oneOf.
	Choice struct {
		Word     string
		Labels   []string
		Branches [][]Check
	}
	// Not requires that some check fails.
	Not struct{ Checks []Check }
	// If runs Then or Else, depending on whether If finds a fault.
	If struct{ If, Then, Else []Check }
	// Whole checks the value as any against a schema, because the static type is not sufficient.
	Whole struct{ Schema *model.Type }

	// Tests are tests of the fields of an object.
	Tests struct {
		Of   *model.Type
		List []Test
	}
	// Missing records a missing key.
	Missing struct{ Key string }
	// Group records that the number of present keys of a group is wrong.
	Group struct {
		Word    string
		Keys    []string
		Present []Cond
	}
	// Pair records that a key is present without, or together with, another one.
	Pair struct{ Word, Key, Other string }
	// Branch counts the branches of a union whose conditions hold.
	Branch struct {
		Word     string
		Labels   []string
		Branches []Cond
	}
	// Field checks the value of a field. Number means that the number is compared as text.
	Field struct {
		Index  int
		Number bool
		Checks []Check
	}
)

// Test is a conditional check that runs if the fields that it reads are valid.
type Test struct {
	Reads Reads
	When  Cond
	Do    Check
}

// EnumForm is how a value is compared with an enum or const.
type EnumForm uint8

// Forms of enums.
const (
	EnumAny     EnumForm = iota // Go value, values as JSON
	EnumWhole                   // value as any, values as JSON
	EnumText                    // string
	EnumList                    // string, with the constants of its type
	EnumBool                    // bool with a single value
	EnumInt                     // int64, Go literals
	EnumInteger                 // integer, numbers as written
	EnumFloat                   // float64, Go literals
	EnumNumber                  // float64, numbers as written
)

// Equality is how items are compared.
type Equality uint8

// Kinds of equality.
const (
	EqualGo   Equality = iota // with ==
	EqualAny                  // as decoded any values
	EqualJSON                 // by their JSON
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
