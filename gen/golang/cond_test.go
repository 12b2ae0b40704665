package golang

import (
	"testing"

	"github.com/dave/jennifer/jen"
)

func TestConditions(t *testing.T) {
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
		{"nested", all(all(a, b), all(b, a.not())), "a != nil && b != nil && b != nil && a == nil"},
		{"disjunction", anyOf(a, b), "a != nil || b != nil"},
		{"a disjunction in a conjunction", all(anyOf(a, b), b), "(a != nil || b != nil) && b != nil"},
		{"the opposite of a conjunction", all(a, b).not(), "a == nil || b == nil"},
		{"never", all(a, cond{constant: alwaysTrue}.not()), "false"},
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
