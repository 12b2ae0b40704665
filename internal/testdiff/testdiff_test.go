package testdiff

import (
	"testing"
	"time"
)

type node struct {
	Name string
	Kids []*node
	At   time.Time
	Any  any
}

func TestDiff(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 12, 31, 9, 30, 0, 0, time.UTC)
	for _, test := range []struct {
		name      string
		want, got any
		diff      string
	}{
		{"equal", &node{Name: "a", Kids: []*node{{Name: "b"}}}, &node{Name: "a", Kids: []*node{{Name: "b"}}}, ""},
		{"instant", at, at.In(time.FixedZone("east", 3600)), ""},
		{"nested", &node{Name: "a", Kids: []*node{{Name: "b"}}}, &node{Name: "a", Kids: []*node{{Name: "c"}}},
			"  …\n    Kids: []*testdiff.node{\n      &testdiff.node{\n-       Name: string(\"b\")}}}\n+       Name: string(\"c\")}}}\n"},
		{"type", node{Any: 1}, node{Any: "1"}, "  testdiff.node{\n-   Any: int(1)}\n+   Any: string(\"1\")}\n"},
		{"nil and empty", []string(nil), []string{}, "- []string(nil)\n+ []string{}\n"},
		{"nil and empty in a struct", node{Kids: nil}, node{Kids: []*node{}}, "- testdiff.node{}\n+ testdiff.node{\n+   Kids: []*testdiff.node{}}\n"},
		{"key", map[string]int{"a": 1, "b": 2}, map[string]int{"a": 1}, "  map[string]int{\n-   \"a\": int(1)\n-   \"b\": int(2)}\n+   \"a\": int(1)}\n"},
		{"text", "a\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "  …\n  c\n  d\n- e\n+ E\n  \n"},
		{"bytes", []byte(`{"a":1}`), []byte(`{"a":2}`), "- []uint8(\"{\\\"a\\\":1}\")\n+ []uint8(\"{\\\"a\\\":2}\")\n"},
		{"nothing", nil, 0, "- nil\n+ int(0)\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := Diff(test.want, test.got); diff != test.diff {
				t.Errorf("got\n%s\nwant\n%s", diff, test.diff)
			}
			if Equal(test.want, test.got) != (test.diff == "") {
				t.Error("Equal disagrees with Diff")
			}
		})
	}
}
