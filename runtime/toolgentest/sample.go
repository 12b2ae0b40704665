package toolgentest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// sampleTries is the number of attempts before Sample fails.
const sampleTries = 60

// Sample generates valid arguments of a tool: it guesses by the schema until the tool accepts them. It returns
// an error if the schema or its rules are beyond its understanding. Injected fields are left out, as by a
// model; see [runtime.Toolset.Injecting].
func Sample(tool runtime.Tool, seed uint64) (Call, error) {
	tool = forModel(tool)
	root, err := schemaOf(tool)
	if err != nil {
		return Call{}, fmt.Errorf("the input schema of %s: %w", tool.Spec().Name, err)
	}
	last := errors.New("the schema asks for more than a sample can give")
	for try := range sampleTries {
		r := sampler{Rand: rand.New(rand.NewPCG(seed, uint64(try))), sparse: try > sampleTries/2}
		v, ok := r.value(root, 5)
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
	*rand.Rand
	sparse bool // omit optional properties
}

// value generates a value; below depth 0, only required parts. A nil schema accepts anything.
func (r sampler) value(s *repair.Schema, depth int) (any, bool) {
	if s == nil {
		return "any", true
	}
	all := s.Root().Alternatives
	if depth < -8 || len(all) == 0 {
		return nil, false
	}
	return r.choice(all, depth)
}

// choice generates a value for a random schema of several, or below depth 0 for one that ends the recursion.
func (r sampler) choice(all []*repair.Schema, depth int) (any, bool) {
	i := -1
	if depth < 0 {
		i = slices.IndexFunc(all, func(s *repair.Schema) bool { return s.Types&(repair.Object|repair.Array) == 0 })
	}
	if i < 0 {
		i = r.IntN(len(all))
	}
	s := all[i]
	if list := valuesOf(s.Enum); len(list) > 0 {
		return list[r.IntN(len(list))], true
	}
	if list := valuesOf(s.Examples); len(list) > 0 && s.Text("pattern") != "" {
		return list[r.IntN(len(list))], true
	}
	switch r.kind(s) {
	case "":
		return nil, false
	case "null":
		return nil, true
	case "boolean":
		return r.IntN(2) == 0, true
	case "integer":
		return r.number(s.Range, true)
	case "number":
		return r.number(s.Range, false)
	case "array":
		return r.array(s, depth)
	case "object":
		return r.object(s, depth)
	default:
		return r.text(s)
	}
}

// kind chooses a JSON type, null rarely; "" if no value is accepted.
func (r sampler) kind(s *repair.Schema) string {
	names := s.TypeNames()
	switch a := &s.Array; {
	case s.Types == 0:
		return ""
	case names != "" && s.Types&repair.Null != 0 && r.IntN(8) == 0:
		return "null"
	case names != "":
		kinds := strings.Split(strings.TrimSuffix(names, "|null"), "|")
		return kinds[r.IntN(len(kinds))]
	case s.Object.Said:
		return "object"
	case a.Items != nil || a.Prefix != nil || s.Count("minItems") > 0:
		return "array"
	case s.Range != repair.Range{}:
		return "number"
	}
	return "string"
}

func (r sampler) object(s *repair.Schema, depth int) (any, bool) {
	out, o := map[string]any{}, &s.Object
	for _, p := range o.Properties {
		if !p.Required && (r.sparse || depth <= 0 || r.IntN(3) == 0) {
			continue
		}
		all := s.Root().Key(p.Name).Alternatives
		if len(all) == 0 || depth <= -8 {
			return nil, false
		}
		if v, ok := r.choice(all, depth-1); ok {
			out[p.Name] = v
		} else if p.Required {
			return nil, false
		}
	}
	least := s.Count("minProperties")
	if least <= 0 && len(o.Properties) == 0 && o.Additional != nil && !r.sparse {
		least = 1
	}
	for i := 1; len(out) < least && i < 8; i++ {
		if key, schema, ok := r.otherKey(o, i, depth); ok {
			if v, ok := r.value(schema, depth-1); ok {
				out[key] = v
			}
		}
	}
	return out, true
}

// otherKey generates the nth undeclared key of an object and returns the schema of its value.
func (r sampler) otherKey(o *repair.ObjectRules, nth, depth int) (key string, schema *repair.Schema, ok bool) {
	if len(o.Patterns) > 0 && o.Closed {
		p := o.Patterns[r.IntN(len(o.Patterns))]
		v, _ := r.match(p.Source, 0)
		key, ok = v.(string)
		return key, p.Schema, ok
	}
	if o.Names == nil {
		return "key" + strconv.Itoa(nth), o.Additional, !o.Closed
	}
	names := *o.Names
	names.Types = repair.String
	v, _ := r.value(&names, depth-1)
	key, ok = v.(string)
	return key, o.Additional, ok
}

func (r sampler) array(s *repair.Schema, depth int) (any, bool) {
	a, n, most := &s.Array, max(s.Count("minItems"), 0), s.Count("maxItems")
	least := n
	if !r.sparse && depth > 0 {
		n = max(n, 1) + r.IntN(2)
	}
	if most >= 0 {
		n = min(n, most)
	}
	out := []any{}
	for i := 0; len(out) < n && i < 4*n+4; i++ {
		schema := a.Items
		if len(out) < len(a.Prefix) {
			schema = a.Prefix[len(out)]
		}
		v, ok := r.value(schema, depth-1)
		if !ok {
			break
		}
		if !s.Unique() || !contains(out, v) {
			out = append(out, v)
		}
	}
	return r.containing(s, out, depth), len(out) >= least
}

// containing adds the items that an array must contain. In a full array they replace items, but not those of the
// prefix, which have schemas of their own.
func (r sampler) containing(s *repair.Schema, list []any, depth int) []any {
	a, least, most := &s.Array, s.Count("minContains"), s.Count("maxItems")
	if a.Contains == nil {
		return list
	}
	if least < 0 {
		least = 1
	}
	for i := range least {
		v, ok := r.contained(a, depth)
		switch at := len(a.Prefix) + i; {
		case !ok || s.Unique() && contains(list, v):
		case at < len(list) && (len(list) == most || r.IntN(2) == 0):
			list[at] = v
		case len(list) != most:
			list = append(list, v)
		}
	}
	return list
}

// contained generates an item that an array must contain. It is of the type of the items, and has their members, too.
func (r sampler) contained(a *repair.ArrayRules, depth int) (any, bool) {
	schema := *a.Contains
	if a.Items != nil {
		schema.Types &= a.Items.Types
		schema.Integer = schema.Integer || a.Items.Integer
	}
	v, ok := r.value(&schema, depth-1)
	if own, isObject := v.(map[string]any); isObject {
		item, _ := r.value(a.Items, depth-1)
		if members, isObject := item.(map[string]any); isObject {
			maps.Copy(members, own)
			return members, ok
		}
	}
	return v, ok
}
