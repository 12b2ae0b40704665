package gencode

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func faultsOf(t *testing.T, v any, check func(*Checker, any)) []string {
	t.Helper()
	err := validate(func(c *Checker) { check(c, v) })
	if err == nil {
		return nil
	}
	var list []string
	for _, issue := range err.(*runtime.ValidationError).Issues() {
		list = append(list, issue.Field+" "+issue.Constraint)
	}
	return list
}

func needs(key string) func(*Checker, any) {
	return map[string]func(*Checker, any){
		"a": func(c *Checker, v any) { needKey(c, v, "a") },
		"b": func(c *Checker, v any) { needKey(c, v, "b") },
	}[key]
}

func needKey(c *Checker, v any, key string) {
	if !c.TypeOf(v, TypeObject) {
		return
	}
	RequireKeys(c, v.(map[string]any), key)
}

func TestChoices(t *testing.T) {
	t.Parallel()
	labels := []string{"A", "B"}
	short := func(c *Checker, v any) {
		if s, ok := v.(string); ok {
			c.Length("maxLength", s, 1)
		} else {
			c.TypeOf(v, TypeString)
		}
	}
	for _, test := range []struct {
		name string
		text string
		run  func(c *Checker, v any)
		want []string
	}{
		{"any: first", `{"a":1}`, func(c *Checker, v any) { AnyOf(c, v, labels, needs("a"), needs("b")) }, nil},
		{"any: tie", `{}`, func(c *Checker, v any) { AnyOf(c, v, labels, needs("a"), needs("b")) }, []string{" anyOf"}},
		{"any: closest", `"xx"`, func(c *Checker, v any) { AnyOf(c, v, labels, needs("a"), short) }, []string{" anyOf", " maxLength"}},
		{"any: no type", `1`, func(c *Checker, v any) { AnyOf(c, v, labels, needs("a"), short) }, []string{" anyOf"}},
		{"one: both", `{"a":1,"b":1}`, func(c *Checker, v any) { OneOf(c, v, labels, needs("a"), needs("b")) }, []string{" oneOf"}},
		{"one: one", `{"b":1}`, func(c *Checker, v any) { OneOf(c, v, labels, needs("a"), needs("b")) }, nil},
		{"not", `{"a":1}`, func(c *Checker, v any) { Not(c, v, needs("a")) }, []string{" not"}},
		{"names", `{"ab":1,"c":2}`, func(c *Checker, v any) {
			PropertyNames(c, v.(map[string]any), func(key string, c *Checker) { c.Length("minLength", key, 2) })
		}, []string{"c propertyNames"}},
		{"closed", `{"abcd":1}`, func(c *Checker, v any) {
			RefuseKeys(c, v.(map[string]any), "additionalProperties", []string{"abc"}, nil)
		}, []string{"abcd additionalProperties"}},
		{"contains", `[1,2]`, func(c *Checker, v any) {
			Contains(c, v.([]any), -1, -1, func(c *Checker, v any) { c.TypeOf(v, TypeString) })
		}, []string{" contains"}},
	} {
		if diff := testdiff.Diff(test.want, faultsOf(t, parseJSON(test.text), test.run)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

// nested needs the same verdict twice on each level, which takes exponential time without memoization.
func nested(c *Checker, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		c.TypeOf(v, TypeInteger)
		return
	}
	AnyOf(c, m["x"], []string{"1", "2"},
		func(c *Checker, v any) { nested(c, v); c.Issue("not", nil, nil) },
		func(c *Checker, v any) { nested(c, v) })
}

func TestTrialsRemember(t *testing.T) {
	t.Parallel()
	const depth = 60
	deep := func(leaf string) any {
		return parseJSON(strings.Repeat(`{"x":`, depth) + leaf + strings.Repeat("}", depth))
	}
	if got := faultsOf(t, deep("1"), nested); got != nil {
		t.Errorf("sound: %q", got)
	}
	if got := faultsOf(t, deep("true"), nested); len(got) == 0 || got[0] != " anyOf" {
		t.Errorf("unsound: %q", got)
	}
}

func TestMarshalWith(t *testing.T) {
	t.Parallel()
	type fields struct {
		A int `json:"a,omitempty"`
	}
	for _, test := range []struct {
		fields fields
		others map[string]int
		want   string
	}{
		{fields{1}, map[string]int{"c": 3, "b": 2, "a": 9}, `{"a":1,"b":2,"c":3}`},
		{fields{}, map[string]int{"b": 2}, `{"b":2}`},
		{fields{}, nil, `{}`},
	} {
		got, err := MarshalWith(test.fields, test.others, []string{"a"})
		if err != nil || string(got) != test.want {
			t.Errorf("got %s, %v, want %s", got, err, test.want)
		}
	}
	var w ObjectWriter
	w.Member("a,\"b", true)
	w.Optional("none", false, 1)
	AddOthers(&w, map[string]string{"z": "<"}, nil)
	if got, err := w.Bytes(); err != nil || string(got) != `{"a,\"b":true,"z":"\u003c"}` {
		t.Errorf("got %s, %v", got, err)
	}
}
