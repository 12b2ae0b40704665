package runtime

import (
	"cmp"
	"slices"
)

// appendMerged writes the text of the call with a merge patch applied to it: what the patch does
// not change keeps its bytes and its place.
func (d *document) appendMerged(out []byte, p *patchObject) []byte {
	out, end := d.merge(out, &d.root, p)
	return append(out, d.text[min(end, len(d.text)):]...)
}

// merge writes an object with a patch applied to it, and gives the offset behind the object or,
// where what follows can be copied along with what comes behind it, before that.
func (d *document) merge(out []byte, n *docNode, p *patchObject) (merged []byte, end int) {
	var room [4]replacement
	list := room[:0]
	for i := range p.members {
		change := &p.members[i]
		m := d.find(n, pathStep{Key: change.key})
		if m == nil || change.removes() {
			return d.rebuild(out, n, p)
		}
		list = append(list, replacement{m.from, change})
	}
	slices.SortFunc(list, func(a, b replacement) int { return cmp.Compare(a.from, b.from) })
	end = int(n.from)
	for _, r := range list {
		out = append(out, d.text[min(end, int(r.from)):r.from]...)
		out, end = d.apply(out, d.find(n, pathStep{Key: r.change.key}), r.change)
	}
	return out, end
}

// replacement is a change of the value that begins at an offset.
type replacement struct {
	from   int32
	change *patchMember
}

// apply writes the value of a member with a change made to it.
func (d *document) apply(out []byte, m *docMember, change *patchMember) (merged []byte, end int) {
	changes := change.changes()
	switch {
	case changes != nil && d.text[m.from] == '{':
		return d.merge(out, d.inside(m), changes)
	case changes != nil:
		out = changes.appendResult(out)
	default:
		out = append(out, change.raw...)
	}
	return out, d.end(m)
}

// rebuild is merge for an object whose members do not stay the same.
func (d *document) rebuild(out []byte, n *docNode, p *patchObject) (merged []byte, end int) {
	out = append(out, '{')
	first := true
	comma := func() {
		if !first {
			out = append(out, ',')
		}
		first = false
	}
	end = int(n.from) + 1
	for i := range d.all(n) {
		m := &n.members[i]
		end = d.end(m)
		var change *patchMember
		for j := range p.members {
			if d.named(m, p.members[j].key) {
				change = &p.members[j]
			}
		}
		switch {
		case change == nil:
			comma()
			out = append(out, d.text[m.key:end]...)
		case !change.removes():
			comma()
			out = append(out, d.text[m.key:m.from]...)
			var upTo int
			out, upTo = d.apply(out, m, change)
			out = append(out, d.text[min(upTo, end):end]...)
		}
	}
	var fresh []*patchMember
	for i := range p.members {
		if change := &p.members[i]; !change.removes() && d.find(n, pathStep{Key: change.key}) == nil {
			fresh = append(fresh, change)
		}
	}
	slices.SortFunc(fresh, func(a, b *patchMember) int { return cmp.Compare(a.key, b.key) })
	for _, change := range fresh {
		comma()
		out = append(appendJSONString(out, change.key), ':')
		if changes := change.changes(); changes != nil {
			out = changes.appendResult(out)
		} else {
			out = append(out, change.raw...)
		}
	}
	return append(out, '}'), skipBlank(d.text, end) + 1
}
