package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// node is a value of a call.
type node = rawjson.Node[struct{}]

// filler visits the places of injected fields in a call, which is JSON. It removes the values there, or inserts those of
// give if that is set. All other values keep their spelling.
type filler struct {
	spec *ToolSpec
	give func(field *filledField, place []fieldpath.Step) (json.RawMessage, error)

	out   []byte
	taken []Receipt                  // for removed values
	given map[string]json.RawMessage // by the path of the field
	err   error
}

// filledField is a field that the server fills.
type filledField struct {
	path               string // as in the rules
	required, nullable bool
}

// run processes a text. The result is out: the text itself if nothing changed or it is not JSON.
func (f *filler) run(text []byte) {
	f.given = map[string]json.RawMessage{}
	f.out = text
	root, err := rawjson.Parse[struct{}](text)
	if f.err = err; err == nil && f.value(root, f.spec.View().Root(), nil, nil) {
		f.out = []byte(root.String())
	}
}

// value processes a value, and reports whether it changed. others are alternatives that the enclosing objects do not
// match.
func (f *filler) value(v *node, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) bool {
	if f.err != nil || !p.Known() || !p.Holds(view.Injected) {
		return false
	}
	switch v.Kind {
	case '{':
		return f.object(v, p, place, others)
	case '[':
		return f.array(v, p, place, others)
	case '"':
		return f.quoted(v, p, place, others)
	}
	return false
}

func (f *filler) object(v *node, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) (changed bool) {
	items := p.Items()
	if items.Takes(repair.Object) && !p.Takes(repair.Object) {
		return f.object(v, items, append(place, fieldpath.Step{IsIndex: true}), others) // a single item instead of a list
	}
	others = othersOf(v, p, others)
	var keys []string
	var kept []rawjson.Member[struct{}]
	for _, m := range v.Members {
		member, at := p.Key(m.Key), append(place, fieldpath.Step{Key: m.Key})
		if !member.Known() {
			member = items.Key(m.Key) // the object may be the item of a list
		}
		if f.takes(p, repair.Named(m.Key), others) || f.takes(items, repair.Named(m.Key), others) ||
			!p.Declares(m.Key) && (f.takes(p, repair.Unnamed, others) || f.takesAlike(p, m.Key, others)) {
			f.take(at)
			changed = true
			continue
		}
		keys, kept = append(keys, m.Key), append(kept, m)
		changed = f.value(m.Value, member, at, others) || changed
	}
	v.Members = kept
	if f.give == nil {
		return changed
	}
	for _, q := range p.Properties() {
		field := p.FilledAt(repair.Named(q.Name), keys, others)
		if field == nil || slices.Contains(keys, q.Name) || f.err != nil {
			continue
		}
		if value := f.ask(field, append(place, fieldpath.Step{Key: q.Name}), q.Name); value != nil {
			v.Set(q.Name, value)
			changed = true
		}
	}
	return f.fillContents(v, p, repair.Unnamed, "{}", keys, place, others) || changed
}

func (f *filler) array(v *node, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) (changed bool) {
	items := p.Items()
	if !items.Known() {
		return false
	}
	for i, item := range v.Items {
		at := append(place, fieldpath.Step{Index: i, IsIndex: true})
		if f.takes(p, repair.Item, others) {
			f.take(at)
			changed = true
		} else {
			changed = f.value(item, items, at, others) || changed
		}
	}
	if f.takes(p, repair.Item, others) {
		v.Items = nil
	}
	return f.give != nil && f.fillContents(v, p, repair.Item, "[]", nil, place, others) || changed
}

// take records that the value at a place is removed.
func (f *filler) take(place []fieldpath.Step) {
	f.taken = append(f.taken, Receipt{Field: fieldpath.Join(place), Kind: ReceiptIgnored})
}

// quoted processes JSON in a string where an array or object is expected, because repairs and hints may parse it.
// Nothing is inserted there.
func (f *filler) quoted(v *node, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) bool {
	stays := !slices.ContainsFunc(p.Alternatives, func(s *repair.Schema) bool { return s.Types&repair.String == 0 })
	if stays || f.give != nil {
		return false
	}
	inner, err := rawjson.Parse[struct{}]([]byte(v.Text()))
	if err != nil || inner.Kind == '"' || !f.value(inner, p, place, others) {
		return false
	}
	v.Raw = rawjson.Value(show.JSON(inner.String()))
	return true
}

// takesAlike reports whether an injected field differs from an undeclared key only in case: a handler that reads the
// text with package encoding/json would confuse them.
func (f *filler) takesAlike(p repair.Scope, key string, others []*repair.Schema) bool {
	return slices.ContainsFunc(p.Properties(), func(q *repair.Property) bool {
		return strings.EqualFold(q.Name, key) && f.takes(p, repair.Named(q.Name), others)
	})
}

// takes reports whether the value at a place is the server's according to an alternative. If another alternative leaves
// the field to the caller, the object must not match that one.
func (f *filler) takes(p repair.Scope, what func(*repair.Schema) *repair.Property, others []*repair.Schema) bool {
	return f.give == nil && p.Fills(what, others)
}

// othersOf adds the alternatives that an object does not match.
func othersOf(v *node, p repair.Scope, others []*repair.Schema) []*repair.Schema {
	if len(p.Alternatives) < 2 {
		return others
	}
	return slices.Concat(others, p.Others(func(key string) []byte {
		if i := slices.IndexFunc(v.Members, func(m rawjson.Member[struct{}]) bool { return m.Key == key }); i >= 0 {
			return v.Members[i].Value.Raw
		}
		return nil
	}))
}

// fillContents inserts the server's values for the unnamed keys of an object or the items of an array, and reports
// whether there are any.
func (f *filler) fillContents(v *node, p repair.Scope, what func(*repair.Schema) *repair.Property, name string, keys []string, place []fieldpath.Step, others []*repair.Schema) bool {
	field := p.FilledAt(what, keys, others)
	if field == nil || f.err != nil {
		return false
	}
	value := f.ask(field, place, name)
	if value == nil {
		return false
	}
	for _, m := range value.Members {
		if p.Declares(m.Key) || slices.Contains(keys, m.Key) {
			f.err = fmt.Errorf("%w: the injector's value for %s of the tool %s has the key %s, which is the key of a field",
				errInternal, show.Quote(fieldpath.Join(place)+name, show.MaxName), show.Quote(f.spec.Name, show.MaxName), show.Quote(m.Key, show.MaxName))
			return false
		}
	}
	v.Members, v.Items = append(v.Members, value.Members...), append(v.Items, value.Items...)
	return len(value.Members)+len(value.Items) > 0
}

// ask returns the server's value for a field, nil if there is none.
func (f *filler) ask(q *repair.Property, at []fieldpath.Step, name string) (value *node) {
	field := &filledField{path: f.spec.View().FilledPath(q.Schema, name), required: q.Required, nullable: q.Schema.Types&repair.Null != 0}
	text, err := f.give(field, at)
	if f.err = err; text == nil || err != nil {
		return nil
	}
	f.given[field.path] = text
	value, f.err = rawjson.Parse[struct{}](text)
	return value
}
