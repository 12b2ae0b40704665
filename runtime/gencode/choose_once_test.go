package gencode

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// expression is a node of a tree whose variants differ only in the type of one member, so that each must be tried.
type expression struct {
	left, right any
	tag         any
	kind        string
}

var (
	expressionObject = ObjectSpec{Keys: []string{"l", "r", "tag"}, Required: []int{2}}
	expressionUnion  = UnionSpec{
		Keyword: "oneOf", Labels: []string{"text", "whole", "flag"},
		Kinds: []JSONType{TypeObject, TypeObject, TypeObject},
	}
)

// decodeExpression decodes an expression; reads counts how often the member tag was read.
func decodeExpression(reads *int) func(*any, *Decoder) {
	var decode func(v *any, d *Decoder)
	variant := func(kind string, allowed JSONType) func(*Decoder) any {
		return func(d *Decoder) any {
			e := &expression{kind: kind}
			o := Object{Spec: &expressionObject}
			for d.Next(&o) {
				switch o.Index {
				case 0:
					decode(&e.left, d)
				case 1:
					decode(&e.right, d)
				case 2:
					*reads++
					d.AnyOf(&e.tag, allowed)
					if e.tag == "bad" {
						d.Violation(runtime.ValidationIssue{Constraint: "rule", Rule: "good", Fields: []string{"x"}})
					}
				}
			}
			return e
		}
	}
	decode = func(v *any, d *Decoder) {
		*v = Choose(d, &expressionUnion, variant("text", TypeString), variant("whole", TypeInteger), variant("flag", TypeBoolean))
	}
	return decode
}

// TestRecursiveUnionsAreReadInLinearTime checks that nested unions can be as deep as other values, and that each part is read
// once per variant.
func TestRecursiveUnionsAreReadInLinearTime(t *testing.T) {
	t.Parallel()
	for _, form := range []struct{ open, leaf, end string }{
		{`{"tag":1,"l":`, `{"tag":1}`, `}`},
		{`{"l":`, `{"tag":"a"}`, `,"tag":true}`},
		{`{"l":{"tag":2},"r":`, `{"tag":1}`, `,"tag":1}`},
		{`{"l":`, `{"tag":1}`, `,"r":{"l":{"tag":1},"tag":"x"},"tag":1}`},
	} {
		for _, depth := range []int{1, 9, 13, 62} {
			text := strings.Repeat(form.open, depth) + form.leaf + strings.Repeat(form.end, depth)
			for name, opts := range map[string][]runtime.DecodeOption{"strict": nil, "lenient": {runtime.Lenient()}} {
				reads := 0
				v, err := Decode([]byte(text), decodeExpression(&reads), opts...)
				if err != nil {
					t.Fatalf("%s, %d levels of %s: %v", name, depth, form.open, err)
				}
				// Each tag is read for each variant, strict or lenient, and the outermost tag once more.
				if most := 2 * 3 * (strings.Count(text, "tag") + 1); reads > most {
					t.Errorf("%s, %d levels of %s: %d reads, at most %d", name, depth, form.open, reads, most)
				}
				levels := 0
				for at := *v; ; levels++ {
					e := at.(*expression)
					next := e.left
					if e.right != nil && form.end != `,"r":{"l":{"tag":1},"tag":"x"},"tag":1}` {
						next = e.right
					}
					if next == nil {
						break
					}
					at = next
				}
				if levels != depth {
					t.Errorf("%s: %d levels of %d", name, levels, depth)
				}
			}
		}
	}
	if d := decoders.Get().(*Decoder); len(d.chosen.known) != 0 || d.chosen.trials != 0 || d.chosen.opened != 0 {
		t.Errorf("left: %d known, %d trials", len(d.chosen.known), d.chosen.trials)
	}
}

// TestRememberedChoicesHaveTheirIssues checks that faults deep inside unions are reported at their location, with the fields
// that a rule has read, however often the location was reached.
func TestRememberedChoicesHaveTheirIssues(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1, 2, 3, 30} {
		text := strings.Repeat(`{"tag":1,"l":`, depth) + `{"tag":"bad"}` + strings.Repeat(`}`, depth)
		reads := 0
		_, err := Decode([]byte(text), decodeExpression(&reads))
		invalid, ok := err.(*runtime.ValidationError)
		if !ok {
			t.Fatal(err)
		}
		want := strings.TrimPrefix(strings.Repeat(".l", depth)+".tag", ".")
		found := false
		for _, issue := range invalid.Issues() {
			found = found || issue.Rule == "good" && issue.Field == want && fmt.Sprint(issue.Fields) == "["+want+".x]"
		}
		if !found {
			t.Errorf("%d levels: no issue of the rule at %s: %v", depth, want, invalid.Issues())
		}
	}
}

// keyedUnion is a union of n variants of boxes that contain another box under different keys, and of lists.
func keyedUnion(n int) func(*any, *Decoder) {
	u := UnionSpec{Keyword: "anyOf"}
	var variants []func(*Decoder) any
	var decode func(v *any, d *Decoder)
	for i := range n {
		spec := &ObjectSpec{Keys: []string{fmt.Sprintf("in%03d", i)}, Required: []int{0}}
		u.Labels, u.Kinds, u.Keys = append(u.Labels, spec.Keys[0]), append(u.Kinds, TypeObject), append(u.Keys, spec.Keys)
		variants = append(variants, func(d *Decoder) any {
			var in any
			o := Object{Spec: spec}
			for d.Next(&o) {
				decode(&in, d)
			}
			return in
		})
	}
	u.Labels, u.Kinds = append(u.Labels, "list"), append(u.Kinds, TypeArray)
	variants = append(variants, func(d *Decoder) any {
		d.Skip()
		return "list"
	})
	decode = func(v *any, d *Decoder) { *v = Choose(d, &u, variants...) }
	return decode
}

// TestKeysOfVariantsAreLookedForOnce checks that an object is not read again for each key that only one variant requires,
// which would multiply with nesting.
func TestKeysOfVariantsAreLookedForOnce(t *testing.T) {
	const depth = 30
	cost := func(variants int) float64 {
		box := fmt.Sprintf(`{"in%03d":`, variants-1)
		text := []byte(strings.Repeat(box, depth) + "[" + strings.Repeat("1,", 1<<14) + "1]" + strings.Repeat("}", depth))
		best := time.Duration(1 << 62)
		for range 3 {
			began := time.Now()
			v, err := Decode(text, keyedUnion(variants))
			best = min(best, time.Since(began))
			if err != nil || *v != "list" {
				t.Fatalf("%v, %v", *v, err)
			}
		}
		return float64(best)
	}
	// Several attempts, in case the machine is busy.
	for chance := range 4 {
		few, many := cost(2), cost(64)
		if many < 8*few {
			return
		}
		if chance == 3 {
			t.Errorf("64 variants take %.0f times as long as 2", many/few)
		}
	}
}
