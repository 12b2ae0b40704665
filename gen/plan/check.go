package plan

import "github.com/toolgen/toolgen/gen/model"

// Check is a check of a value of a Go type, in its final form. The set of implementations is closed; use a type
// switch.
type Check any

type (
	// Bound is a bound of a number. Native is the limit as a Go literal if that is exact.
	Bound struct{ Word, Limit, Native string }
	// Size bounds the length of a text, or the number of items or members.
	Size struct {
		Word  string
		Limit int
	}
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
	// Names checks each key of a map against a schema.
	Names struct{ Schema *model.Type }
	// Require checks for required keys of a map.
	Require struct{ Keys []string }
	// Whole checks the value as any against a schema, because the static type is not sufficient.
	Whole struct{ Schema *model.Type }
)

// EnumForm is how a value is compared with an enum or const.
type EnumForm uint8

// Forms of enums.
const (
	EnumAny    EnumForm = iota // Go value, values as JSON
	EnumWhole                  // value as any, values as JSON
	EnumText                   // string
	EnumList                   // string, with the constants of its type
	EnumBool                   // bool with a single value
	EnumNumber                 // number, numbers and null as JSON
)

// Equality is how items are compared.
type Equality uint8

// Kinds of equality.
const (
	EqualGo  Equality = iota // with ==
	EqualAny                 // as decoded any values
)
