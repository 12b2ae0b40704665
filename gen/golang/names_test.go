package golang

import (
	"maps"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// Different Go names stay different when lower-case names are derived from them.
func TestDerivedNamesDiffer(t *testing.T) {
	t.Parallel()
	exported := []string{
		"I", "İ", "I2", "IX", "İX", "Ix", "URLFetch", "UrlFetch", "ÜrlFetch",
		"K", "\u212A", "Åa", "\u212Ba", "Ωmega", "\u2126mega", "ẞa", "X" + "ßa", "Plain",
	}
	orders := [][]string{exported, slices.Clone(exported)}
	slices.Reverse(orders[1])
	var first map[string]string
	for _, order := range orders {
		pkg := &model.Package{}
		for _, name := range order {
			pkg.Tools = append(pkg.Tools, &model.Tool{GoName: name})
		}
		n := newNames(pkg)
		seen := map[string]string{}
		for _, name := range order {
			low := n.of(name, "Object")
			if other, ok := seen[low]; ok {
				t.Errorf("%s and %s both become %s", name, other, low)
			}
			seen[low] = name
		}
		if first != nil && !maps.Equal(first, n.lowered) {
			t.Error("the names depend on the order")
		}
		first = n.lowered
		if got := n.of("Plain", ""); got != "plain" {
			t.Errorf("Plain became %s", got)
		}
	}
}
