package dynamic

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime"
)

// TestDifferential compares the interpreter with an independent implementation, on values generated for every schema of
// the corpus and on mutations of them.
func TestDifferential(t *testing.T) {
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("TOOLGEN_DIFFERENTIAL")); err == nil && n > 0 {
		rounds = n
	}
	tools := corpusTools(t)
	var compared, accepted, undecided, ranges int
	for i, def := range tools {
		p, _ := lower.Lower([]*tooldef.Tool{def}, lower.Options{Package: "corpus"})
		if len(p.Tools) == 0 {
			continue
		}
		independent, err := oracle.Compile(def.Input.JSON())
		if err != nil {
			t.Logf("%s: %s: the oracle rejects the schema: %v", def.Source, def.Name, err)
			continue
		}
		tool := NewTool(p.Tools[0])
		r := sample.New(uint64(i), 1)
		for range rounds {
			v := r.Value(tool.model.Args, 4)
			for mutations := range 3 {
				if mutations > 0 {
					v = r.Mutate(v)
				}
				text, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				want := independent.Validate(text)
				if want == oracle.ErrUnknown {
					undecided++
					continue
				}
				_, got := tool.Decode(text)
				compared++
				if got == nil {
					accepted++
				}
				var invalid *runtime.ValidationError
				if errors.As(got, &invalid) && onlyRange(invalid) {
					ranges++
					continue // a number that does not fit its Go type
				}
				if (got == nil) != (want == nil) {
					t.Errorf("%s: %s: %s\n  decoding says: %v\n  the oracle says: %v", def.Source, def.Name, text, got, want)
				}
				if checked := tool.Validate(json.RawMessage(text)); (checked == nil) != (want == nil) {
					t.Errorf("%s: %s: %s\n  Validate says: %v\n  the oracle says: %v", def.Source, def.Name, text, checked, want)
				}
				if t.Failed() && compared > 0 && testing.Short() {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d tools, %d values compared, %d accepted, %d out of range, %d undecided by the oracle", len(tools), compared, accepted, ranges, undecided)
}

// onlyRange reports whether the only faults are numbers that do not fit their Go types.
func onlyRange(err *runtime.ValidationError) bool {
	for _, issue := range err.Issues() {
		if issue.Constraint != "range" {
			return false
		}
	}
	return true
}
