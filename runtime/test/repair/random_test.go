package repair_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// TestRepairsOfRandomCalls checks for invalid calls of random schemas that a complete repair is valid, and that
// no value of the call is dropped silently.
func TestRepairsOfRandomCalls(t *testing.T) {
	whole := 0
	for seed := range 600 {
		r := sample.NewSchemas(uint64(seed))
		text := r.Typed()
		node, _ := tooldef.ParseNode("schema.json", []byte(text))
		p, _ := lower.Lower([]*tooldef.Tool{{Name: "Random", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "random"})
		if len(p.Tools) == 0 {
			continue
		}
		tool := dynamic.NewTool(p.Tools[0])
		schema, err := repair.ParseSchema(tool.Spec().InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		of := repair.Tool{Name: "Random", Schema: schema, Check: func(text []byte) []repair.Fault { return faults(tool, text) }}
		s := sample.Sampler{Rand: r.Rand}
		for range 10 {
			v := r.TypedInstance(3)
			for range 3 {
				data, _ := json.Marshal(v)
				if v = s.Slip(v); len(faults(tool, data)) == 0 {
					continue // not repairable
				}
				out := repair.Repair(string(data), of)
				if out.Corrected == nil || out.Blank {
					continue
				}
				if len(out.Ask)+len(out.Unplaced)+len(out.Faults) == 0 {
					whole++
					if wrong := faults(tool, []byte(out.Corrected.JSON())); len(wrong) > 0 {
						t.Fatalf("%d: schema %s\n  %s is repaired to %s: %v", seed, text, data, out.Corrected.JSON(), wrong)
					}
				}
				if gone := unsaid(data, out); gone != "" {
					t.Fatalf("%d: schema %s\n  %s is lost of %s: %s, %+v", seed, text, gone, data, out.Corrected.JSON(), out.Edits)
				}
			}
		}
	}
	if t.Logf("%d calls are fully repaired", whole); whole < 100 {
		t.Error("too few repairs")
	}
}

func faults(tool *dynamic.Tool, text []byte) []repair.Fault {
	_, err := tool.Decode(text)
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		return nil
	}
	var list []repair.Fault
	for _, issue := range invalid.Issues() {
		list = append(list, repair.Fault{Field: issue.Field, Constraint: issue.Constraint})
	}
	return list
}

// unsaid returns a scalar of the call that the outcome neither contains nor reports.
func unsaid(call []byte, out repair.Outcome) string {
	var said strings.Builder
	tell := func(n *repair.Node) {
		if n != nil {
			said.WriteString(n.JSON() + " ")
		}
	}
	tell(out.Corrected)
	for _, e := range out.Edits {
		said.WriteString(e.From + " " + e.To + " ")
	}
	for _, a := range out.Ask {
		tell(a.Got)
	}
	for _, u := range out.Unplaced {
		tell(u.Value)
	}
	gone := ""
	text := said.String()
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case string:
			if inner, ok := parsed(v); ok {
				walk(inner) // the text may contain JSON
			} else if scalar, _ := json.Marshal(v); !strings.Contains(text, strings.Trim(string(scalar), `"`)) {
				gone = string(scalar)
			}
		case nil:
		default:
			if scalar, _ := json.Marshal(v); !strings.Contains(text, string(scalar)) {
				gone = string(scalar)
			}
		}
	}
	if v, ok := parsed(string(call)); ok {
		walk(v)
	}
	return gone
}

func parsed(text string) (v any, ok bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	err := dec.Decode(&v)
	return v, err == nil && !dec.More()
}
