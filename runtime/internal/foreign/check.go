package foreign

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// Check compares faults with the schema of a tool and with the call, as far as that is known: a decoded
// JSON value, nil for unknown. A place that the schema does not have is dropped, since a wrong guess is worse
// than none, and the others are put into the form that our own issues have.
func Check(faults []Fault, schema *repair.Schema, call any) []Fault {
	c := checker{schema, call}
	var kept []Fault
	for _, f := range c.unions(faults) {
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

// place is a place of the arguments: the steps to it, and what the schema says there.
type place struct {
	path []Step
	at   repair.Scope
}

func (c checker) root() place { return place{at: c.schema.Root()} }

// aboutObject reports whether a fault can be one of the arguments as a whole.
func aboutObject(f *Fault) bool {
	switch f.Keyword {
	case "required", "oneOf", "anyOf", "minProperties", "maxProperties":
		return true
	}
	return f.from == nameless
}

// check gives the fault as the schema has it, none where the schema does not have it.
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
	switch f.Keyword {
	case "required":
		if v, there := valueAt(c.call, f.Path); f.from == said && there && v != nil && v != "" {
			return nil // it is there, so that something else is meant
		}
	case "type":
		// The schema knows better than a word of another language, unless it takes what came.
		types := schema.TypeNames()
		if got, _ := f.Got.(string); types != "" && !slices.Contains(strings.Split(types, "|"), got) {
			f.Want = types
		}
	case "enum", "oneOf", "anyOf":
		if list := choicesOf(schema, f.Keyword); f.Want == nil && list != nil {
			f.Want = list
		}
	case "minLength", "minItems", "minProperties", "maxLength", "maxItems", "maxProperties":
		name, _, _ := strings.Cut(schema.TypeNames(), "|")
		if size := sizes[name]; size != "" {
			f.Keyword = f.Keyword[:len("min")] + size
		}
	}
	return []Fault{f}
}

// sizes are the words in the keywords for the size of a value of a type.
var sizes = map[string]string{"string": "Length", "array": "Items", "object": "Properties"}

// choicesOf lists the allowed values of a schema, or the titles of its variants, nil where it has none.
func choicesOf(s *repair.Schema, keyword string) (list []any) {
	if keyword == "enum" {
		for _, v := range s.Enum {
			list = append(list, json.RawMessage(v.JSON()))
		}
	} else {
		for _, v := range s.Variants {
			if v.Title == "" || v.Title == s.Title {
				return nil
			}
			list = append(list, v.Title)
		}
	}
	return list
}

// unknown accepts an unknown key where its object is in the schema, the key is not, and the call, as far
// as it is known, has it. Where the text does not name the key, the call tells.
func (c checker) unknown(f Fault) []Fault {
	if f.from == nameless {
		at, ok := c.resolve(f.Path, rooted)
		v, _ := valueAt(c.call, at.path)
		object, _ := v.(map[string]any)
		if !ok || !at.at.Known() {
			return nil
		}
		var faults []Fault
		for _, key := range sorted(object) {
			faults = append(faults, c.unknown(Fault{Path: below(at.path, key), Keyword: f.Keyword})...)
		}
		return faults
	}
	if len(f.Path) == 0 || last(f.Path).IsIndex {
		return nil
	}
	key := last(f.Path)
	at, ok := c.resolve(f.Path[:len(f.Path)-1], f.from)
	if !ok || len(c.schema.Keys()) == 0 || at.declares(key.Key) {
		return nil
	}
	f.Path = below(at.path, key.Key)
	if every := slices.ContainsFunc(f.Path, func(s Step) bool { return s.IsIndex && s.Index < 0 }); c.call != nil && !every {
		if _, there := valueAt(c.call, f.Path); !there {
			return nil
		}
	}
	f.Got = key.Key
	return []Fault{f}
}

// rootWords are what foreign errors call the whole of the arguments.
var rootWords = []string{"arguments", "args", "body", "params", "input", "root", "payload", "data"}

func isRootWord(word string) bool { return word == "" || slices.Contains(rootWords, word) }

// resolve finds the place that steps of a foreign error mean. Errors of encoding/json and of
// schema paths lack array indexes; JSON Pointers do not tell indexes from keys; and some begin with a word
// for the whole.
func (c checker) resolve(steps []Step, from origin) (at place, ok bool) {
	at = c.root()
	if len(steps) > 0 && !steps[0].IsIndex && (from == rooted || slices.Contains(rootWords, steps[0].Key)) && !at.declares(steps[0].Key) {
		steps = steps[1:]
	}
	for _, s := range steps {
		if at, ok = at.step(s, from == goNames); !ok {
			return place{}, false
		}
	}
	return at, true
}

func (p place) key(key string) place { return place{below(p.path, key), p.at.Key(key)} }

func (p place) item(i int) place {
	return place{append(slices.Clip(p.path), Step{Index: i, IsIndex: true}), p.at.Items()}
}

func (p place) declares(key string) bool { return p.at.Key(key).Known() }

// step goes to what a step means at a place.
func (p place) step(s Step, anyCase bool) (next place, ok bool) {
	if s.IsIndex {
		next = p.item(s.Index)
		return next, next.at.Known()
	}
	if next = p.key(s.Key); next.at.Known() {
		return next, true
	}
	items := p.item(-1)
	switch index, err := strconv.Atoi(s.Key); {
	case err == nil && index >= 0:
		next = p.item(index)
		return next, next.at.Known()
	case items.at.Known() && s.Key == "*":
		return items, true
	case items.at.Known():
		return items.step(s, anyCase)
	case anyCase: // without a tag, it is the name of the Go field, which encoding/json matches in any case
		for _, q := range p.at.Properties() {
			if strings.EqualFold(q.Name, s.Key) {
				return p.key(q.Name), true
			}
		}
	}
	return place{}, false
}

// unions takes names of the validator's own out of places, such as those of variants, and replaces the
// faults of several branches of one union by a fault of the union: the validator has tried them all, and does
// not say which was meant. The last step of an unknown key stays.
func (c checker) unions(faults []Fault) []Fault {
	labels := map[string]string{} // the first one of each union
	several := map[string]bool{}  // the unions that have more
	kept := slices.Clone(faults)
	unions := map[int]place{} // of the faults
	for i := range kept {
		f := &kept[i]
		if f.from != labelled {
			continue
		}
		steps, n := f.Path, len(f.Path)
		if n > 0 && constraint.IsExtraKey(f.Keyword) {
			n--
		}
		at := c.root()
		for j, s := range steps[:n] {
			if next, ok := at.step(s, false); ok {
				at = next
			} else if _, found := unions[i]; j > 0 && !found {
				id := fieldpath.Join(at.path)
				several[id] = several[id] || labels[id] != "" && labels[id] != s.Key
				labels[id], unions[i] = s.Key, at
			}
		}
		if path := append(slices.Clip(at.path), steps[n:]...); len(path) > 0 {
			f.Path = path
		}
	}
	for i, u := range unions {
		if several[fieldpath.Join(u.path)] {
			kept[i] = Fault{Path: u.path, Keyword: "anyOf"}
		}
	}
	return kept
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

func last(steps []Step) Step { return steps[len(steps)-1] }
