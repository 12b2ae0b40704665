package golang

import "testing"

func TestConditions(t *testing.T) {
	t.Parallel()
	a, b := compare("a", "!=", "nil"), compare("b", "!=", "nil")
	for _, test := range []struct {
		name string
		cond cond
		want string
	}{
		{"nested", all(all(a, b), all(b, a.not())), "a != nil && b != nil && b != nil && a == nil"},
		{"disjunction", anyOf(a, b), "a != nil || b != nil"},
		{"a disjunction in a conjunction", all(anyOf(a, b), b), "(a != nil || b != nil) && b != nil"},
		{"the opposite of a conjunction", all(a, b).not(), "a == nil || b == nil"},
		{"never", all(a, always.not()), "false"},
	} {
		if test.cond.yes != test.want {
			t.Errorf("%s: %s, want %s", test.name, test.cond.yes, test.want)
		}
	}
}
