package differential

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime"
)

// subject is a tool in its three implementations.
type subject struct {
	name    string
	pkg     string
	model   *model.Tool
	dynamic runtime.Tool
	oracle  *oracle.Schema
	failed  bool // with a Go value; one report is enough
}

// tally counts the comparisons.
type tally struct {
	values, accepted, undecided, beyondRange, rounded, failed int
	built, sound                                              int // values built in Go, and valid ones among them
	// anyOrder ignores the order of issues: if a value violates several keywords, generated code checks those
	// first that the Go type implies.
	anyOrder bool
}

func (n tally) String() string {
	return fmt.Sprintf("%d values, %d of them valid, %d beyond the range of a Go type, %d rounded to float64, %d without a verdict of the oracle; %d values built in Go, %d of them valid",
		n.values, n.accepted, n.beyondRange, n.rounded, n.undecided, n.built, n.sound)
}

// nightly reports whether the long tests should run.
func nightly() bool { return os.Getenv("TOOLGEN_NIGHTLY") != "" }

// On generated values for every schema of the corpus, and mutations of them: the three implementations agree on
// validity, generated code and interpreter agree on issues, and accepted values marshal to the same document.
func TestCorpusSchemas(t *testing.T) {
	t.Parallel()
	shared := gentest.Shared()
	if shared == "" {
		t.Skip("no corpus beside the module")
	}
	every, rounds := 8, 6
	if nightly() {
		every, rounds = 1, 25
	}
	var defs []*tooldef.Tool
	err := filepath.WalkDir(filepath.Join(shared, "corpus", "tools"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tools, _ := tooldef.Read(filepath.Base(path), data, tooldef.Options{PythonTypes: true, KeepConflicts: true})
		defs = append(defs, tools...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var chosen []*tooldef.Tool
	for i, def := range defs {
		if i%every == 0 {
			chosen = append(chosen, def)
		}
	}
	subjects, program := prepare(t, chosen, 150)
	var n tally
	for i, s := range subjects {
		r := sample.New(uint64(i), 1)
		for range rounds {
			v := r.Value(s.model.Args, 4)
			n.check(t, program, s, v)
			for range 2 {
				v = r.Mutate(sample.Clone(v))
				n.check(t, program, s, v)
			}
			n.checkGoValues(t, program, s, v, 4)
		}
	}
	t.Logf("%d tools: %v", len(subjects), n)
	if n.accepted*10 < n.values {
		t.Errorf("only %d of %d values are valid: the sampler is too weak", n.accepted, n.values)
	}
}

// Same, on random schemas with unusual combinations of keywords.
func TestRandomSchemas(t *testing.T) {
	t.Parallel()
	schemas, values := 150, 20
	if nightly() {
		schemas, values = 1500, 60
	}
	var defs []*tooldef.Tool
	var seeds []uint64
	for seed := range schemas {
		r := sample.NewSchemas(uint64(seed))
		r.Draft = []int{2020, 2019, 2020, 7, 2020, 6, 2020, 4}[seed%8]
		node, diags := tooldef.ParseNode("schema.json", []byte(r.Schema()))
		if node == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		defs = append(defs, &tooldef.Tool{Name: fmt.Sprintf("Random%d", seed), Source: "schema.json", Envelope: tooldef.Schema, Input: node})
		seeds = append(seeds, uint64(seed))
	}
	subjects, program := prepare(t, defs, 50)
	n := tally{anyOrder: true}
	for i, s := range subjects {
		r := sample.NewSchemas(seeds[i] + 1_000_000)
		for range values {
			v := r.Instance(3)
			n.check(t, program, s, v)
			n.checkGoValues(t, program, s, v, 4)
		}
	}
	t.Logf("%d schemas: %v", len(subjects), n)
}

// Same, on schemas composed of definitions and allOf.
func TestComposedSchemas(t *testing.T) {
	t.Parallel()
	schemas, values := 100, 30
	if nightly() {
		schemas, values = 1000, 60
	}
	const seed = 9_000_000
	var defs []*tooldef.Tool
	for i := range schemas {
		r := sample.NewSchemas(seed + uint64(i))
		r.Draft = []int{2020, 2020, 2019, 7}[i%4]
		node, diags := tooldef.ParseNode("schema.json", []byte(r.Composed()))
		if node == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		defs = append(defs, &tooldef.Tool{Name: fmt.Sprintf("Composed%d", i), Source: "schema.json", Envelope: tooldef.Schema, Input: node})
	}
	subjects, program := prepare(t, defs, 50)
	n := tally{anyOrder: true}
	for i, s := range subjects {
		r := sample.NewSchemas(seed + 1_000_000 + uint64(i))
		typed := sample.New(uint64(i), 1)
		for range values {
			n.check(t, program, s, r.TypedInstance(4))
			v := typed.Value(s.model.Args, 4)
			n.check(t, program, s, v)
			n.check(t, program, s, typed.Mutate(sample.Clone(v)))
			n.checkGoValues(t, program, s, v, 4)
		}
	}
	t.Logf("%d schemas: %v", len(subjects), n)
	if n.accepted*10 < n.values {
		t.Errorf("only %d of %d values are valid: the sampler is too weak", n.accepted, n.values)
	}
}

// prepare builds the three implementations of tools.
func prepare(t *testing.T, defs []*tooldef.Tool, perPackage int) ([]*subject, *gentest.Program) {
	t.Helper()
	var subjects []*subject
	var packages []*model.Package
	for _, batch := range gentest.Batches(defs) {
		for ; len(batch) > 0; batch = batch[min(perPackage, len(batch)):] {
			part := batch[:min(perPackage, len(batch))]
			p, diags := lower.Lower(part, lower.Options{Package: fmt.Sprintf("d%d", len(packages))})
			refusals(t, part, diags)
			if len(p.Tools) == 0 {
				continue
			}
			packages = append(packages, p)
			for _, m := range p.Tools {
				def := part[slices.IndexFunc(part, func(d *tooldef.Tool) bool { return d.Name == m.Name })]
				schema, err := oracle.Compile(def.Input.JSON())
				if err != nil {
					t.Logf("%s %s: the oracle rejects the schema: %v", def.Source, m.Name, err)
					continue
				}
				subjects = append(subjects, &subject{name: def.Source + " " + m.Name, pkg: p.Name, model: m, dynamic: dynamic.NewTool(m), oracle: schema})
			}
		}
	}
	return subjects, gentest.Build(t, packages, gentest.Options{})
}

// refusals reports schemas that are rejected although the oracle accepts them. Some published schemas are
// rejected for a reason.
func refusals(t *testing.T, defs []*tooldef.Tool, diags model.Diagnostics) {
	t.Helper()
	for _, d := range diags {
		if d.Severity != model.Error || !slices.ContainsFunc(defs, func(def *tooldef.Tool) bool { return def.Name == d.Tool && def.Envelope == tooldef.Schema }) {
			continue
		}
		def := defs[slices.IndexFunc(defs, func(def *tooldef.Tool) bool { return def.Name == d.Tool })]
		if _, err := oracle.Compile(def.Input.JSON()); err == nil {
			t.Errorf("%s is rejected: %s: %s\n  schema %s", d.Tool, d.Pointer, d.Problem, def.Input.JSON())
		}
	}
}

// check compares the implementations on one value and reports whether generated code accepts it.
func (n *tally) check(t *testing.T, program *gentest.Program, s *subject, v any) (valid bool) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	q := worker.Question{Package: s.pkg, Tool: s.model.Name, Args: string(text)}
	want, compiled, interpreted := s.oracle.Validate(text), program.Ask(q), worker.Judge(s.dynamic, q)
	n.values++
	if compiled.Valid {
		n.accepted++
	}
	problem := ""
	switch {
	case compiled.Failure != "" || interpreted.Failure != "":
		problem = compiled.Failure + interpreted.Failure
	case !n.sameIssues(compiled, interpreted):
		problem = fmt.Sprintf("generated code reports %v, the interpreter %v", wholeIssues(compiled), wholeIssues(interpreted))
	case compiled.Valid && len(compiled.Validate) > 0 && !losesDigits(v, s.model.InputSchema): // float64 has lost digits that Validate would need
		problem = fmt.Sprintf("decoded, but Validate reports %v", compiled.Validate)
	case want == oracle.ErrUnknown:
		n.undecided++
	case onlyRange(compiled), compiled.Valid != (want == nil) && beyondInChoice(string(text), s.model.InputSchema):
		n.beyondRange++ // a number beyond every Go type of the schema
	case compiled.Valid != (want == nil):
		problem = fmt.Sprintf("generated code reports %v, the oracle %v", issuesOf(compiled), want)
	case compiled.Valid && !sameDocument(v, compiled, false) && sameDocument(v, compiled, true):
		n.rounded++ // a JSON number is a float64 in Go; a documented limit
	case compiled.Valid && strings.Contains(s.model.InputSchema, `"format":"float"`) && !sameDocument(v, compiled, false):
		n.rounded++ // rounded to float32
	case compiled.Valid && !sameDocument(v, compiled, false):
		problem = "marshals to " + compiled.Value
	}
	if problem != "" {
		if n.failed++; n.failed > 20 {
			t.FailNow()
		}
		t.Errorf("%s\n  schema %s\n  value %s\n  %s", s.name, s.model.InputSchema, text, problem)
	}
	return compiled.Valid
}

// sameIssues compares issues completely. Numbers are compared as float64, since generated code may have no more.
func (n *tally) sameIssues(a, b worker.Verdict) bool {
	x, y := wholeIssues(a), wholeIssues(b)
	if n.anyOrder {
		slices.Sort(x)
		slices.Sort(y)
	}
	return slices.Equal(x, y)
}

// wholeIssues formats each issue as text.
func wholeIssues(v worker.Verdict) []string {
	var out []string
	for _, i := range v.Issues {
		out = append(out, fmt.Sprintf("%s %s want %s got %s %s", i.Field, i.Constraint, rounded(i.Expected), rounded(i.Got), i.Message))
	}
	return out
}

// rounded marshals a value with its numbers rounded to float64.
func rounded(v any) []byte {
	text, _ := json.Marshal(v)
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var plain any
	_ = d.Decode(&plain)
	text, _ = json.Marshal(normal(plain, "", nil, true))
	return text
}

// issuesOf lists field and constraint of each issue, in order.
func issuesOf(v worker.Verdict) []string {
	var out []string
	for _, i := range v.Issues {
		out = append(out, i.Field+" "+i.Constraint)
	}
	return out
}

func onlyRange(v worker.Verdict) bool {
	return len(v.Issues) > 0 && !slices.ContainsFunc(v.Issues, func(i runtime.ValidationIssue) bool { return i.Constraint != "range" })
}

// beyondInChoice reports whether a number may exceed the Go type of a branch of a union, which then no longer
// matches.
func beyondInChoice(text, schema string) bool {
	if !strings.Contains(schema, `"anyOf"`) && !strings.Contains(schema, `"oneOf"`) {
		return false
	}
	least := math.Inf(1)
	for _, size := range narrowFormats.FindAllStringSubmatch(schema, -1) {
		bits, _ := strconv.Atoi(size[1])
		least = min(least, math.Ldexp(1, bits-1))
	}
	unsigned := strings.Contains(schema, `"uint`)
	return slices.ContainsFunc(numberPattern.FindAllString(text, -1), func(number string) bool {
		f, err := strconv.ParseFloat(number, 64)
		return err != nil || math.Abs(f) >= 1<<63 || math.Abs(f) >= least || unsigned && f < 0
	})
}

var narrowFormats = regexp.MustCompile(`int(8|16|32)"`)

var numberPattern = regexp.MustCompile(`-?[0-9][0-9.]*([eE][-+]?[0-9]+)?`)

// losesDigits reports whether a number has more digits than a float of the schema.
func losesDigits(v any, schema string) bool {
	switch v := v.(type) {
	case json.Number:
		return len(v) > 15 || len(v) > 6 && strings.Contains(schema, `"format":"float"`)
	case map[string]any:
		for _, member := range v {
			if losesDigits(member, schema) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return losesDigits(item, schema) })
	}
	return false
}

// sameDocument reports whether a decoded value marshals to its original document, except for dropped keys and,
// if round is set, rounding.
func sameDocument(v any, got worker.Verdict, round bool) bool {
	d := json.NewDecoder(strings.NewReader(got.Value))
	d.UseNumber()
	var back any
	if err := d.Decode(&back); err != nil {
		return false
	}
	dropped := map[string]bool{}
	for _, r := range got.Receipts {
		if r.Kind == "ignored" {
			dropped[runtime.Pointer(r.Field)] = true
		}
	}
	return reflect.DeepEqual(normal(v, "", dropped, round), normal(back, "", nil, round))
}

// normal normalizes values: numbers by value, dropped keys removed.
func normal(v any, at string, dropped map[string]bool, round bool) any {
	switch v := v.(type) {
	case json.Number:
		if r, ok := new(big.Rat).SetString(string(v)); ok {
			f, _ := r.Float64()
			if r.IsInt() && !round {
				return r.Num().String()
			}
			return f
		}
		return string(v)
	case map[string]any:
		out := map[string]any{}
		for k, item := range v {
			if p := at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(k); !dropped[p] {
				out[k] = normal(item, p, dropped, round)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = normal(item, fmt.Sprintf("%s/%d", at, i), dropped, round)
		}
		return out
	default:
		return v
	}
}
