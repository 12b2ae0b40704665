package gencode

import (
	"strings"
	"testing"
)

// doubled is the check of a schema that applies twice to the member x, each time with a full evaluation.
func doubled(c *Checker, v any) {
	doubledRuns++
	m, ok := v.(map[string]any)
	if !ok {
		c.TypeOf(v, TypeInteger)
		return
	}
	Property(c, m, "x", doubled)
	Property(c, m, "x", doubled)
	if items, ok := m["list"].([]any); ok {
		Items(c, items, 0, doubled)
	}
}

var doubledRuns int

// TestRepeatedChecks counts the checks of values that take exponential time in their depth without memoization. It is not
// parallel, because it counts in a package variable.
func TestRepeatedChecks(t *testing.T) {
	const depth, most = 60, 4 * checksForParts
	for _, c := range []struct {
		leaf  string
		fault bool
	}{{"1", false}, {"true", true}, {`{"list":[1,{},{}]}`, false}, {`{"list":[1,[]]}`, true}} {
		v := parseJSON(strings.Repeat(`{"x":`, depth) + c.leaf + strings.Repeat("}", depth))
		for name, check := range map[string]func(*Checker, any){
			"in itself": doubled,
			"in a trial": func(c *Checker, v any) {
				if !Fits(c, v, doubled) {
					c.Issue("not", nil, nil)
				}
			},
			"in a choice": func(c *Checker, v any) {
				AnyOf(c, v, []string{"1", "2"}, doubled, func(c *Checker, _ any) { c.Issue("not", nil, nil) })
			},
		} {
			doubledRuns = 0
			got := faultsOf(t, v, check)
			if (len(got) > 0) != c.fault {
				t.Errorf("%s, %s: %d faults", c.leaf, name, len(got))
			}
			if doubledRuns > most {
				t.Errorf("%s, %s: %d checks", c.leaf, name, doubledRuns)
			}
		}
	}
}

// TestRepeatsOfTheClosestBranch checks that issues of the closest branch are reported even if it was evaluated before in a
// trial, which discards them.
func TestRepeatsOfTheClosestBranch(t *testing.T) {
	for _, depth := range []int{8, 16, 40} {
		v := parseJSON(strings.Repeat(`{"x":`, depth) + "true" + strings.Repeat("}", depth))
		doubledRuns = 0
		got := faultsOf(t, v, func(c *Checker, v any) {
			AnyOf(c, v, []string{"1", "2"}, func(c *Checker, v any) { c.TypeOf(v, TypeString) }, doubled)
		})
		if len(got) < 2 || !strings.HasSuffix(got[1], "x type") {
			t.Errorf("depth %d: %q", depth, got)
		}
		if doubledRuns > 6*checksForParts {
			t.Errorf("depth %d: %d checks", depth, doubledRuns)
		}
	}
}

// TestRepeatsOfCaptures checks that closures of one function literal are different checks.
func TestRepeatsOfCaptures(t *testing.T) {
	t.Parallel()
	part := map[string]any{"a": "text"}
	items := []any{part}
	v := map[string]any{"x": part, "list": items}
	got := faultsOf(t, v, func(c *Checker, v any) {
		c.checks = checksForParts
		for _, allowed := range []JSONType{TypeObject, TypeString} {
			Property(c, v.(map[string]any), "x", func(c *Checker, v any) { c.TypeOf(v, allowed) })
		}
	})
	if len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// TestLongEnumIsReadOnce counts the allocations for comparing many values with a long enum.
func TestLongEnumIsReadOnce(t *testing.T) {
	values := make([]string, 2000)
	for i := range values {
		values[i] = `{"a":` + strings.Repeat("1", 1+i%7) + `}`
	}
	v := parseJSON("[" + strings.Repeat(`{"a":2},`, 500) + `{"a":11}]`)
	took := testing.AllocsPerRun(1, func() {
		if got := faultsOf(t, v, func(c *Checker, v any) {
			Items(c, v.([]any), 0, func(c *Checker, v any) { c.EnumAny(v, values...) })
		}); len(got) == 0 || got[0] != "[0] enum" {
			t.Error(got)
		}
	})
	if most := 60_000.0; took > most {
		t.Errorf("%.0f allocations, more than %.0f", took, most)
	}
}

// chain is the check of {"anyOf":[{"properties":{"x":{"$ref":"#"},"n":{"type":"integer"}},"type":"object"},{"type":"integer"}]}.
func chain(c *Checker, v any) {
	AnyOf(c, v, []string{"object", "integer"}, chainObject, func(c *Checker, v any) { c.TypeOf(v, TypeInteger) })
}

func chainObject(c *Checker, v any) {
	if !c.TypeOf(v, TypeObject) {
		return
	}
	m := v.(map[string]any)
	Property(c, m, "x", chain)
	Property(c, m, "n", func(c *Checker, v any) { c.TypeOf(v, TypeInteger) })
}

// TestRepeatsOfTrials checks that a fault is reported however often enclosing unions have found it in trials, in cheap and in
// expensive values.
func TestRepeatsOfTrials(t *testing.T) {
	t.Parallel()
	const depth = 20
	v := parseJSON(strings.Repeat(`{"x":`, depth) + `{"n":"text"}` + strings.Repeat("}", depth))
	want := strings.Repeat("x.", depth) + "n type"
	for _, checks := range []int32{0, checksForParts, checksForScalars} {
		got := faultsOf(t, v, func(c *Checker, v any) {
			c.checks = checks
			chain(c, v)
		})
		if len(got) != depth+2 || got[depth+1] != want {
			t.Errorf("after %d checks: got %q", checks, got)
		}
	}
}

// TestRepeatsOfManyScalars checks a list so long that scalars begin to be remembered while its closest branch is looked for.
func TestRepeatsOfManyScalars(t *testing.T) {
	t.Parallel()
	const items = checksForScalars * 3 / 10 // two checks each
	text := func(c *Checker, v any) { c.TypeOf(v, TypeString) }
	list := func(c *Checker, v any) {
		if c.TypeOf(v, TypeArray) {
			Items(c, v.([]any), 0, func(c *Checker, v any) { AnyOf(c, v, []string{"text"}, text) })
		}
	}
	v := parseJSON("[" + strings.Repeat(`"a",`, items) + "1]")
	got := faultsOf(t, v, func(c *Checker, v any) { AnyOf(c, v, []string{"list", "text"}, list, text) })
	if len(got) != 2 || got[0] != "[30000] anyOf" {
		t.Errorf("got %q", got)
	}
}
