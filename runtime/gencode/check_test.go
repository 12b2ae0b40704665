package gencode

import (
	"encoding/json"
	"fmt"
	"github.com/toolgen/toolgen/runtime"
	"math"
	"reflect"
	"strings"
	"testing"
)

// faults gives the issues of some checks in short.
func faults(check func(c *Checker)) string {
	v := struct{}{}
	err := Validate(&v, func(_ *struct{}, c *Checker) { check(c) })
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
		{"minLength counts runes", func(c *Checker) { c.MinLength("ééé", 4) }, "minLength 4 3"},
		{"minLength", func(c *Checker) { c.MinLength("😀😀", 2) }, ""},
		{"maxLength counts runes", func(c *Checker) { c.MaxLength("ééé", 3) }, ""},
		{"maxLength", func(c *Checker) { c.MaxLength("éééé", 3) }, "maxLength 3 4"},
		{"items", func(c *Checker) { c.MinItems(0, 1); c.MaxItems(3, 2) }, "minItems 1 0; maxItems 2 3"},
		{"properties", func(c *Checker) { c.MinProperties(0, 1); c.MaxProperties(3, 2) }, "minProperties 1 0; maxProperties 2 3"},
		{"NaN fits nothing", func(c *Checker) { c.Minimum(math.NaN(), 0) }, "minimum 0 NaN"},
		{"infinity", func(c *Checker) { c.Minimum(math.Inf(1), 0); c.Maximum(math.Inf(1), 5) }, "maximum 5 +Inf"},
		{"infinity above a minimum", func(c *Checker) { c.Minimum(math.Inf(1), 0) }, "range -1.7976931348623157e+308..1.7976931348623157e+308 +Inf"},
		{"infinity above an exclusive minimum", func(c *Checker) { c.ExclusiveMinimum(math.Inf(1), 0) }, "range -1.7976931348623157e+308..1.7976931348623157e+308 +Inf"},
		{"infinity below a maximum", func(c *Checker) { c.Maximum(math.Inf(-1), 0) }, "range -1.7976931348623157e+308..1.7976931348623157e+308 -Inf"},
		{"infinity below an exclusive maximum", func(c *Checker) { c.ExclusiveMaximum(math.Inf(-1), 0) }, "range -1.7976931348623157e+308..1.7976931348623157e+308 -Inf"},
		{"infinity below both", func(c *Checker) { c.Minimum(math.Inf(-1), 0); c.Maximum(math.Inf(-1), 5) }, "minimum 0 -Inf"},
		{"infinity and odd limits", func(c *Checker) {
			c.CompareFloat("minimum", math.Inf(1), "0.09999999999999999999")
			c.CompareFloat("maximum", math.Inf(1), "0.99999999999999999999")
		}, "maximum 0.99999999999999999999 +Inf"},
		{"infinity is no multiple", func(c *Checker) { c.Minimum(math.Inf(1), 0); c.MultipleOf(math.Inf(1), "0.01") }, "multipleOf 0.01 +Inf"},
		{"NaN is one fault", func(c *Checker) { c.Minimum(math.NaN(), 0); c.Maximum(math.NaN(), 5); c.MultipleOf(math.NaN(), "2") }, "minimum 0 NaN"},
		{"nil variant", func(c *Checker) { c.NotNil(false, TypeObject); c.NotNil(true, TypeObject) }, "type object null"},
		{"finite", func(c *Checker) { c.Finite(math.MaxFloat64); c.Finite(-math.MaxFloat64); c.Finite(0) }, ""},
		{"not finite", func(c *Checker) { c.Finite(math.NaN()) }, "range -1.7976931348623157e+308..1.7976931348623157e+308 NaN"},
		{"infinities of several values", func(c *Checker) {
			Each(c, []float64{math.Inf(1), 1, math.Inf(1)}, func(v *float64, c *Checker) { c.Minimum(*v, 0) })
		}, "[0] range -1.7976931348623157e+308..1.7976931348623157e+308 +Inf; [2] range -1.7976931348623157e+308..1.7976931348623157e+308 +Inf"},
		{"infinity in a branch", func(c *Checker) {
			c.Minimum(math.Inf(1), 0)
			if c.Matches(func(c *Checker) { c.Maximum(math.Inf(1), 1) }) {
				c.Issue("not", nil, nil)
			}
		}, "range -1.7976931348623157e+308..1.7976931348623157e+308 +Inf"},
		{"integers", func(c *Checker) {
			c.MinimumInt(1, 2)
			c.MaximumInt(3, 2)
			c.ExclusiveMinimumInt(2, 2)
			c.ExclusiveMaximumInt(2, 2)
			c.MultipleOfInt(3, 2)
		}, "minimum 2 1; maximum 2 3; exclusiveMinimum 2 2; exclusiveMaximum 2 2; multipleOf 2 3"},
		{"odd limits", func(c *Checker) {
			c.CompareInt("maximum", 10, "9.5")
			c.CompareInt("exclusiveMaximum", 9223372036854775807, "9223372036854775808")
			c.CompareInt("multipleOf", 10, "2.5")
			c.CompareFloat("maximum", 0.1, "0.09999999999999999999")
			c.CompareNumber("minimum", "18446744073709551615", "18446744073709551616")
		}, "maximum 9.5 10; maximum 0.09999999999999999999 0.1; minimum 18446744073709551616 18446744073709551615"},
		{"not a number", func(c *Checker) { c.CompareNumber("minimum", "x", "1") }, "minimum 1 x"},
		{"got is cut", func(c *Checker) { c.ConstString(long, "a") }, "const a " + strings.Repeat("é", 64) + "…"},
		{"enums", func(c *Checker) {
			c.EnumString("b", "a", "b")
			c.EnumString("c", "a", "b")
			c.EnumInt(3, 1, 2)
			c.EnumFloat(2.5, 1, 2.5)
			c.EnumFloat(3.5, 1, 2.5)
			c.ConstInt(1, 2)
			c.ConstFloat(1, 1.5)
			c.ConstBool(true, false)
		}, "enum [a b] c; enum [1 2] 3; enum [1 2.5] 3.5; const 2 1; const 1.5 1; const false true"},
		{"enum of any", func(c *Checker) {
			c.EnumAny(json.Number("1.0"), `"1"`, "1e0")
			c.EnumAny(map[string]any{"b": json.Number("10"), "a": nil}, `{"a":null,"b":1e1}`)
			c.EnumAny("1", "1", "true")
			c.EnumAny([]any{"a"}, `["a","b"]`, `"a"`)
			c.EnumAny([]string{"a", "b"}, `["a","b"]`)
			c.ConstAny(nil, "null")
			c.ConstAny(false, "0")
		}, "enum [1 true] 1; enum [[a b] a] <nil>; const 0 false"},
		{"unique", func(c *Checker) {
			Unique(c, []string{"a", "b"})
			Unique(c, []int64{1, 2, 1})
			UniqueAny(c, []any{json.Number("1"), "1", true, json.Number("1.0")})
			UniqueAny(c, []any{map[string]any{"a": json.Number("1"), "b": "x"}, map[string]any{"b": "x", "a": json.Number("1e0")}})
			UniqueAny(c, []any{[]any{"a"}, []any{[]any{"a"}}, false, json.Number("0"), nil, ""})
			UniqueJSON(c, []struct{ A int }{{1}, {2}, {1}})
		}, "uniqueItems true 1; uniqueItems true 1.0; uniqueItems true <nil>; uniqueItems true <nil>"},
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
			if c.Matches(func(c *Checker) { c.MinLength("", 1) }) || !c.Matches(func(c *Checker) {}) {
				c.Issue("not", nil, nil)
			}
		}, ""},
		{"steps", func(c *Checker) {
			Each(c, []string{"", "a", ""}, func(s *string, c *Checker) { c.MinLength(*s, 1) })
			c.MinItems(3, 4)
		}, "[0] minLength 1 0; [2] minLength 1 0; minItems 4 3"},
		{"fields of a rule", func(c *Checker) {
			spec := ObjectSpec{Keys: []string{"a"}}
			o := c.Fields(&spec)
			c.Violation(runtime.ValidationIssue{Constraint: "rule", Field: "x", Fields: []string{"x", "y z"}})
			c.Field(&o, 0)
			if o.Sound(0) || o.SoundAll() || !o.OK() {
				t.Error("sound")
			}
		}, "a.x rule <nil> <nil>"},
	}
	for _, test := range tests {
		if got := faults(test.check); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestUniqueOfFaultyItems(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`["a","a"]`: "uniqueItems true a", `[1,2]`: "type string integer; type string integer", `["a",1,"a"]`: "type string integer", `["",""]`: "minLength 1 0; minLength 1 0; uniqueItems true ",
	} {
		got := decodeOne(in, func(d *Decoder) {
			var items []string
			if Slice(d, &items, func(s *string, d *Decoder) {
				if d.String(s) {
					d.MinLength(*s, 1)
				}
			}) {
				Unique(&d.Checker, items)
			}
		})
		if got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestValidateAllocatesNothing(t *testing.T) {
	spec := ObjectSpec{Keys: []string{"a", "b"}}
	type value struct {
		a string
		b []float64
	}
	v := &value{"abc", []float64{1, 2}}
	check := func(v *value, c *Checker) {
		o := c.Fields(&spec)
		c.MinLength(v.a, 1)
		c.EnumString(v.a, "x", "abc")
		c.Field(&o, 0)
		Each(c, v.b, func(f *float64, c *Checker) { c.Minimum(*f, 0); c.MultipleOf(*f, "0.01") })
		Unique(c, v.b)
		c.Field(&o, 1)
	}
	if n := testing.AllocsPerRun(100, func() { Validate(v, check) }); n >= 1 {
		t.Errorf("%v allocations", n)
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
