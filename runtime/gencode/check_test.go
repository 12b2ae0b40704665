package gencode

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// validate runs checks as Validate does.
func validate(check func(*Checker)) error {
	return ValidateBy(true, func(d *Decoder) { check(&d.Checker) })
}

// faults returns the issues of checks in short form.
func faults(check func(c *Checker)) string {
	err := validate(check)
	if err == nil {
		return ""
	}
	var list []string
	for _, i := range err.(*runtime.ValidationError).Issues() {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %v %v", i.Field, i.Constraint, roomInShort(i.Expected), i.Got)))
	}
	return strings.Join(list, "; ")
}

func TestChecks(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 100)
	tests := []struct {
		name  string
		check func(c *Checker)
		want  string
	}{
		{"minLength counts runes", func(c *Checker) { c.Length("minLength", "ééé", 4) }, "minLength 4 3"},
		{"minLength", func(c *Checker) { c.Length("minLength", "😀😀", 2) }, ""},
		{"maxLength counts runes", func(c *Checker) { c.Length("maxLength", "ééé", 3) }, ""},
		{"maxLength", func(c *Checker) { c.Length("maxLength", "éééé", 3) }, "maxLength 3 4"},
		{"items", func(c *Checker) { c.Size("minItems", 0, 1); c.Size("maxItems", 3, 2) }, "minItems 1 0; maxItems 2 3"},
		{"properties", func(c *Checker) { c.Size("minProperties", 0, 1); c.Size("maxProperties", 3, 2) }, "minProperties 1 0; maxProperties 2 3"},
		{"integers", func(c *Checker) {
			c.BoundInt("minimum", 1, 2)
			c.BoundInt("maximum", 3, 2)
			c.BoundInt("exclusiveMinimum", 2, 2)
			c.BoundInt("exclusiveMaximum", 2, 2)
			c.BoundInt("multipleOf", 3, 2)
		}, "minimum 2 1; maximum 2 3; exclusiveMinimum 2 2; exclusiveMaximum 2 2; multipleOf 2 3"},
		{"odd limits", func(c *Checker) {
			c.Compare("maximum", int64(10), "9.5")
			c.Compare("exclusiveMaximum", int64(9223372036854775807), "9223372036854775808")
			c.Compare("multipleOf", int64(10), "2.5")
			c.Compare("maximum", 0.1, "0.09999999999999999999")
			c.Compare("minimum", json.Number("18446744073709551615"), "18446744073709551616")
		}, "maximum 9.5 10; maximum 0.09999999999999999999 0.1; minimum 18446744073709551616 18446744073709551615"},
		{"not a number", func(c *Checker) { c.Compare("minimum", json.Number("x"), "1") }, "minimum 1 x"},
		{"got is cut", func(c *Checker) { c.ConstString(long, "a") }, "const a " + strings.Repeat("é", 64) + "…"},
		{"enums", func(c *Checker) {
			c.EnumString("b", "a", "b")
			c.EnumString("c", "a", "b")
			c.EnumNumber("enum", int64(3), "1", "2")
			c.EnumNumber("enum", 2.5, "1", "2.5")
			c.EnumNumber("enum", 3.5, "1", "2.5", "null")
			c.EnumNumber("const", int64(1), "2")
			c.EnumNumber("const", int64(1), "1.5")
			c.ConstBool(true, false)
		}, "enum [a b] c; enum [1 2] 3; enum [1 2.5 <nil>] 3.5; const 2 1; const 1.5 1; const false true"},
		{"enum of any", func(c *Checker) {
			c.EnumAny(json.Number("1.0"), `"1"`, "1e0")
			c.EnumAny(map[string]any{"b": json.Number("10"), "a": nil}, `{"a":null,"b":1e1}`)
			c.EnumAny("1", "1", "true")
			c.EnumAny([]any{"a"}, `["a","b"]`, `"a"`)
			c.ConstAny(nil, "null")
			c.ConstAny(false, "0")
		}, "enum [1 true] 1; enum [[a b] a] <nil>; const 0 false"},
		{"unique", func(c *Checker) {
			Unique(c, []string{"a", "b"})
			Unique(c, []int64{1, 2, 1})
			UniqueAny(c, []any{json.Number("1"), "1", true, json.Number("1.0")})
			UniqueAny(c, []any{map[string]any{"a": json.Number("1"), "b": "x"}, map[string]any{"b": "x", "a": json.Number("1e0")}})
			UniqueAny(c, []any{[]any{"a"}, []any{[]any{"a"}}, false, json.Number("0"), nil, ""})
		}, "uniqueItems true 1; uniqueItems true 1.0; uniqueItems true <nil>"},
		{"pattern", func(c *Checker) {
			c.Pattern("abc", &Pattern{Source: `b`, Expr: `b`})
			c.Pattern("abc", &Pattern{Source: `^b`, Expr: `^b`})
			c.MatchPattern("x", false, "y")
		}, "pattern ^b abc; pattern y x"},
		{"format", func(c *Checker) {
			c.Format("x", "date")
			c.Format("x", "made-up")
		}, "format date x"},
		{"matches is silent", func(c *Checker) {
			if c.Matches(func(c *Checker) { c.Length("minLength", "", 1) }) || !c.Matches(func(c *Checker) {}) {
				c.Issue("not", nil, nil)
			}
		}, ""},
	}
	for _, test := range tests {
		if got := faults(test.check); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestJSONTypeNames(t *testing.T) {
	t.Parallel()
	set := TypeNull | TypeInteger | TypeNumber | TypeString
	if got := set.Names(); !reflect.DeepEqual(got, []string{"number", "string", "null"}) {
		t.Errorf("%q", got)
	}
	if TypeInteger.String() != "integer" || !TypeNumber.Accepts(TypeInteger) || TypeInteger.Accepts(TypeNumber) {
		t.Error("integers and numbers")
	}
}
