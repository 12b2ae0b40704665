package expr_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// instances generates random values of a type, some with missing or invalid fields.
type instances struct{ *rand.Rand }

func pick[T any](r instances, list ...T) T { return list[r.IntN(len(list))] }

func (r instances) value(t *model.Type, depth int) any {
	if t.Accepts&model.JSONNull != 0 && r.IntN(4) == 0 {
		return nil
	}
	switch t.Kind {
	case model.Bool:
		return r.IntN(2) == 0
	case model.Int:
		if r.IntN(40) == 0 {
			return pick[any](r, json.Number("9223372036854775807"), json.Number("9223372036854775806"), 1<<31-1, 0.5)
		}
		return r.IntN(7) - 1
	case model.Float, model.Number:
		return pick[any](r, 0, 0.1, 0.2, 0.3, 1, 1.5, 2, 2.25, -1, 0.7, json.Number("1e300"))
	case model.String:
		for _, c := range t.Constraints {
			if enum, ok := c.(model.Enum); ok && r.IntN(12) > 0 {
				return pick(r, enum.Values...).Text
			}
		}
		return r.text()
	case model.Slice:
		items := []any{}
		for range r.IntN(4) {
			items = append(items, r.value(t.Items, depth-1))
		}
		return items
	case model.Map:
		m := map[string]any{}
		for _, key := range []string{"a", "b", "c", "ab"} {
			if r.IntN(2) == 0 {
				m[key] = r.value(t.Additional, depth-1)
			}
		}
		return m
	case model.Struct:
		return r.object(t, depth)
	}
	return pick[any](r, 1, "x", nil, true)
}

func (r instances) object(t *model.Type, depth int) any {
	m := map[string]any{}
	for _, f := range t.Fields {
		if f.Required && r.IntN(60) > 0 || r.IntN(2) == 0 {
			m[f.Key] = r.value(f.Type, depth-1)
		}
		if r.IntN(150) == 0 {
			m[f.Key] = pick[any](r, "x", 3, nil, []any{})
		}
	}
	return m
}

func (r instances) text() string {
	return pick(r, "a", "b", "ab", "aba", "", "é", "aéb", "10", "1.5", "void", " ", "10.1.2.3", "::1", "https://x.org/p?q=1",
		"2024-01-01T00:00:00Z", "2024-02-03T04:05:06.5+02:00", "2024-01-01", "10.0.0.0/24", "karpenter.sh", "x.karpenter.sh/y")
}

// differential compares the compiled rules of packages with cel-go on random calls.
func differential(t *testing.T, packages []*model.Package, calls int) {
	t.Helper()
	differentialOf(t, packages, calls, gentest.Options{Vet: true})
}

func differentialOf(t *testing.T, packages []*model.Package, calls int, opts gentest.Options) {
	t.Helper()
	for _, p := range packages {
		for _, d := range expr.Compile(p) {
			if d.Severity == model.Error {
				t.Error(d)
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	program := gentest.Build(t, packages, opts)
	for n, p := range packages {
		tool := dynamic.NewTool(p.Tools[0])
		r := instances{rand.New(rand.NewPCG(uint64(n), 7))}
		broken := map[string]int{}
		faults, built := 0, 0
		for range calls {
			args, err := json.Marshal(r.value(p.Tools[0].Args, 4))
			if err != nil {
				t.Fatal(err)
			}
			q := worker.Question{Package: p.Name, Tool: p.Tools[0].Name, Args: string(args)}
			compiled, interpreted := program.Ask(q), worker.Judge(tool, q)
			compiled.Value, interpreted.Value = "", ""
			if diff := differ(t, interpreted, compiled); diff != "" {
				t.Errorf("%s: %s\n(-cel-go +compiled)\n%s", p.Name, args, diff)
				if faults++; faults > 3 {
					break
				}
			}
			checked := validated(t, tool, args)
			if onlyRules(interpreted) {
				decoded := worker.Verdict{Valid: checked.Valid, Issues: interpreted.Issues}
				if diff := differ(t, decoded, checked); diff != "" {
					t.Errorf("%s:\n(-decoded +checked)\n%s", args, diff)
				}
			}
			if builtToo(t, program, checked, q) {
				built++
			}
			seen := map[string]bool{}
			for _, issue := range compiled.Issues {
				if !seen[issue.Rule] {
					broken[issue.Rule]++
				}
				seen[issue.Rule] = true
			}
		}
		for _, typ := range p.Tools[0].Rules {
			if n := broken[typ.ID]; typ.Pointer != "any" && (n == 0 || n == calls) {
				t.Errorf("%s: the rule %s was broken in %d of %d calls, which tests nothing: %s", p.Name, typ.ID, n, calls, typ.Source)
			}
		}
		if built < calls/20 {
			t.Errorf("%s: only %d of %d values were built in Go", p.Name, built, calls)
		}
		t.Logf("%s: %d rules, %d calls, %d values built in Go", p.Name, len(p.Tools[0].Rules), calls, built)
	}
}

// validated returns the interpreter's verdict on an existing value.
func validated(t *testing.T, tool *dynamic.Tool, args []byte) (v worker.Verdict) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	invalid, broken := tool.Validate(value).(*runtime.ValidationError)
	if v.Valid = !broken; broken {
		v.Issues = invalid.Issues()
	}
	return v
}

// onlyRules reports whether only rules are violated, so that decoding and validation agree.
func onlyRules(v worker.Verdict) bool {
	return !slices.ContainsFunc(v.Issues, func(issue runtime.ValidationIssue) bool { return issue.Constraint != "rule" })
}

// builtToo compares Validate of the compiled code with the interpreter, for values a program can construct:
// required fields present and all types correct.
func builtToo(t *testing.T, program *gentest.Program, checked worker.Verdict, q worker.Question) bool {
	t.Helper()
	q.Built = true
	compiled := program.Ask(q)
	if compiled.Failure != "" {
		return false // not representable in Go
	}
	for _, issue := range checked.Issues {
		if issue.Constraint == "type" || issue.Constraint == "range" || issue.Constraint == "required" && issue.Got == nil {
			return false // not representable in Go: the zero value is a value
		}
	}
	if diff := differ(t, checked, compiled); diff != "" {
		t.Errorf("Validate of %s\n(-interpreted +compiled)\n%s", q.Args, diff)
	}
	return true
}

// differ compares two verdicts as JSON, since one of them arrived as JSON.
func differ(t *testing.T, want, got worker.Verdict) string {
	t.Helper()
	texts, values := [2][]byte{}, [2]any{}
	for i, v := range []worker.Verdict{want, got} {
		var err error
		if texts[i], err = json.Marshal(v); err != nil {
			t.Fatal(err)
		}
		if i == 1 && bytes.Equal(texts[0], texts[1]) {
			return ""
		}
	}
	for i, text := range texts {
		if err := json.Unmarshal(text, &values[i]); err != nil {
			t.Fatal(err)
		}
	}
	return testdiff.Diff(values[0], values[1])
}

// Random combinations of the sample rules combine errors in ways that handwritten rules do not.
func TestCombinedRulesAgreeWithCEL(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	part := func() string {
		for {
			// String rules are conditionals that end in "".
			if source := sampleRules[r.IntN(len(sampleRules))]; !strings.Contains(source, `? "" :`) {
				return "(" + source + ")"
			}
		}
	}
	var combine func(depth int) string
	combine = func(depth int) string {
		if depth == 0 {
			return part()
		}
		a, b := combine(depth-1), combine(depth-1)
		switch r.IntN(8) {
		case 0:
			return "(" + a + " && " + b + ")"
		case 1:
			return "(" + a + " || " + b + ")"
		case 2:
			return "!(" + a + " && " + b + ")"
		case 3:
			return "(" + a + " ? " + b + " : " + combine(depth-1) + ")"
		case 4:
			return "(" + a + " == " + b + ")"
		case 5:
			return `self.tags.all(t9, t9 == "b" || ` + a + ")"
		case 6:
			return `self.lines.exists(l9, has(l9.qty) && (` + a + " || l9.qty / (l9.qty - 2) > 0 && " + b + "))"
		default:
			return `(self.tags.filter(t9, t9 != "b" && ` + a + ").size() == 1)"
		}
	}
	p := lowered(t, "combined", sample)
	var sources []string
	for len(sources) < nightly(60, 300) {
		source := combine(1 + r.IntN(2))
		alone := lowered(t, "alone", sample)
		alone.Tools[0].Args.Rules = numbered("r", source)
		if diags := expr.Compile(alone); diags.HasErrors() && strings.Contains(diags[0].Problem, "steps") {
			continue // loops nested too deeply
		}
		sources = append(sources, source)
	}
	attach(p.Tools[0], p.Tools[0].Args, "", numbered("combined", sources...))
	for i := range p.Tools[0].Rules {
		p.Tools[0].Rules[i].Pointer = "any" // some hold for all calls
	}
	differential(t, []*model.Package{p}, nightly(800, 3_000))
}

// attach puts rules on a type of a tool.
func attach(tool *model.Tool, of *model.Type, at string, rules []model.Rule) {
	for i := range rules {
		rules[i].At = at
	}
	of.Rules = append(of.Rules, rules...)
	tool.Rules = append(tool.Rules, rules...)
}

// Not parallel: under load, cel-go once failed a rule that it accepts when run alone.
func TestRulesAgreeWithCEL(t *testing.T) {
	p := lowered(t, "sample", sample)
	tool := p.Tools[0]
	rules := numbered("r", sampleRules...)
	for i := range rules {
		if i%7 == 0 {
			rules[i].Message = fmt.Sprintf("rule %d", i)
		}
		if i%5 == 0 {
			rules[i].MessageSource = `"n is " + string(self.n / (self.n - 1)) + " of " + string(self.d)`
		}
	}
	attach(tool, tool.Args, "", rules)
	differential(t, []*model.Package{p}, nightly(5_000, 50_000))
}
