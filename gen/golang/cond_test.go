package golang

import (
	"testing"

	"github.com/dave/jennifer/jen"
)

// TestConditionsAskOnce holds that a conjunction or disjunction has no part twice, which go vet takes for
// a mistake.
func TestConditionsAskOnce(t *testing.T) {
	t.Parallel()
	is := func(name string) cond {
		return binary(id(name), "!=", "==", func() *jen.Statement { return jen.Nil() })
	}
	a, b := is("a"), is("b")
	for _, test := range []struct {
		name string
		cond cond
		want string
	}{
		{"twice", all(a, b, a), "a != nil && b != nil"},
		{"nested", all(all(a, b), all(b, a.not())), "a != nil && b != nil && a == nil"},
		{"disjunction", anyOf(a, b, a), "a != nil || b != nil"},
		{"disjunctions of both kinds", all(anyOf(a, b), anyOf(a, b), b), "(a != nil || b != nil) && b != nil"},
		{"what holds before", all(a, anyOf(a.not(), b)), "a != nil && b != nil"},
		{"what holds before, of several", all(a, anyOf(b, a.not(), b.not())), "a != nil && (b != nil || b == nil)"},
		{"what holds before, of none", all(a, b, anyOf(a.not(), all(a, b).not())).not().not(), "false"},
		{"what holds behind", all(anyOf(a.not(), b), a), "(a == nil || b != nil) && a != nil"},
		{"the opposite of a conjunction", all(a, a, b).not(), "a == nil || b == nil"},
	} {
		got := "false"
		if test.cond.constant != alwaysFalse {
			got = printed(t, test.cond.yes())
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
