package differential

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/internal/sample"
)

// On random schemas with narrow Go types, all implementations agree on values in any spelling and on values
// built in Go: what Validate accepts marshals to JSON that decoding and the oracle accept and that decodes to
// the same value; what Validate rejects, decoding rejects.
func TestTypedSchemas(t *testing.T) {
	t.Parallel()
	schemas := 150
	if nightly() {
		schemas = 1500
	}
	subjects, program := typedSchemas(t, schemas, 5_000_000, "")
	checkTyped(t, subjects, program)
}

// Same with blankIsMissing, which the oracle does not know.
func TestBlankSchemas(t *testing.T) {
	t.Parallel()
	schemas := 50
	if nightly() {
		schemas = 500
	}
	subjects, program := typedSchemas(t, schemas, 7_000_000, `"x-toolgen":{"blankIsMissing":true},`)
	for _, s := range subjects {
		s.oracle = nil
	}
	checkTyped(t, subjects, program)
}

// typedSchemas generates random schemas; more is inserted at the start of each.
func typedSchemas(t *testing.T, schemas int, seed uint64, more string) ([]*subject, *gentest.Program) {
	t.Helper()
	var defs []*tooldef.Tool
	for i := range schemas {
		text := sample.NewSchemas(seed + uint64(i)).Typed()
		node, diags := tooldef.ParseNode("schema.json", []byte("{"+more+text[1:]))
		if node == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		defs = append(defs, &tooldef.Tool{Name: fmt.Sprintf("Typed%d", i), Source: "schema.json", Envelope: tooldef.Schema, Input: node})
	}
	return prepare(t, defs, 50)
}

func checkTyped(t *testing.T, subjects []*subject, program *gentest.Program) {
	t.Helper()
	values := 12
	if nightly() {
		values = 40
	}
	n := tally{anyOrder: true}
	for i, s := range subjects {
		r, likely := sample.NewSchemas(uint64(i)+6_000_000), sample.New(uint64(i), 4)
		for j := range values {
			v := r.TypedInstance(4)
			if j%2 == 0 {
				v = likely.Value(s.model.Args, 4)
			}
			n.check(t, program, s, v)
			n.checkEscaped(t, program, s, v, r)
			n.checkGoValues(t, program, s, v, 12)
		}
	}
	t.Logf("%d schemas: %v", len(subjects), n)
}

// checkEscaped checks for the same verdict if strings are written with escapes.
func (n *tally) checkEscaped(t *testing.T, program *gentest.Program, s *subject, v any, r sample.Schemas) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	escaped := escape(string(text), func() bool { return r.IntN(2) == 0 })
	want := program.Ask(worker.Question{Package: s.pkg, Tool: s.model.Name, Args: string(text)})
	got := program.Ask(worker.Question{Package: s.pkg, Tool: s.model.Name, Args: escaped})
	if want.Valid != got.Valid || want.Value != got.Value || fmt.Sprint(want.Issues) != fmt.Sprint(got.Issues) {
		n.fail(t, "%s\n  schema %s\n  value %s\n  reports %v\n  written as %s\n  reports %v", s.name, s.model.InputSchema, text, issuesOf(want), escaped, issuesOf(got))
	}
}

// escape writes some characters of JSON strings as escapes.
func escape(text string, pick func() bool) string {
	var b strings.Builder
	inside, escaped := false, false
	for _, c := range text {
		switch {
		case !inside || escaped:
			b.WriteRune(c)
			escaped = false
			inside = inside || c == '"'
		case c == '"':
			b.WriteRune(c)
			inside = false
		case c == '\\':
			b.WriteRune(c)
			escaped = true
		case pick():
			for _, unit := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// checkGoValues checks Go values of the type that v decodes to.
func (n *tally) checkGoValues(t *testing.T, program *gentest.Program, s *subject, v any, count int) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got := program.Ask(worker.Question{Package: s.pkg, Tool: s.model.Name, Args: string(text), Vary: count, Seed: uint64(n.values), Lax: s.oracle == nil})
	if got.Failure != "" {
		n.fail(t, "%s\n  schema %s\n  value %s\n  %s", s.name, s.model.InputSchema, text, got.Failure)
	}
	for _, made := range got.Varied {
		n.built++
		problem := made.Problem
		if made.Valid {
			n.sound++
			if refused := s.oracle.Validate([]byte(made.Text)); problem == "" && refused != nil && refused != oracle.ErrUnknown {
				problem = fmt.Sprintf("Validate accepts a value that the oracle rejects: %v", refused)
			}
		}
		if problem != "" && !s.failed {
			s.failed = true
			n.fail(t, "%s\n  schema %s\n  Go value %s\n  JSON %s\n  %s", s.name, s.model.InputSchema, made.Value, made.Text, problem)
		}
	}
}

// fail reports a limited number of disagreements.
func (n *tally) fail(t *testing.T, format string, args ...any) {
	t.Helper()
	if n.failed++; n.failed > 20 {
		t.FailNow()
	}
	t.Errorf(format, args...)
}
