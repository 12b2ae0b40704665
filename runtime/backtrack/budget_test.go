package backtrack

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// slow is far above what one call needs on a busy machine, and far below what these tests would take if each
// match had its own time limit.
const slow = 8 * time.Second

// hostile returns texts that each run a catastrophic pattern into its time limit.
func hostile(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = strings.Repeat("a", 60)
	}
	return texts
}

// within fails the test unless f returns in time, and returns the issues of its error.
func within(t *testing.T, f func() error) []runtime.ValidationIssue {
	t.Helper()
	began := time.Now()
	err := f()
	if took := time.Since(began); took > slow {
		t.Errorf("took %v", took)
	}
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %v, want a *runtime.ValidationError", err)
	}
	return invalid.Issues()
}

func TestMatchesOfACallShareABudget(t *testing.T) {
	t.Parallel()
	p := runaway(0)
	texts := hostile(100)
	issues := within(t, func() error {
		return gencode.ValidateBy(true, func(d *gencode.Decoder) {
			gencode.Slice(d, &texts, func(s *string, d *gencode.Decoder) { p.Check(&d.Checker, *s) })
		})
	})
	if len(issues) != len(texts) {
		t.Fatalf("got %d issues, want one of each text", len(issues))
	}
	for _, issue := range issues {
		if issue.Constraint != "pattern" || issue.Message == "" {
			t.Fatalf("got %#v, want a pattern issue with a message", issue)
		}
	}
	if issues[0].Message == issues[99].Message {
		t.Errorf("both %q: a text that was not matched at all should be told from one that took too long", issues[99].Message)
	}
}

// TestUndecidedIsRefused checks that a call is rejected if a pattern is undecided whose result is not an issue
// of its own: in a condition, a negation, or for a key.
func TestUndecidedIsRefused(t *testing.T) {
	t.Parallel()
	p := runaway(20 * time.Millisecond)
	text := hostile(1)[0]
	for name, check := range map[string]func(c *gencode.Checker){
		"not": func(c *gencode.Checker) {
			gencode.Not(c, text, func(c *gencode.Checker, v any) { p.Check(c, v.(string)) })
		},
		"if": func(c *gencode.Checker) {
			gencode.Fits(c, text, func(c *gencode.Checker, v any) { p.Check(c, v.(string)) })
		},
		"key": func(c *gencode.Checker) {
			gencode.MatchingKeys(c, map[string]any{text: 1.0}, nil, p.Keys(c), func(c *gencode.Checker, v any) {
				c.Issue("type", "string", "number")
			})
		},
	} {
		issues := within(t, func() error { return validate(check) })
		if len(issues) != 1 || issues[0].Constraint != "pattern" || issues[0].Expected != p.Source || issues[0].Message != ErrUndecided.Error() {
			t.Errorf("%s: got %#v, want one pattern issue with a message", name, issues)
		}
	}
}

// TestTrialsShareTheBudget checks that trial decodes and re-reading a union do not get a new budget.
func TestTrialsShareTheBudget(t *testing.T) {
	t.Parallel()
	p := runaway(0)
	texts := hostile(100)
	branch := func(c *gencode.Checker, v any) {
		for _, s := range v.([]string) {
			p.Check(c, s)
		}
	}
	within(t, func() error {
		return validate(func(c *gencode.Checker) {
			for range 50 {
				gencode.AnyOf(c, texts, []string{"a", "b"}, branch, branch)
			}
		})
	})
	within(t, func() error {
		return gencode.ValidateBy(true, func(d *gencode.Decoder) {
			for range 100 {
				d.CheckJSON(texts[0], func(d *gencode.Decoder) {
					var s string
					if d.String(&s) {
						p.Check(&d.Checker, s)
					}
				})
			}
		})
	})
}

// TestManyHonestTextsAreMatched checks that long texts do not exhaust the budget of an honest pattern. It must
// not run next to the tests with hostile texts, which use all CPUs.
func TestManyHonestTextsAreMatched(t *testing.T) {
	err := validate(func(c *gencode.Checker) {
		for range 20_000 {
			strong.Check(c, "correct horse 1")
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestHintOfAnUndecidedText checks that a hint reports an undecided match once, with what to do, and not as a
// mismatch.
func TestHintOfAnUndecidedText(t *testing.T) {
	t.Parallel()
	p := runaway(20 * time.Millisecond)
	text := hostile(1)[0]
	err := gencode.ValidateBy(true, func(d *gencode.Decoder) { p.Check(&d.Checker, text) })
	if got := runtime.BuildHint(nil, err).Text(); !strings.Contains(got, "takes too long") || strings.Contains(got, "must match") || strings.Count(got, "\n") != 1 {
		t.Errorf("%s", got)
	}
}
