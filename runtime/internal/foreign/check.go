package foreign

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// Check compares faults with the schema of a tool and with the call, a decoded JSON value, nil if it is not known. A
// fault at a place that the schema does not have is dropped, because a wrong guess is worse than none.
func Check(faults []Fault, schema *repair.Schema, call any) []Fault {
	c := checker{schema, call}
	variants := map[string][]string{} // that faults name, by the place of their union
	for i := range faults {
		if union, name := c.variant(&faults[i]); name != "" && !slices.Contains(variants[union], name) {
			variants[union] = append(variants[union], name)
		}
	}
	var kept []Fault
	for _, f := range faults {
		if union, _ := c.variant(&f); len(variants[union]) > 1 { // the validator does not say which variant was meant
			f = Fault{Path: fieldpath.Split(union), Keyword: "anyOf"}
		}
		for _, f := range c.check(f) {
			same := func(k Fault) bool { return k.Keyword == f.Keyword && slices.Equal(k.Path, f.Path) }
			if len(kept) < maxFaults && !slices.ContainsFunc(kept, same) {
				kept = append(kept, f)
			}
		}
	}
	return kept
}

type checker struct {
	schema *repair.Schema
	call   any
}

// variant is the place of the union in whose variant a labelled fault lies, and the name of that variant.
func (c checker) variant(f *Fault) (union, name string) {
	if f.from != labelled {
		return "", ""
	}
	at := c.root()
	for i, s := range f.Path {
		next, ok := at.step(s, false)
		switch last := i == len(f.Path)-1; {
		case ok:
			at = next
		case i > 0 && !(last && constraint.IsExtraKey(f.Keyword)):
			return fieldpath.Join(at.path), s.Key
		}
	}
	return "", ""
}

// aboutObject reports whether a fault can be one of the arguments as a whole.
func aboutObject(f *Fault) bool {
	switch f.Keyword {
	case "required", "oneOf", "anyOf", "minProperties", "maxProperties":
		return true
	}
	return f.from == nameless
}

// check returns the fault at its place in the schema, none if the schema does not have the place.
func (c checker) check(f Fault) []Fault {
	if constraint.IsExtraKey(f.Keyword) {
		return c.unknown(f)
	}
	at, ok := c.resolve(f.Path, f.from)
	if !ok {
		return nil
	}
	f.Path = at.path
	if len(at.path) == 0 {
		atRoot := aboutObject(&f) && f.Keyword != "required" || (f.Keyword == "type" || f.Keyword == "rule") && f.from != rooted
		if !atRoot || len(c.schema.Keys()) == 0 {
			return nil
		}
		return []Fault{f}
	}
	schema := c.schema.At(fieldpath.Join(at.path))
	types := strings.Split(schema.TypeNames(), "|")
	switch f.Keyword {
	case "oneOf", "anyOf":
		var titles []string
		for _, v := range schema.Variants {
			if v.Title != "" && v.Title != schema.Title {
				titles = append(titles, v.Title)
			}
		}
		if len(titles) > 0 && len(titles) == len(schema.Variants) {
			f.Want = titles
		}
	case "required":
		if v, sent := valueAt(c.call, f.Path); sent && v != nil && v != "" {
			return nil // something else is meant
		}
	case "type":
		if got, _ := f.Got.(string); types[0] != "" && !slices.Contains(types, got) {
			f.Want = types // the schema knows better than a word of another language
		}
	case "minimum", "minLength", "minItems", "minProperties", "maximum", "maxLength", "maxItems", "maxProperties":
		if size := sizes[types[0]]; size != "" {
			f.Keyword = f.Keyword[:len("min")] + size
		}
	}
	return []Fault{f}
}

// sizes are the words in the keywords for the size of a value of a type.
var sizes = map[string]string{"string": "Length", "array": "Items", "object": "Properties"}

// unknown accepts an unknown key if its object is in the schema, the key is not, and the call, as far as it is known,
// has it. If the text does not name the key, the call does.
func (c checker) unknown(f Fault) (faults []Fault) {
	outer, keys := f.Path, []string(nil)
	if n := len(outer) - 1; f.from != nameless && n >= 0 && !outer[n].IsIndex {
		outer, keys = outer[:n], []string{outer[n].Key}
	}
	at, ok := c.resolve(outer, f.from)
	if !ok || !at.at.Known() || len(c.schema.Keys()) == 0 {
		return nil
	}
	v, _ := valueAt(c.call, at.path)
	object, isObject := v.(map[string]any)
	if f.from == nameless {
		keys = sorted(object)
	}
	for _, key := range keys {
		if _, sent := object[key]; !at.at.Key(key).Known() && (sent || !isObject) {
			faults = append(faults, Fault{Path: below(at.path, key), Keyword: f.Keyword, Got: key})
		}
	}
	return faults
}

// rootWords are what foreign errors call the whole of the arguments.
var rootWords = []string{"arguments", "args", "body", "params", "input", "root", "payload", "data"}

// place is a place of the arguments: the steps to it, and what the schema says there.
type place struct {
	path []Step
	at   repair.Scope
}

func (c checker) root() place { return place{at: c.schema.Root()} }

// resolve finds the place that steps of a foreign error mean.
func (c checker) resolve(steps []Step, from origin) (at place, ok bool) {
	at = c.root()
	if len(steps) > 0 && !steps[0].IsIndex && (from == rooted || from == nameless || slices.Contains(rootWords, steps[0].Key)) && !at.at.Key(steps[0].Key).Known() {
		steps = steps[1:]
	}
	for i, s := range steps {
		next, ok := at.step(s, from != labelled)
		switch {
		case ok:
			at = next
		case from != labelled || i == 0:
			return place{}, false
		}
	}
	return at, true
}

// step goes to what a step means at a place. Some validators leave out the indexes of arrays or write them as keys, and
// encoding/json takes keys in any case.
func (p place) step(s Step, anyCase bool) (next place, ok bool) {
	key := func(key string) (place, bool) {
		at := p.at.Key(key)
		return place{below(p.path, key), at}, at.Known()
	}
	item := func(i int) (place, bool) {
		at := p.at.Items()
		return place{append(slices.Clip(p.path), Step{Index: i, IsIndex: true}), at}, at.Known()
	}
	if s.IsIndex {
		return item(s.Index)
	}
	if next, ok = key(s.Key); ok {
		return next, true
	}
	if index, err := strconv.Atoi(s.Key); err == nil && index >= 0 {
		return item(index)
	}
	if items, ok := item(-1); ok {
		if s.Key == "*" {
			return items, true
		}
		return items.step(s, anyCase)
	}
	for _, q := range p.at.Properties() {
		if anyCase && strings.EqualFold(q.Name, s.Key) {
			return key(q.Name)
		}
	}
	return place{}, false
}

// valueAt is the value at a place of a call.
func valueAt(v any, steps []Step) (any, bool) {
	for _, s := range steps {
		switch at := v.(type) {
		case map[string]any:
			item, ok := at[s.Key]
			if !ok || s.IsIndex {
				return nil, false
			}
			v = item
		case []any:
			if !s.IsIndex || s.Index < 0 || s.Index >= len(at) {
				return nil, false
			}
			v = at[s.Index]
		default:
			return nil, false
		}
	}
	return v, true
}
