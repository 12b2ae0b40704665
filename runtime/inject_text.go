package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// filler goes through a call, which is JSON, to the places of injected fields. It takes out what stands there, or,
// where it has a function that gives values, puts these there. All other values stay as they were written.
type filler struct {
	spec *ToolSpec
	give func(field *filledField, place []fieldpath.Step) (json.RawMessage, error)

	out   []byte
	taken []Receipt                  // of what was taken out
	given map[string]json.RawMessage // by the path of the field
	err   error
}

// filledField is a field that the server fills.
type filledField struct {
	path               string // as the rules name it
	required, nullable bool
}

// run goes through a text. The result is in out: the text itself, white space included, if nothing was changed.
func (f *filler) run(text []byte) {
	f.given = map[string]json.RawMessage{}
	root := partsOf(text)
	f.out = text
	if f.value(root, f.spec.View().Root(), nil, nil) {
		f.out = root.appendTo(nil)
	}
}

// value goes through a value, and reports whether anything in it was changed. The alternatives in others are not those
// that the objects around it are.
func (f *filler) value(v *part, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) bool {
	if f.err != nil || !p.Known() || !p.Holds(view.Injected) {
		return false
	}
	switch v.text[0] {
	case '{':
		v.changed = f.object(v, p, place, others)
	case '[':
		v.changed = f.array(v, p, place, others)
	case '"':
		v.changed = f.quoted(v, p, place, others)
	}
	return v.changed
}

func (f *filler) object(v *part, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) (changed bool) {
	items := p.Items()
	if items.Takes(repair.Object) && !p.Takes(repair.Object) {
		return f.object(v, items, append(place, fieldpath.Step{IsIndex: true}), others) // the single item of a list
	}
	others = othersOf(v, p, others)
	var keys []string
	var kept []*part
	for _, m := range v.parts {
		member, at := p.Key(m.key), append(place, fieldpath.Step{Key: m.key})
		if !member.Known() {
			member = items.Key(m.key) // the object may be the item of a list
		}
		if f.takes(p, repair.Named(m.key), others) || f.takes(items, repair.Named(m.key), others) ||
			!p.Declares(m.key) && (f.takes(p, repair.Unnamed, others) || f.takesAlike(p, m.key, others)) {
			f.take(at)
			changed = true
			continue
		}
		keys, kept = append(keys, m.key), append(kept, m)
		changed = f.value(m, member, at, others) || changed
	}
	v.parts = kept
	if f.give == nil {
		return changed
	}
	for _, q := range p.Properties() {
		field := p.FilledAt(repair.Named(q.Name), keys, others)
		if field == nil || slices.Contains(keys, q.Name) || f.err != nil {
			continue
		}
		if value := f.ask(field, append(place, fieldpath.Step{Key: q.Name}), q.Name); value != nil {
			v.parts, changed = append(v.parts, memberOf(q.Name, value)), true
		}
	}
	return f.fillContents(v, p, repair.Unnamed, "{}", keys, place, others) || changed
}

func (f *filler) array(v *part, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) (changed bool) {
	items := p.Items()
	if !items.Known() {
		return false
	}
	for i, item := range v.parts {
		at := append(place, fieldpath.Step{Index: i, IsIndex: true})
		if f.takes(p, repair.Item, others) {
			f.take(at)
			changed = true
		} else {
			changed = f.value(item, items, at, others) || changed
		}
	}
	if f.takes(p, repair.Item, others) {
		v.parts = nil
	}
	return f.give != nil && f.fillContents(v, p, repair.Item, "[]", nil, place, others) || changed
}

// take notes that what stood at a place is taken out.
func (f *filler) take(place []fieldpath.Step) {
	f.taken = append(f.taken, Receipt{Field: fieldpath.Join(place), Kind: ReceiptIgnored})
}

// quoted goes through the JSON in a string that stands where an array or object should, which repairs and
// hints may take out of it. Nothing is put in there.
func (f *filler) quoted(v *part, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) bool {
	stays := !slices.ContainsFunc(p.Alternatives, func(s *repair.Schema) bool { return s.Types&repair.String == 0 })
	var text string
	_ = json.Unmarshal(v.text, &text) // it is known to be one
	if stays || f.give != nil || !json.Valid([]byte(text)) {
		return false
	}
	inner := partsOf([]byte(text))
	if inner.text[0] == '"' || !f.value(inner, p, place, others) {
		return false
	}
	v.text = show.JSON(string(inner.appendTo(nil)))
	return true
}

// takesAlike reports whether a field of the server's differs from an undeclared key by the case of letters alone:
// a handler that reads the text with package encoding/json takes the one for the other.
func (f *filler) takesAlike(p repair.Scope, key string, others []*repair.Schema) bool {
	return slices.ContainsFunc(p.Properties(), func(q *repair.Property) bool {
		return strings.EqualFold(q.Name, key) && f.takes(p, repair.Named(q.Name), others)
	})
}

// takes reports whether what stands at a place is the server's: what an alternative has there. Where an alternative
// that the object may be has the field for the caller to fill, too, the injected ones have to be ruled out.
func (f *filler) takes(p repair.Scope, what func(*repair.Schema) *repair.Property, others []*repair.Schema) bool {
	return f.give == nil && p.Fills(what, others)
}

// othersOf adds the alternatives that an object is not.
func othersOf(v *part, p repair.Scope, others []*repair.Schema) []*repair.Schema {
	if len(p.Alternatives) < 2 {
		return others
	}
	return slices.Concat(others, p.Others(func(key string) []byte {
		if i := slices.IndexFunc(v.parts, func(m *part) bool { return m.key == key }); i >= 0 {
			return v.parts[i].text
		}
		return nil
	}))
}

// fillContents puts in what the server has for the unnamed keys of an object, or the items of an array, and reports
// whether there is any.
func (f *filler) fillContents(v *part, p repair.Scope, what func(*repair.Schema) *repair.Property, name string, keys []string, place []fieldpath.Step, others []*repair.Schema) bool {
	field := p.FilledAt(what, keys, others)
	if field == nil || f.err != nil {
		return false
	}
	value := f.ask(field, place, name)
	if value == nil {
		return false
	}
	parts := partsOf(value).parts
	for _, m := range parts {
		if name == "{}" && (p.Declares(m.key) || slices.Contains(keys, m.key)) {
			f.err = fmt.Errorf("%w: of what the injector gave for %s of the tool %s, the key %s is one of a field",
				errInternal, show.Quote(fieldpath.Join(place)+name, show.MaxName), show.Quote(f.spec.Name, show.MaxName), show.Quote(m.key, show.MaxName))
			return false
		}
	}
	v.parts = append(v.parts, parts...)
	return len(parts) > 0
}

// ask gives what the server has for a field, nil where nothing.
func (f *filler) ask(q *repair.Property, at []fieldpath.Step, name string) json.RawMessage {
	field := &filledField{path: f.spec.View().FilledPath(q.Schema, name), required: q.Required, nullable: q.Schema.Types&repair.Null != 0}
	value, err := f.give(field, at)
	if f.err = err; value == nil || err != nil {
		return nil
	}
	f.given[field.path] = value
	return value
}

// part is a value within a text that is JSON.
type part struct {
	key     string // of a member
	lead    []byte // the key, the colon and the white space in front of the value, as they were written
	text    []byte // the value, as it was written
	parts   []*part
	changed bool // text is not what it is any more, but for scalars
}

func memberOf(key string, value []byte) *part {
	return &part{key: key, lead: append(show.JSON(key), ':'), text: value}
}

// partsOf takes a text apart.
func partsOf(text []byte) *part {
	const blank = " \t\r\n"
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var read func(member bool) *part
	read = func(member bool) *part {
		p := &part{}
		from := dec.InputOffset()
		if member {
			key, _ := dec.Token()
			p.key, _ = key.(string)
		}
		between := dec.InputOffset()
		token, _ := dec.Token()
		p.text = bytes.TrimLeft(text[between:dec.InputOffset()], blank+",:")
		start := dec.InputOffset() - int64(len(p.text))
		p.lead = bytes.TrimPrefix(bytes.TrimLeft(text[from:start], blank), []byte(","))
		if open, isOpen := token.(json.Delim); isOpen {
			for dec.More() {
				p.parts = append(p.parts, read(open == '{'))
			}
			_, _ = dec.Token()
			p.text = text[start:dec.InputOffset()]
		}
		return p
	}
	return read(false)
}

// appendTo writes the value.
func (p *part) appendTo(out []byte) []byte {
	if !p.changed || p.text[0] == '"' {
		return append(out, p.text...)
	}
	out = append(out, p.text[0])
	for i, m := range p.parts {
		if i > 0 {
			out = append(out, ',')
		}
		out = m.appendTo(append(out, m.lead...))
	}
	return append(out, p.text[len(p.text)-1])
}
