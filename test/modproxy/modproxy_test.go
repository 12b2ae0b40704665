package modproxy

import (
	"slices"
	"testing"

	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

// The module requirements are acyclic, so that the modules can be released in order.
func TestNoCircle(t *testing.T) {
	t.Parallel()
	modules, _, err := Modules("../..")
	if err != nil {
		t.Fatal(err)
	}
	requires := map[string][]string{}
	for _, m := range modules {
		for _, r := range m.File.Require {
			if Own(r.Mod.Path) {
				requires[m.Path()] = append(requires[m.Path()], r.Mod.Path)
			}
		}
	}
	if circle := findCircle(requires); circle != nil {
		t.Errorf("cyclic requirements: %q", circle)
	}
	if circle := findCircle(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b"}}); len(circle) == 0 {
		t.Error("a cycle was not found")
	}
}

func findCircle(requires map[string][]string) []string {
	var walk func(path []string) []string
	walk = func(path []string) []string {
		last := path[len(path)-1]
		if slices.Contains(path[:len(path)-1], last) {
			return path
		}
		for _, next := range requires[last] {
			if circle := walk(append(slices.Clone(path), next)); circle != nil {
				return circle
			}
		}
		return nil
	}
	for start := range requires {
		if circle := walk([]string{start}); circle != nil {
			return circle
		}
	}
	return nil
}

// Users of the runtime inherit no requirements.
func TestTheRuntimeRequiresNothing(t *testing.T) {
	t.Parallel()
	modules, _, err := Modules("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		if m.Path() == "github.com/toolgen/toolgen/runtime" && len(m.File.Require) > 0 {
			t.Errorf("it requires %s", m.File.Require[0].Mod)
		}
	}
}
