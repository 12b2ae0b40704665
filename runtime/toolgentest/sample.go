package toolgentest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// sampleTries is the number of attempts before Sample fails.
const sampleTries = 60

// Sample generates valid arguments of a tool: it guesses by the schema until the tool accepts them. It returns
// an error if the schema or its rules are beyond its understanding. Injected fields are left out, as by a
// model; see [runtime.Toolset.Injecting].
func Sample(tool runtime.Tool, seed uint64) (Call, error) {
	tool = forModel(tool)
	s, err := newSchemas(tool)
	if err != nil {
		return Call{}, fmt.Errorf("the input schema of %s: %w", tool.Spec().Name, err)
	}
	last := errors.New("the schema asks for more than a sample can give")
	for try := range sampleTries {
		r := sampler{schemas: s, Rand: rand.New(rand.NewPCG(seed, uint64(try))), sparse: try > sampleTries/2}
		v, ok := r.value(s.root, 5)
		if _, isObject := v.(map[string]any); !ok || !isObject {
			continue
		}
		args := show.JSON(v)
		if _, err := tool.Decode(args); err != nil {
			last = err
			continue
		}
		return Call{Args: args, Truth: args, tool: tool}, nil
	}
	return Call{}, fmt.Errorf("no valid arguments of %s were found: %w", tool.Spec().Name, last)
}

// sampler generates values that a schema is likely to accept.
type sampler struct {
	schemas
	*rand.Rand
	sparse bool // omit optional properties
}

// value generates a value; below depth 0, only required parts.
func (r sampler) value(schema any, depth int) (any, bool) {
	if depth < -8 {
		return nil, false
	}
	schema = r.resolve(schema)
	m := objectOf(schema)
	if m == nil {
		return "any", schema != false
	}
	m = r.flatten(m, depth)
	if v, ok := m["const"]; ok {
		return v, true
	}
	for _, word := range []string{"enum", "examples"} {
		if list := listOf(m[word]); len(list) > 0 && (word == "enum" || m["pattern"] != nil) {
			return list[r.IntN(len(list))], true
		}
	}
	switch r.kind(m) {
	case "null":
		return nil, true
	case "boolean":
		return r.IntN(2) == 0, true
	case "integer":
		return r.number(m, true)
	case "number":
		return r.number(m, false)
	case "array":
		return r.array(m, depth)
	case "object":
		return r.object(m, depth)
	default:
		return r.text(m)
	}
}

// flatten merges the parts of a schema, with one branch of each union.
func (r sampler) flatten(m map[string]any, depth int) map[string]any {
	words := []string{"allOf", "anyOf", "oneOf"}
	for range 8 {
		i := slices.IndexFunc(words, func(word string) bool { return len(listOf(m[word])) > 0 })
		if i < 0 {
			break
		}
		list, rest := listOf(m[words[i]]), any(without(m, words[i]))
		if words[i] == "allOf" {
			for _, part := range list {
				rest = merge(rest, r.resolve(part))
			}
		} else {
			rest = merge(r.branch(list, depth), rest)
		}
		m = objectOf(rest)
	}
	return m
}

// branch chooses a branch of a union: a random one, or below depth 0 one that ends the recursion.
func (r sampler) branch(list []any, depth int) any {
	if depth < 0 {
		for _, b := range list {
			b = r.resolve(b)
			if kinds := typesOf(objectOf(b)); len(kinds) > 0 && kinds[0] != "object" && kinds[0] != "array" {
				return b
			}
		}
	}
	return objectOf(r.resolve(list[r.IntN(len(list))]))
}

// kind chooses a JSON type, null rarely.
func (r sampler) kind(m map[string]any) string {
	kinds := typesOf(m)
	if others := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return kind == "null" }); len(others) > 0 && r.IntN(8) > 0 {
		kinds = others
	}
	if len(kinds) > 0 {
		return kinds[r.IntN(len(kinds))]
	}
	switch {
	case m["properties"] != nil || m["required"] != nil || m["additionalProperties"] != nil:
		return "object"
	case m["items"] != nil || m["prefixItems"] != nil || m["minItems"] != nil:
		return "array"
	case m["minimum"] != nil || m["maximum"] != nil || m["multipleOf"] != nil:
		return "number"
	}
	return "string"
}

func (r sampler) object(m map[string]any, depth int) (any, bool) {
	out, props := map[string]any{}, objectOf(m["properties"])
	required := listOf(m["required"])
	for _, key := range required {
		if s, ok := key.(string); ok && props[s] == nil {
			if out[s], ok = r.value(m["additionalProperties"], depth-1); !ok {
				out[s] = "any"
			}
		}
	}
	for _, key := range sortedKeys(props) {
		needed := slices.Contains(required, any(key))
		if !needed && (r.sparse || depth <= 0 || r.IntN(3) == 0) {
			continue
		}
		v, ok := r.value(props[key], depth-1)
		if !ok && needed {
			return nil, false
		}
		if ok {
			out[key] = v
		}
	}
	least, bounded := intOf(m["minProperties"])
	if !bounded && len(props) == 0 && m["additionalProperties"] != nil && !r.sparse {
		least = 1
	}
	for i := 1; len(out) < least && i < 8; i++ {
		if key, schema, ok := r.otherKey(m, i, depth); ok {
			if v, ok := r.value(schema, depth-1); ok {
				out[key] = v
			}
		}
	}
	return out, true
}

// otherKey generates the nth undeclared key of an object and returns the schema of its value.
func (r sampler) otherKey(m map[string]any, nth, depth int) (key string, schema any, ok bool) {
	schema, said := m["additionalProperties"]
	if !said {
		schema = true
	}
	if patterns := objectOf(m["patternProperties"]); len(patterns) > 0 && schema == false {
		source := sortedKeys(patterns)[r.IntN(len(patterns))]
		v, _ := r.match(source, 0)
		key, ok = v.(string)
		return key, patterns[source], ok
	}
	names := objectOf(r.resolve(m["propertyNames"]))
	if len(names) == 0 {
		return "key" + strconv.Itoa(nth), schema, true
	}
	v, ok := r.value(merge(map[string]any{"type": "string"}, names), depth-1)
	key, isText := v.(string)
	return key, schema, ok && isText
}

func (r sampler) array(m map[string]any, depth int) (any, bool) {
	least, _ := intOf(m["minItems"])
	n := least
	if !r.sparse && depth > 0 {
		n = max(least, 1) + r.IntN(2)
	}
	if most, ok := intOf(m["maxItems"]); ok {
		n = min(n, most)
	}
	prefix, items := tupleOf(m)
	out := []any{}
	for i := 0; len(out) < n && i < 4*n+4; i++ {
		schema := items
		if len(out) < len(prefix) {
			schema = prefix[len(out)]
		}
		v, ok := r.value(schema, depth-1)
		if !ok {
			break
		}
		if m["uniqueItems"] == true && contains(out, v) {
			continue
		}
		out = append(out, v)
	}
	return r.containing(m, out, len(prefix), items, depth), len(out) >= least
}

// containing adds the items that an array must contain. In a full array it replaces items from index from on;
// the schemas of those before are fixed.
func (r sampler) containing(m map[string]any, list []any, from int, items any, depth int) []any {
	kind, ok := m["contains"]
	if !ok {
		return list
	}
	n, said := intOf(m["minContains"])
	if !said {
		n = 1
	}
	most, bounded := intOf(m["maxItems"])
	for i := range n {
		v, ok := r.value(merge(r.resolve(kind), r.resolve(items)), depth-1)
		switch at := from + i; {
		case !ok || m["uniqueItems"] == true && contains(list, v):
		case at < len(list) && (bounded && len(list) >= most || r.IntN(2) == 0):
			list[at] = v
		case !bounded || len(list) < most:
			list = append(list, v)
		}
	}
	return list
}
