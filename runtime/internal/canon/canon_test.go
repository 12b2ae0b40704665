package canon

import (
	"strings"
	"testing"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[true,null,"<é>"]}`, "{ \"b\":[ true,null,\"\\u003c\\u00e9>\" ], \"a\":1 }", true},
		{`{"a":1}`, `{"a":1.0}`, false}, // equal for most parsers, not for all
		{`{"a":[1,2]}`, `{"a":[2,1]}`, false},
		{`{"a":{}}`, `{"a":[]}`, false},
		{`{"a":"1"}`, `{"a":1}`, false},
		{`{"a":12345678901234567890}`, `{"a":12345678901234567891}`, false},
		{`{"a":"\ud800"}`, `{"a":"\ud801"}`, false},
		{`{"a":1,"a":1}`, `{"a":1,"a":1}`, false},
		{`{"a":1} {}`, `{"a":1} {}`, false},
		{"{\"a\":\"\xff\"}", "{\"a\":\"\xff\"}", false},
	} {
		if got := Equal([]byte(test.a), []byte(test.b)); got != test.want {
			t.Errorf("%s and %s: %v", test.a, test.b, got)
		}
	}
}

// TestDepth bounds the nesting of arguments, which costs stack.
func TestDepth(t *testing.T) {
	t.Parallel()
	nested := func(open, end string, n int) string {
		return strings.Repeat(open, n) + "0" + strings.Repeat(end, n)
	}
	for _, form := range [][2]string{{"[", "]"}, {`{"a":`, "}"}, {`[{"a":`, "}]"}} {
		levels := strings.Count(form[0], "[") + strings.Count(form[0], "{")
		if _, err := JSON([]byte(nested(form[0], form[1], MaxNesting/levels))); err != nil {
			t.Errorf("%s: %v", form, err)
		}
		for _, n := range []int{MaxNesting/levels + 1, 5_000_000} {
			if _, err := JSON([]byte(nested(form[0], form[1], n))); err == nil || !strings.Contains(err.Error(), "nest") {
				t.Errorf("%s %d: %v", form, n, err)
			}
		}
	}
}
