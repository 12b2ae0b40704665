package testdiff

import "testing"

type node struct {
	Name string
	Kids []*node
}

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		want, got any
		diff      string
	}{
		{"equal", &node{Name: "a", Kids: []*node{{Name: "b"}}}, &node{Name: "a", Kids: []*node{{Name: "b"}}}, ""},
		{"nested", []any{"a", []any{"b"}}, []any{"a", []any{"c"}},
			"  …\n    \"a\",\n    [\n-     \"b\"\n-   ]\n- ]\n- []interface {}: []interface {}{\"a\", []interface {}{\"b\"}}\n+     \"c\"\n+   ]\n+ ]\n+ []interface {}: []interface {}{\"a\", []interface {}{\"c\"}}\n"},
		{"type", int64(1), 1.0, "  1\n- int64: 1\n+ float64: 1\n"},
		{"nil and empty", []string(nil), []string{}, "- null\n- []string: []string(nil)\n+ []\n+ []string: []string{}\n"},
		{"text", "a\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "  …\n  c\n  d\n- e\n+ E\n  \n"},
		{"bytes", []byte(`{"a":1}`), []byte(`{"a":2}`), "- {\"a\":1}\n+ {\"a\":2}\n"},
		{"nothing", nil, 0, "- null\n- <nil>: <nil>\n+ 0\n+ int: 0\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := Diff(test.want, test.got); diff != test.diff {
				t.Errorf("got\n%s\nwant\n%s", diff, test.diff)
			}
			if Equal(test.want, test.got) != (test.diff == "") {
				t.Error("Equal says otherwise")
			}
		})
	}
}
