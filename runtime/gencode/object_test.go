package gencode_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

func wideSpec(n int) *gencode.ObjectSpec {
	spec := &gencode.ObjectSpec{Closed: true}
	for i := range n {
		spec.Keys = append(spec.Keys, fmt.Sprintf("field%d", i))
		if i%2 == 0 {
			spec.Required = append(spec.Required, i)
		}
	}
	return spec
}

func TestWideObjects(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 16, 17, 63, 64, 65, 130} {
		spec := wideSpec(n)
		read := func(in string) (map[int]int64, *gencode.Object, []string) {
			got := map[int]int64{}
			o := gencode.Object{Spec: spec}
			err := gencode.DecodeWith([]byte(in), func(d *gencode.Decoder) {
				for d.Next(&o) {
					var v int64
					if d.Int64(&v) {
						got[o.Index] = v
					}
				}
			})
			return got, &o, issuesOf(err)
		}
		var forward, backward []string
		for i := range n {
			forward = append(forward, fmt.Sprintf(`"field%d" : %d`, i, i))
			backward = append([]string{fmt.Sprintf(`"f\u0069eld%d":%d`, i, i)}, backward...)
		}
		for _, members := range [][]string{forward, backward} {
			got, o, issues := read("{" + strings.Join(members, ",") + "}")
			if issues != nil || len(got) != n || o.Len() != n || !o.Has(n-1) || !o.SoundAll() {
				t.Fatalf("%d keys: %v, %q", n, got, issues)
			}
			for i, v := range got {
				if int64(i) != v {
					t.Fatalf("%d keys: field%d is %d", n, i, v)
				}
			}
		}
		last := n - 1
		_, o, issues := read(fmt.Sprintf(`{"field%d":1,"field%d":true,"fieldd%d":1}`, last, last, last))
		var want []string
		for i := 0; i < last; i += 2 {
			want = append(want, fmt.Sprintf("field%d required", i))
		}
		want = append(want, fmt.Sprintf("field%d duplicateKey got field%d", last, last))
		if len(issues) != len(want)+1 || !reflect.DeepEqual(issues[:len(want)], want) || o.Sound(last) || o.SoundAll() {
			t.Errorf("%d keys: %q, want %q", n, issues, want)
		}
	}
}

func TestSoundness(t *testing.T) {
	t.Parallel()
	spec := gencode.ObjectSpec{Keys: []string{"a", "b", "c"}, Required: []int{0}, Keep: true}
	type verdict struct{ ok, a, b, ab, all bool }
	tests := []struct {
		in   string
		want verdict
	}{
		{`{"a":1,"b":1}`, verdict{true, true, true, true, true}},
		{`{"a":1}`, verdict{true, true, true, true, true}},
		{`{}`, verdict{true, false, true, false, false}},
		{`{"a":1,"b":"x"}`, verdict{true, true, false, false, false}},
		{`{"a":1,"b":-1}`, verdict{true, true, false, false, false}},
		{`{"a":1,"b":1,"b":1}`, verdict{true, true, false, false, false}},
		{`{"a":9223372036854775808}`, verdict{true, false, true, false, false}},
		{`{"a":1,"other":-1}`, verdict{true, true, true, true, false}},
		{`[]`, verdict{}},
		{`{"a":1,"b"}`, verdict{}},
	}
	for _, test := range tests {
		var got verdict
		gencode.DecodeWith([]byte(test.in), func(d *gencode.Decoder) {
			o := gencode.Object{Spec: &spec}
			for d.Next(&o) {
				var v int64
				if d.Int64(&v) {
					d.BoundInt("minimum", v, 0)
				}
			}
			got = verdict{o.OK(), o.Sound(0), o.Sound(1), o.Sound(0, 1), o.SoundAll()}
		})
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.in, got, test.want)
		}
	}
}

func TestPeek(t *testing.T) {
	t.Parallel()
	kinds := map[string]gencode.JSONType{
		`null`: gencode.TypeNull, `true`: gencode.TypeBoolean, `"x"`: gencode.TypeString, `[]`: gencode.TypeArray, `{}`: gencode.TypeObject,
		`1`: gencode.TypeInteger, `-1.0`: gencode.TypeInteger, `15e-1`: gencode.TypeNumber, `1.5`: gencode.TypeNumber,
	}
	for in, want := range kinds {
		err := gencode.DecodeWith([]byte(in), func(d *gencode.Decoder) {
			if got := d.Peek(); got != want {
				t.Errorf("%s: %v", in, got)
			}
			d.Skip()
		})
		if err != nil {
			t.Error(err)
		}
	}
	const object = ` {"x":{"kind":"no"},"n\u0031":1.50,"kind":"\u0061b","list":[],"z":null,"kind":"second"}`
	properties := map[string]string{"kind": "ab string", "n1": "1.50 number", "x": " object", "list": " array", "z": "null null", "none": ""}
	for key, want := range properties {
		err := gencode.DecodeWith([]byte(object), func(d *gencode.Decoder) {
			got := ""
			if text, kind, ok := d.PeekProperty(key); ok {
				got = fmt.Sprintf("%s %v", text, kind)
			}
			if got != want {
				t.Errorf("%s: %q, want %q", key, got, want)
			}
			var v any
			d.Any(&v)
		})
		if got := issuesOf(err); !reflect.DeepEqual(got, []string{"kind duplicateKey got kind"}) {
			t.Errorf("after a look ahead: %q", got)
		}
	}
}

func TestImplied(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{`"a"`, ""}, {`1`, "enum want [a b] got 1"}, {`true`, "enum want [a b] got true"}, {`null`, "enum want [a b]"}, {`[{"x":1}]`, "enum want [a b]"},
	}
	for _, test := range tests {
		err := gencode.DecodeWith([]byte(test.in), func(d *gencode.Decoder) {
			if d.Implied("enum", gencode.TypeString, "a", "b") {
				var s string
				d.String(&s)
			}
		})
		if got := strings.Join(issuesOf(err), "; "); got != test.want {
			t.Errorf("%s: %q", test.in, got)
		}
	}
}

func TestAnyOf(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`1`: "", `2.0`: "", `2.5`: "type want [integer string null] got number", `null`: "", `{}`: "type want [integer string null] got object",
	} {
		err := gencode.DecodeWith([]byte(in), func(d *gencode.Decoder) {
			var v any
			d.AnyOf(&v, gencode.TypeInteger|gencode.TypeString|gencode.TypeNull)
		})
		if got := strings.Join(issuesOf(err), "; "); got != want {
			t.Errorf("%s: %q", in, got)
		}
	}
}

func TestTry(t *testing.T) {
	t.Parallel()
	var chosen int64
	err := gencode.DecodeWith([]byte(`[7,{"a":1,"a":2}]`), func(d *gencode.Decoder) {
		var items []any
		gencode.Slice(d, &items, func(_ *any, d *gencode.Decoder) {
			number := d.Try(func(d *gencode.Decoder) { d.Int64(&chosen) })
			object := d.Try(func(d *gencode.Decoder) { d.Skip() })
			if number.Sound() {
				d.Adopt(number)
			} else {
				d.Adopt(object)
			}
		})
	})
	if got := issuesOf(err); !reflect.DeepEqual(got, []string{"[1].a duplicateKey got a"}) || chosen != 7 {
		t.Errorf("%q, %d", got, chosen)
	}
}

// TestTriesAreBounded decodes a value that matches two alternatives completely on every level.
func TestTriesAreBounded(t *testing.T) {
	t.Parallel()
	var decode func(d *gencode.Decoder)
	decode = func(d *gencode.Decoder) {
		variant := func(d *gencode.Decoder) {
			var items []any
			gencode.Slice(d, &items, func(_ *any, d *gencode.Decoder) { decode(d) })
		}
		first := d.Try(variant)
		d.Try(variant)
		d.Adopt(first)
	}
	err := gencode.DecodeWith([]byte(strings.Repeat("[", 60)+strings.Repeat("]", 60)), decode)
	if got := issuesOf(err); len(got) != 1 || got[0] != "depth" {
		t.Errorf("%q", got)
	}
}

func TestMapOf(t *testing.T) {
	t.Parallel()
	var m map[string]int64
	err := gencode.DecodeWith([]byte(`{"b":1,"a":"x","c":2,"b":3,"d e":null}`), func(d *gencode.Decoder) {
		gencode.MapOf(d, &m, gencode.DecodeInt64)
	})
	want := []string{"a type want integer got string", "b duplicateKey got b", `["d e"] type want integer got null`}
	if got := issuesOf(err); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	c := []string{}
	for range 20 {
		v := map[string]int64{"z": -1, "y": -2, "a": 1, "m": -3}
		err := gencode.ValidateBy(true, func(d *gencode.Decoder) {
			gencode.MapOf(d, &v, func(n *int64, d *gencode.Decoder) { d.BoundInt("minimum", *n, 0) })
		})
		c = append(c, strings.Join(issuesOf(err), "; "))
	}
	for _, got := range c {
		if got != "m minimum want 0 got -3; y minimum want 0 got -2; z minimum want 0 got -1" {
			t.Fatalf("order: %q", got)
		}
	}
}

func TestNullable(t *testing.T) {
	t.Parallel()
	type holder struct {
		A runtime.Nullable[int] `json:"a,omitzero"`
		B runtime.Nullable[int] `json:"b,omitzero"`
		C runtime.Nullable[int] `json:"c,omitzero"`
	}
	text, err := json.Marshal(holder{B: runtime.NullOf[int](), C: runtime.ValueOf(0)})
	if err != nil || string(text) != `{"b":null,"c":0}` {
		t.Errorf("%s, %v", text, err)
	}
	var back holder
	if err := json.Unmarshal(text, &back); err != nil || !back.A.IsZero() || !back.B.IsNull() {
		t.Errorf("%+v, %v", back, err)
	}
	if v, ok := back.C.Get(); !ok || v != 0 || back.B.Value() != nil || back.C.Value() == nil {
		t.Errorf("%+v", back)
	}
}
