package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// filler goes through the text of a call, which is JSON, to the places of injected fields. It takes
// out what stands there, or, where it has a function that gives values, puts these there. All other
// bytes stay as they are.
type filler struct {
	spec *ToolSpec
	give func(row *FieldSpec, place []fieldpath.Step) (json.RawMessage, error)

	text   []byte
	out    []byte
	copied int // how much of text is in out or left out of it

	taken []Receipt // of what was taken out
	given map[*FieldSpec]json.RawMessage
	err   error

	below map[*fieldNode]bool // what holds has found
}

func newFiller(spec *ToolSpec, text []byte) *filler {
	return &filler{spec: spec, text: text, given: map[*FieldSpec]json.RawMessage{}, below: map[*fieldNode]bool{}}
}

// run goes through the text. The result is in out.
func (f *filler) run() {
	f.value(skipBlank(f.text, 0), f.spec.tree(), nil, nil)
	f.flush(len(f.text))
}

// flush takes the text up to an offset over.
func (f *filler) flush(to int) {
	f.out = append(f.out, f.text[f.copied:to]...)
	f.copied = to
}

// holds reports whether something below a node is injected.
func (f *filler) holds(n *fieldNode) bool {
	found, known := f.below[n]
	if !known {
		found = f.spec.anywhere(n, isInjected, 4)
		f.below[n] = found
	}
	return found
}

// value goes through the value that begins at an offset and is described by a node, and gives the
// offset behind it. The variants in others are not those that the objects around it are.
func (f *filler) value(at int, n *fieldNode, place []fieldpath.Step, others []string) int {
	if n != nil && f.err == nil && f.holds(n) {
		switch f.text[at] {
		case '{':
			return f.object(at, n, place, others)
		case '[':
			return f.array(at, n, place, others)
		case '"':
			return f.quoted(at, n, place, others)
		}
	}
	return endOfValue(f.text, at)
}

func (f *filler) object(at int, n *fieldNode, place []fieldpath.Step, others []string) int {
	items := f.spec.below(n).at(itemsStep)
	if items != nil && !anyTakes(n, "object") && anyTakes(items, "object") {
		return f.object(at, items, append(place, fieldpath.Step{IsIndex: true}), others) // the single item of a list
	}
	below := f.spec.below(n)
	others = f.othersOf(at, below, others)
	list := f.begin(at)
	var keys []string
	pos := skipBlank(f.text, at+1)
	for f.text[pos] != '}' {
		behind := endOfString(f.text, pos)
		key := unquoted(f.text[pos:behind])
		start := skipBlank(f.text, skipBlank(f.text, behind)+1)
		step := fieldpath.Step{Key: key}
		c := f.spec.step(n, step)
		var single *fieldNode // the field, if the object is the item of a list
		if items != nil {
			single = f.spec.step(items, step)
		}
		if f.takes(c, others) || f.takes(single, others) || f.takes(f.alike(below, c, key), others) {
			list.drop(append(place, step))
			pos = endOfValue(f.text, start)
		} else {
			if c == nil {
				c = single
			}
			keys = append(keys, key)
			list.keep(pos)
			pos = f.value(start, c, append(place, step), others)
			list.last = pos
		}
		pos = f.next(pos)
	}
	list.end(pos)
	if f.give != nil {
		f.fill(&list, below, keys, place, others)
	}
	return pos + 1
}

func (f *filler) array(at int, n *fieldNode, place []fieldpath.Step, others []string) int {
	items := f.spec.below(n).at(itemsStep)
	if items == nil {
		return endOfValue(f.text, at)
	}
	list := f.begin(at)
	pos := skipBlank(f.text, at+1)
	for i := 0; f.text[pos] != ']'; i++ {
		step := fieldpath.Step{Index: i, IsIndex: true}
		if f.takes(items, others) {
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
		f.fillContents(&list, f.spec.below(n), items, nil, place, others)
	}
	return pos + 1
}

// alike is the field whose key differs from an undeclared one by the case of letters alone: a handler
// that reads the text with package encoding/json takes the one for the other.
func (f *filler) alike(below, declared *fieldNode, key string) *fieldNode {
	if declared != nil && declared.key != restStep || below == nil {
		return nil
	}
	for _, c := range below.children {
		if c.key != key && strings.EqualFold(c.key, key) {
			return c
		}
	}
	return nil
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
func (f *filler) quoted(at int, n *fieldNode, place []fieldpath.Step, others []string) int {
	end := endOfString(f.text, at)
	stays := len(n.rows) > 0 && !slices.ContainsFunc(n.rows, func(r *FieldSpec) bool { return !takesType(r, "string") })
	text := unquoted(f.text[at:end])
	if stays || f.give != nil || !json.Valid([]byte(text)) {
		return end
	}
	inner := *f
	inner.text, inner.out, inner.copied = []byte(text), nil, 0
	if start := skipBlank(inner.text, 0); inner.text[start] == '{' || inner.text[start] == '[' {
		inner.value(start, n, place, others)
	}
	changed := len(inner.taken) > len(f.taken)
	f.taken, f.err = inner.taken, inner.err
	if !changed {
		return end
	}
	inner.flush(len(inner.text))
	f.flush(at)
	f.out = append(f.out, marshalled(string(inner.out))...)
	f.copied = end
	return end
}

// takes reports whether what stands at a node is the server's, in an object that is none of the
// variants in others. Where a variant that it may be has the field for the caller to fill, too, the
// injected ones have to be ruled out.
func (f *filler) takes(n *fieldNode, others []string) bool {
	if n == nil || f.give != nil {
		return false
	}
	injected, free := false, false
	for _, r := range n.rows {
		out := r.Variant != "" && slices.Contains(others, r.Variant)
		switch {
		case r.Injected && !out:
			return true
		case r.Injected:
			injected = true
		case !out:
			free = true
		}
	}
	return injected && !free
}

// othersOf adds the variants that the object at an offset is not, since a member has a value that
// the variant does not allow.
func (f *filler) othersOf(at int, n *fieldNode, others []string) []string {
	labels := n.variants()
	if len(labels) == 0 {
		return others
	}
	others = slices.Clip(others)
	values := map[string]json.RawMessage{}
	for _, m := range rawMembers(f.text[at:endOfValue(f.text, at)]) {
		if _, twice := values[m.key]; !twice {
			values[m.key] = m.value
		}
	}
	for _, c := range n.children {
		value, there := values[c.key]
		for _, r := range c.rows {
			if !there || r.Variant == "" || len(r.Enum) == 0 || slices.Contains(others, r.Variant) {
				continue
			}
			if !slices.ContainsFunc(r.Enum, func(e string) bool { return equalJSON([]byte(e), value) }) {
				others = append(others, r.Variant)
			}
		}
	}
	return others
}

// fill puts in the fields of an object that the server fills.
func (f *filler) fill(list *memberList, n *fieldNode, keys []string, place []fieldpath.Step, others []string) {
	for _, c := range n.children {
		if c.key == itemsStep || c.key == restStep || slices.Contains(keys, c.key) || f.err != nil {
			continue
		}
		row := f.rowToFill(n, c, keys, others)
		if row == nil {
			continue
		}
		value, err := f.give(row, append(place, fieldpath.Step{Key: c.key}))
		if f.err = err; value != nil && err == nil {
			f.given[row] = value
			list.add(c.key, value)
		}
	}
	if rest := n.at(restStep); rest != nil {
		f.fillContents(list, n, rest, keys, place, others)
	}
}

// fillContents puts in what the server has for the unnamed keys of an object, or the items of an array.
func (f *filler) fillContents(list *memberList, n, c *fieldNode, keys []string, place []fieldpath.Step, others []string) {
	if f.err != nil {
		return
	}
	row := f.rowToFill(n, c, keys, others)
	if row == nil {
		return
	}
	value, err := f.give(row, place)
	if f.err = err; value == nil || err != nil {
		return
	}
	f.given[row] = value
	for _, m := range rawMembers(value) {
		switch {
		case c.key == itemsStep:
			list.addItem(m.value)
		case n.at(m.key) != nil || slices.Contains(keys, m.key):
			f.err = fmt.Errorf("%w: of what the injector gave for %s of the tool %s, the key %s is one of a field",
				errInternal, show.Quote(row.Path, show.MaxName), show.Quote(f.spec.Name, show.MaxName), show.Quote(m.key, show.MaxName))
			return
		default:
			list.add(m.key, m.value)
		}
	}
}

// rowToFill is the row by which the server fills a field of an object with these keys; nil where it
// does not.
func (f *filler) rowToFill(n, c *fieldNode, keys, others []string) *FieldSpec {
	var fitting []string
	for _, row := range c.rows {
		switch {
		case !row.Injected:
		case row.Variant == "":
			return row
		case !slices.Contains(others, row.Variant):
			fitting = append(fitting, row.Variant)
		}
	}
	if len(fitting) == 0 {
		return nil
	}
	// Where nothing but the keys tells the variants apart, one that lacks a required key is another.
	fits := func(label string) bool {
		return !slices.ContainsFunc(n.children, func(o *fieldNode) bool {
			return slices.ContainsFunc(o.rows, func(r *FieldSpec) bool {
				return r.Variant == label && r.Required && !r.Injected && !slices.Contains(keys, o.key)
			})
		})
	}
	for _, label := range fitting {
		if fits(label) {
			return c.rowOf(label)
		}
	}
	for _, label := range n.variants() {
		if !slices.Contains(others, label) && fits(label) {
			return nil
		}
	}
	return c.rowOf(fitting[0])
}

// memberList is an object or array of which members are taken out or added.
type memberList struct {
	f    *filler
	last int  // the offset behind the last member that stays, or behind the bracket
	some bool // a member stays
	gap  bool // something was taken out behind last
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

// add puts in a member behind all others.
func (l *memberList) add(key string, value []byte) {
	f := l.f
	f.flush(l.last)
	if l.some {
		f.out = append(f.out, ',')
	}
	l.some = true
	f.out = append(append(append(f.out, marshalled(key)...), ':'), value...)
}

// addItem puts in an item behind all others.
func (l *memberList) addItem(value []byte) {
	f := l.f
	f.flush(l.last)
	if l.some {
		f.out = append(f.out, ',')
	}
	l.some = true
	f.out = append(f.out, value...)
}

// anyTakes reports whether some row of a node lets its value have a type.
func anyTakes(n *fieldNode, name string) bool {
	return slices.ContainsFunc(n.rows, func(r *FieldSpec) bool { return takesType(r, name) })
}

// takesType reports whether a value of a type can be the field's.
func takesType(r *FieldSpec, name string) bool {
	return r.Type == "" || r.Type == "any" || slices.Contains(strings.Split(r.Type, "|"), name)
}

// unquoted is what a string of JSON says.
func unquoted(text []byte) string {
	var s string
	_ = json.Unmarshal(text, &s) // it is known to be one
	return s
}
