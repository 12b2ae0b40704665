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

// filler goes through the text of a call, which is JSON, to the places of injected fields. It takes
// out what stands there, or, where it has a function that gives values, puts these there. All other
// bytes stay as they are.
type filler struct {
	spec *ToolSpec
	give func(field *filledField, place []fieldpath.Step) (json.RawMessage, error)

	text   []byte
	out    []byte
	copied int // how much of text is in out or left out of it

	taken []Receipt                  // of what was taken out
	given map[string]json.RawMessage // by the path of the field
	err   error
}

// filledField is a field that the server fills.
type filledField struct {
	path               string // as the rules name it
	required, nullable bool
}

func newFiller(spec *ToolSpec, text []byte) *filler {
	return &filler{spec: spec, text: text, given: map[string]json.RawMessage{}}
}

// run goes through the text. The result is in out.
func (f *filler) run() {
	f.value(skipBlank(f.text, 0), f.spec.View().Root(), nil, nil)
	f.flush(len(f.text))
}

// flush takes the text up to an offset over.
func (f *filler) flush(to int) {
	f.out = append(f.out, f.text[f.copied:to]...)
	f.copied = to
}

// value goes through the value that begins at an offset, and gives the offset after it. The alternatives in
// others are not those that the objects around it are.
func (f *filler) value(at int, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) int {
	if f.err == nil && p.Known() && p.Holds(view.Injected) {
		switch f.text[at] {
		case '{':
			return f.object(at, p, place, others)
		case '[':
			return f.array(at, p, place, others)
		case '"':
			return f.quoted(at, p, place, others)
		}
	}
	return endOfValue(f.text, at)
}

func (f *filler) object(at int, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) int {
	items := p.Items()
	if items.Takes(repair.Object) && !p.Takes(repair.Object) {
		return f.object(at, items, append(place, fieldpath.Step{IsIndex: true}), others) // the single item of a list
	}
	others = f.othersOf(at, p, others)
	list := f.begin(at)
	var keys []string
	pos := skipBlank(f.text, at+1)
	for f.text[pos] != '}' {
		after := endOfString(f.text, pos)
		key := unquoted(f.text[pos:after])
		start := skipBlank(f.text, skipBlank(f.text, after)+1)
		step := fieldpath.Step{Key: key}
		member := p.Key(key)
		if !member.Known() {
			member = items.Key(key) // the object may be the item of a list
		}
		if f.takes(p, repair.Named(key), others) || f.takes(items, repair.Named(key), others) || !p.Declares(key) && (f.takes(p, repair.Unnamed, others) || f.takesAlike(p, key, others)) {
			list.drop(append(place, step))
			pos = endOfValue(f.text, start)
		} else {
			keys = append(keys, key)
			list.keep(pos)
			pos = f.value(start, member, append(place, step), others)
			list.last = pos
		}
		pos = f.next(pos)
	}
	list.end(pos)
	if f.give != nil {
		f.fill(&list, p, keys, place, others)
	}
	return pos + 1
}

func (f *filler) array(at int, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) int {
	items := p.Items()
	if !items.Known() {
		return endOfValue(f.text, at)
	}
	list := f.begin(at)
	pos := skipBlank(f.text, at+1)
	for i := 0; f.text[pos] != ']'; i++ {
		step := fieldpath.Step{Index: i, IsIndex: true}
		if f.takes(p, repair.Item, others) {
			list.drop(append(place, step))
			pos = endOfValue(f.text, pos)
		} else {
			list.keep(pos)
			pos = f.value(pos, items, append(place, step), others)
			list.last = pos
		}
		pos = f.next(pos)
	}
	list.end(pos)
	if f.give != nil {
		f.fillContents(&list, p, repair.Item, "[]", nil, place, others)
	}
	return pos + 1
}

// takesAlike reports whether a field of the server's differs from an undeclared key by the case of letters alone:
// a handler that reads the text with package encoding/json takes the one for the other.
func (f *filler) takesAlike(p repair.Scope, key string, others []*repair.Schema) bool {
	return slices.ContainsFunc(p.Properties(), func(q *repair.Property) bool {
		return strings.EqualFold(q.Name, key) && f.takes(p, repair.Named(q.Name), others)
	})
}

// next is the offset of the next member or item, or of the bracket.
func (f *filler) next(at int) int {
	if at = skipBlank(f.text, at); f.text[at] == ',' {
		at = skipBlank(f.text, at+1)
	}
	return at
}

// quoted goes through the JSON in a string that stands where an array or object should, which repairs and
// hints may take out of it. Nothing is put in there.
func (f *filler) quoted(at int, p repair.Scope, place []fieldpath.Step, others []*repair.Schema) int {
	end := endOfString(f.text, at)
	stays := !slices.ContainsFunc(p.Alternatives, func(s *repair.Schema) bool { return s.Types&repair.String == 0 })
	text := unquoted(f.text[at:end])
	if stays || f.give != nil || !json.Valid([]byte(text)) {
		return end
	}
	inner := *f
	inner.text, inner.out, inner.copied = []byte(text), nil, 0
	if start := skipBlank(inner.text, 0); inner.text[start] == '{' || inner.text[start] == '[' {
		inner.value(start, p, place, others)
	}
	changed := len(inner.taken) > len(f.taken)
	f.taken, f.err = inner.taken, inner.err
	if !changed {
		return end
	}
	inner.flush(len(inner.text))
	f.flush(at)
	f.out = append(f.out, show.JSON(string(inner.out))...)
	f.copied = end
	return end
}

// takes reports whether what stands at a place is the server's: what an alternative has there. Where an alternative
// that the object may be has the field for the caller to fill, too, the injected ones have to be ruled out.
func (f *filler) takes(p repair.Scope, what func(*repair.Schema) *repair.Property, others []*repair.Schema) bool {
	return f.give == nil && p.Fills(what, others)
}

// othersOf adds the alternatives that the object at an offset is not.
func (f *filler) othersOf(at int, p repair.Scope, others []*repair.Schema) []*repair.Schema {
	if len(p.Alternatives) < 2 {
		return others
	}
	members := rawMembers(f.text[at:endOfValue(f.text, at)])
	return slices.Concat(others, p.Others(func(key string) []byte {
		if i := slices.IndexFunc(members, func(m rawMember) bool { return m.key == key }); i >= 0 {
			return members[i].value
		}
		return nil
	}))
}

// fill puts in the fields of an object that the server fills.
func (f *filler) fill(list *memberList, p repair.Scope, keys []string, place []fieldpath.Step, others []*repair.Schema) {
	for _, q := range p.Properties() {
		field := p.FilledAt(repair.Named(q.Name), keys, others)
		if field == nil || slices.Contains(keys, q.Name) || f.err != nil {
			continue
		}
		if value := f.ask(field, append(place, fieldpath.Step{Key: q.Name}), q.Name); value != nil {
			list.add(show.JSON(q.Name), []byte(":"), value)
		}
	}
	f.fillContents(list, p, repair.Unnamed, "{}", keys, place, others)
}

// fillContents puts in what the server has for the unnamed keys of an object, or the items of an array.
func (f *filler) fillContents(list *memberList, p repair.Scope, what func(*repair.Schema) *repair.Property, name string, keys []string, place []fieldpath.Step, others []*repair.Schema) {
	field := p.FilledAt(what, keys, others)
	if field == nil || f.err != nil {
		return
	}
	for _, m := range rawMembers(f.ask(field, place, name)) {
		switch {
		case name == "[]":
			list.add(m.value)
		case p.Declares(m.key) || slices.Contains(keys, m.key):
			f.err = fmt.Errorf("%w: of what the injector gave for %s of the tool %s, the key %s is one of a field",
				errInternal, show.Quote(fieldpath.Join(place)+name, show.MaxName), show.Quote(f.spec.Name, show.MaxName), show.Quote(m.key, show.MaxName))
			return
		default:
			list.add(show.JSON(m.key), []byte(":"), m.value)
		}
	}
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

// memberList is an object or array of which members are taken out or added.
type memberList struct {
	f    *filler
	last int  // the offset after the last member that stays, or behind the bracket
	some bool // a member stays
	gap  bool // something was taken out after last
}

func (f *filler) begin(at int) memberList { return memberList{f: f, last: at + 1} }

// keep leaves the member that begins at an offset where it is.
func (l *memberList) keep(at int) {
	if l.gap {
		l.f.flush(l.last)
		if l.some {
			l.f.out = append(l.f.out, ',')
		}
		l.f.copied, l.gap = at, false
	}
	l.some = true
}

// drop takes a member out.
func (l *memberList) drop(place []fieldpath.Step) {
	l.gap = true
	l.f.taken = append(l.f.taken, Receipt{Field: fieldpath.Join(place), Kind: ReceiptIgnored})
}

// end comes to the bracket.
func (l *memberList) end(at int) {
	if l.gap {
		l.f.flush(l.last)
		l.f.copied = at
	}
}

// add puts in the text of a member or item after all others.
func (l *memberList) add(text ...[]byte) {
	f := l.f
	f.flush(l.last)
	if l.some {
		f.out = append(f.out, ',')
	}
	l.some = true
	f.out = append(f.out, bytes.Join(text, nil)...)
}

// unquoted is what a string of JSON says.
func unquoted(text []byte) string {
	var s string
	_ = json.Unmarshal(text, &s) // it is known to be one
	return s
}
