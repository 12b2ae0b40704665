package toolgentest

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canonical"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// parse decodes JSON with numbers as text.
func parse(text []byte) (any, error) {
	if v, ok := show.Parse(text); ok {
		return v, nil
	}
	return nil, errors.New("not JSON")
}

// equal reports whether two values are equal, numbers by value.
func equal(a, b any) bool { return canonical.Text(a) == canonical.Text(b) }

func contains(items []any, v any) bool {
	return slices.ContainsFunc(items, func(item any) bool { return equal(item, v) })
}

// schemas is the input schema of a tool, as far as samples and faults need it.
type schemas struct{ root any }

func newSchemas(tool runtime.Tool) (schemas, error) {
	root, err := parse([]byte(cmp.Or(tool.Spec().InputSchema, `{"type":"object"}`)))
	return schemas{root}, err
}

// resolve follows references within the schema.
func (s schemas) resolve(schema any) any {
	for range 16 {
		m := objectOf(schema)
		ref, ok := m["$ref"].(string)
		if !ok {
			break
		}
		pointer, local := strings.CutPrefix(ref, "#")
		target, found := get(s.root, stepsOf(pointer))
		if !local || !found {
			break
		}
		if schema = target; len(m) > 1 {
			schema = merge(without(m, "$ref"), target)
		}
	}
	return schema
}

// stepsOf returns the path of a JSON Pointer. A number is the index of an array; no schema has such a key.
func stepsOf(pointer string) (p path) {
	for key := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if i, err := strconv.Atoi(key); err == nil && i >= 0 {
			p = p.item(i)
		} else if pointer != "" {
			p = p.key(strings.NewReplacer("~1", "/", "~0", "~").Replace(key))
		}
	}
	return p
}

func without(m map[string]any, key string) map[string]any {
	out := maps.Clone(m)
	delete(out, key)
	return out
}

// merge combines two schemas with plain keywords. The first wins on conflicts; properties, required and allOf
// are united.
func merge(a, b any) any {
	x, okX := a.(map[string]any)
	y, okY := b.(map[string]any)
	switch {
	case !okX:
		return b
	case !okY:
		return a
	}
	out := maps.Clone(y)
	maps.Copy(out, x)
	for _, key := range []string{"required", "allOf"} {
		if more := listOf(y[key]); more != nil && x[key] != nil {
			out[key] = slices.Concat(listOf(x[key]), more)
		}
	}
	if theirs := objectOf(y["properties"]); theirs != nil && x["properties"] != nil {
		props := maps.Clone(theirs)
		for key, p := range objectOf(x["properties"]) {
			props[key] = merge(p, props[key])
		}
		out["properties"] = props
	}
	return out
}

// branches returns a schema and the branches of its unions and allOf.
func (s schemas) branches(schema any, depth int) (all []map[string]any) {
	m := objectOf(s.resolve(schema))
	if m == nil || depth > 8 {
		return nil
	}
	all = append(all, m)
	for _, word := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range listOf(m[word]) {
			all = append(all, s.branches(part, depth+1)...)
		}
	}
	return all
}

// below returns the schemas of a member or an item, one per branch of the container that describes it.
func (s schemas) below(containers []map[string]any, at fieldpath.Step) (all []map[string]any) {
	for _, m := range containers {
		prefix, items := tupleOf(m)
		prop, declared := objectOf(m["properties"])[at.Key]
		switch {
		case at.IsIndex && at.Index < len(prefix):
			all = append(all, s.branches(prefix[at.Index], 0)...)
		case at.IsIndex:
			all = append(all, s.branches(items, 0)...)
		case declared:
			all = append(all, s.branches(prop, 0)...)
		default:
			all = append(all, s.branches(m["additionalProperties"], 0)...)
		}
	}
	return all
}

// tupleOf returns the schemas of an array's first items, and the schema of the others. Drafts before 2020-12 have a
// list in items.
func tupleOf(m map[string]any) (prefix []any, items any) {
	if list, ok := m["items"].([]any); ok {
		return list, m["additionalItems"]
	}
	return listOf(m["prefixItems"]), m["items"]
}

func objectOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}

// typesOf lists the JSON types that a schema names.
func typesOf(schema map[string]any) (names []string) {
	types := listOf(schema["type"])
	if name, ok := schema["type"].(string); ok {
		types = []any{name}
	}
	for _, v := range types {
		if s, ok := v.(string); ok {
			names = append(names, s)
		}
	}
	return names
}

// sortedKeys returns the keys of an object in a fixed order.
func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func floatOf(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

func intOf(v any) (int, bool) {
	f, ok := floatOf(v)
	return int(f), ok
}
