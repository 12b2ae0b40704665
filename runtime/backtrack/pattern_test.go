package backtrack

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// account is a value whose only constraint is a pattern.
type account struct{ password string }

var strong = Pattern{Source: `^(?=.*\d).{4,}$`, Expr: `^(?=.*[0-9]).{4,}$`}

func (a *account) check(c *gencode.Checker) { strong.Check(c, a.password) }

// validate runs checks as Validate does.
func validate(check func(*gencode.Checker)) error {
	return gencode.ValidateBy(true, func(d *gencode.Decoder) { check(&d.Checker) })
}

// issues validates an account.
func issues(t *testing.T, password string, check func(*account, *gencode.Checker)) []runtime.ValidationIssue {
	t.Helper()
	err := validate(func(c *gencode.Checker) { check(&account{password}, c) })
	if err == nil {
		return nil
	}
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %v, want a *runtime.ValidationError", err)
	}
	return invalid.Issues()
}

func TestCheck(t *testing.T) {
	t.Parallel()
	if got := issues(t, "abc1", (*account).check); got != nil {
		t.Errorf("got %v, want no issue", got)
	}
	got := issues(t, "abcd", (*account).check)
	if len(got) != 1 || got[0].Constraint != "pattern" || got[0].Expected != strong.Source || got[0].Got != "abcd" || got[0].Message != "" {
		t.Errorf("got %#v, want one pattern issue without message", got)
	}
}

// runaway takes exponential time on a run of a's that does not end in b.
func runaway(timeout time.Duration) *Pattern {
	const source = `^(?:(a|aa|aaa)+)+(?<!c)b$`
	return &Pattern{Source: source, Expr: source, Timeout: timeout}
}

func TestTimeoutIsAnIssue(t *testing.T) {
	t.Parallel()
	for _, timeout := range []time.Duration{0, 20 * time.Millisecond} {
		p := runaway(timeout)
		text := strings.Repeat("a", 60)
		began := time.Now()
		got := issues(t, text, func(a *account, c *gencode.Checker) { p.Check(c, a.password) })
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		if len(got) != 1 || got[0].Constraint != "pattern" || got[0].Message != ErrUndecided.Error() {
			t.Errorf("got %#v, want one pattern issue with the message", got)
		}
		if _, err := p.Match(text); !errors.Is(err, ErrUndecided) || strings.Contains(err.Error(), "aaa") {
			t.Errorf("got %v, want ErrUndecided without the text", err)
		}
		if matched, err := p.Match("aab"); !matched || err != nil {
			t.Errorf("after a timeout: got %t, %v, want a match", matched, err)
		}
	}
}

// TestLongText checks that an honest pattern decides long texts within the limits.
func TestLongText(t *testing.T) {
	t.Parallel()
	p := &Pattern{Expr: `^(?!x)(?:a|b|\n)*$`, Timeout: 10 * time.Second}
	if matched, err := p.Match(strings.Repeat("ab\na", 100_000)); !matched || err != nil {
		t.Errorf("got %t, %v, want a match", matched, err)
	}
}

func TestConcurrentFirstUse(t *testing.T) {
	t.Parallel()
	p := &Pattern{Expr: `(?<=a)b`}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if matched, err := p.Match("ab"); !matched || err != nil {
				t.Errorf("got %t, %v, want a match", matched, err)
			}
		})
	}
	wait.Wait()
}
