package toolgentest

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// equal reports whether two values are equal, numbers by value.
func equal(a, b any) bool { return canon.Text(a) == canon.Text(b) }

func contains(items []any, v any) bool {
	return slices.ContainsFunc(items, func(item any) bool { return equal(item, v) })
}

// schemaOf returns the input schema of a tool as the model sees it.
func schemaOf(tool runtime.Tool) (*repair.Schema, error) {
	return repair.ParseSchema(cmp.Or(tool.Spec().InputSchema, `{"type":"object"}`))
}

// valuesOf returns the JSON values of nodes.
func valuesOf(nodes []*repair.Node) (all []any) {
	for _, n := range nodes {
		if v, ok := show.Parse([]byte(n.JSON())); ok {
			all = append(all, v)
		}
	}
	return all
}

// floatOf parses a limit of a range; ok is false if there is none.
func floatOf(limit string) (f float64, ok bool) {
	f, err := strconv.ParseFloat(limit, 64)
	return f, err == nil
}

// sortedKeys returns the keys of an object in a fixed order.
func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
