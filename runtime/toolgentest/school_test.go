package toolgentest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// schoolTools are the tools of the examples, and some that have what few real tools have: unions
// with a discriminator, sets, and a rule.
func schoolTools(t testing.TB) []runtime.Tool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "schemas", "*.tools.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no example schemas: %v", err)
	}
	files = append(files, filepath.Join("testdata", "school.json"))
	var tools []runtime.Tool
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		defs, _ := tooldef.Read(filepath.Base(file), data, tooldef.Options{})
		p, _ := lower.Lower(defs, lower.Options{Package: "p"})
		for _, m := range p.Tools {
			var tool runtime.Tool = dynamic.NewTool(m)
			if m.Name == "post_entry" {
				tool = balancedTool{tool}
			}
			tools = append(tools, tool)
		}
	}
	return tools
}

// schoolCalls samples each tool several times.
func schoolCalls(t *testing.T, times int) []Call {
	t.Helper()
	var calls []Call
	for _, tool := range schoolTools(t) {
		for seed := range times {
			if _, ok := tool.(balancedTool); ok {
				call, err := NewCall(tool, fmt.Appendf(nil, `{"Date":"2024-03-01","Lines":[{"AccountId":"acc_%d","CreditAmount":0,"DebitAmount":%d.5},{"AccountId":"acc_x","CreditAmount":%d.5,"DebitAmount":0}]}`, seed, seed, seed))
				if err != nil {
					t.Fatal(err)
				}
				calls = append(calls, call)
				continue
			}
			call, err := Sample(tool, uint64(seed))
			if err != nil {
				t.Errorf("%v", err)
				break
			}
			calls = append(calls, call)
		}
	}
	return calls
}

// balancedTool is a tool with a rule over its fields, as a rules file would give it.
type balancedTool struct{ runtime.Tool }

// unbalanced is what the rule reports.
type unbalanced struct{ debits, credits string }

func (e unbalanced) Error() string { return "the entry is not balanced" }

func (e unbalanced) Issues() []runtime.ValidationIssue {
	return []runtime.ValidationIssue{{
		Field: "Lines", Constraint: "rule", Rule: "balanced",
		Message: fmt.Sprintf("Debits (%s) must equal Credits (%s).", e.debits, e.credits),
		Fields:  []string{"Lines[].DebitAmount", "Lines[].CreditAmount"},
	}}
}

func (t balancedTool) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	v, err := t.Tool.Decode(args, opts...)
	if err != nil {
		return nil, err
	}
	debits, credits := new(big.Rat), new(big.Rat)
	lines, _ := objectOf(v)["Lines"].([]any)
	for _, line := range lines {
		for key, sum := range map[string]*big.Rat{"DebitAmount": debits, "CreditAmount": credits} {
			if n, ok := objectOf(line)[key].(json.Number); ok {
				x, ok := new(big.Rat).SetString(string(n))
				if !ok {
					return nil, errors.New("no number")
				}
				sum.Add(sum, x)
			}
		}
	}
	if debits.Cmp(credits) != 0 {
		return nil, unbalanced{debits.FloatString(2), credits.FloatString(2)}
	}
	return v, nil
}

// unbalance adds mutations that break the rule.
func unbalance(call Call) []mutation {
	if _, ok := call.tool.(balancedTool); !ok {
		return nil
	}
	at := path{{key: "Lines"}, {index: 0, isIndex: true}, {key: "DebitAmount"}}
	return []mutation{{kind: BrokenRule, place: at, apply: func(doc any) any {
		if v, ok := get(doc, at); ok && v != json.Number("77.5") {
			return put(doc, at, json.Number("77.5"))
		}
		return doc
	}}}
}
