package toolgentest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
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
	var last error
	for try := range sampleTries {
		r := sampler{schemas: s, Rand: rand.New(rand.NewPCG(seed, uint64(try))), sparse: try > sampleTries/2}
		v, ok := r.value(s.root, 5)
		if _, isObject := v.(map[string]any); !ok || !isObject {
			continue
		}
		args := write(v)
		if _, err := tool.Decode(args); err != nil {
			last = err
			continue
		}
		return Call{Args: args, Truth: args, tool: tool}, nil
	}
	if last == nil {
		return Call{}, fmt.Errorf("the schema of %s asks for more than a sample can give", tool.Spec().Name)
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
	m, ok := schema.(map[string]any)
	if !ok {
		return "any", schema != false
	}
	m = r.flatten(m, depth)
	if v, ok := m["const"]; ok {
		return v, true
	}
	if list, ok := m["enum"].([]any); ok && len(list) > 0 {
		return list[r.IntN(len(list))], true
	}
	if list, ok := m["examples"].([]any); ok && len(list) > 0 && m["pattern"] != nil {
		return list[r.IntN(len(list))], true
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
	for range 8 {
		word := ""
		for _, w := range []string{"allOf", "anyOf", "oneOf"} {
			if list, ok := m[w].([]any); ok && len(list) > 0 {
				word = w
				break
			}
		}
		if word == "" {
			return m
		}
		list, _ := m[word].([]any)
		rest := any(withoutKey(m, word))
		if word == "allOf" {
			for _, part := range list {
				rest = merge(rest, r.resolve(part))
			}
		} else {
			branch := objectOf(r.resolve(list[r.IntN(len(list))]))
			if depth < 0 { // end recursion with the simplest branch
				for _, b := range list {
					if kinds := typesOf(objectOf(r.resolve(b))); len(kinds) > 0 && kinds[0] != "object" && kinds[0] != "array" {
						branch = objectOf(r.resolve(b))
					}
				}
			}
			rest = merge(branch, rest)
		}
		m = objectOf(rest)
	}
	return m
}

// kind chooses a JSON type, null rarely.
func (r sampler) kind(m map[string]any) string {
	kinds := typesOf(m)
	if len(kinds) > 0 {
		if kind := kinds[r.IntN(len(kinds))]; kind != "null" || len(kinds) == 1 || r.IntN(4) == 0 {
			return kind
		}
		for _, kind := range kinds {
			if kind != "null" {
				return kind
			}
		}
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
	out := map[string]any{}
	required := map[string]bool{}
	list, _ := m["required"].([]any)
	props := objectOf(m["properties"])
	for _, key := range list {
		if s, ok := key.(string); ok {
			required[s] = true
			if props[s] == nil {
				v, ok := r.value(m["additionalProperties"], depth-1)
				if !ok {
					v = "any"
				}
				out[s] = v
			}
		}
	}
	for _, key := range keysOf(props) {
		if !required[key] && (r.sparse || depth <= 0 || r.IntN(3) == 0) {
			continue
		}
		v, ok := r.value(props[key], depth-1)
		if !ok {
			if required[key] {
				return nil, false
			}
			continue
		}
		out[key] = v
	}
	if least, ok := intOf(m["minProperties"]); ok || len(props) == 0 && m["additionalProperties"] != nil && !r.sparse {
		for i := 1; len(out) < max(least, 1) && i < 8; i++ {
			key, schema, ok := r.otherKey(m, i, depth)
			if !ok {
				continue
			}
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
		source := keysOf(patterns)[r.IntN(len(patterns))]
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
	prefix, _ := m["prefixItems"].([]any)
	items, has := m["items"]
	if list, ok := items.([]any); ok { // drafts before 2020-12
		prefix, items, has = list, m["additionalItems"], m["additionalItems"] != nil
	}
	out := []any{}
	for i := 0; len(out) < n && i < 4*n+4; i++ {
		schema := any(true)
		switch {
		case len(out) < len(prefix):
			schema = prefix[len(out)]
		case has:
			schema = items
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

func contains(items []any, v any) bool {
	for _, item := range items {
		if same(item, v) {
			return true
		}
	}
	return false
}

func intOf(v any) (int, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return int(f), err == nil
}
