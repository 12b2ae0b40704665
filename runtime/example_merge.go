package runtime

// appendMerged writes the text of the call with a merge patch applied to it: what the patch does
// not change keeps its bytes and its place.
func (d *document) appendMerged(out []byte, p *patchObject) []byte {
	out, end := d.merge(out, &d.root, p)
	return append(out, d.text[min(end, len(d.text)):]...)
}

// merge writes an object with a patch applied to it, and gives the offset behind the object or,
// where what follows can be copied along with what comes behind it, before that.
func (d *document) merge(out []byte, n *docNode, p *patchObject) (merged []byte, end int) {
	var room [8]change
	list := room[:0]
	same := true // the object keeps its members
	for i := range p.members {
		c := change{&p.members[i], d.index(n, p.members[i].key)}
		same = same && c.at >= 0 && !c.removes()
		list = append(list, c)
	}
	// Members in the order of the text, then the others by their keys.
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].before(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	if !same {
		return d.rebuild(out, n, list)
	}
	end = int(n.from)
	for _, c := range list {
		m := &n.members[c.at]
		out = append(out, d.text[min(end, int(m.from)):m.from]...)
		out, end = d.apply(out, m, c.patchMember)
	}
	return out, end
}

// change is a change of a member, and where the object has that; -1 where it has none.
type change struct {
	*patchMember
	at int
}

func (c change) before(o change) bool {
	switch {
	case c.at >= 0 && o.at >= 0:
		return c.at < o.at
	case c.at < 0 && o.at < 0:
		return c.key < o.key
	}
	return c.at >= 0
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

// rebuild is merge for an object whose members do not stay the same. The changes are in the order of
// the members, those of no member behind them.
func (d *document) rebuild(out []byte, n *docNode, changes []change) (merged []byte, end int) {
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
		switch {
		case len(changes) == 0 || changes[0].at != i:
			comma()
			out = append(out, d.text[m.key:end]...)
			continue
		case !changes[0].removes():
			comma()
			out = append(out, d.text[m.key:m.from]...)
			var upTo int
			out, upTo = d.apply(out, m, changes[0].patchMember)
			out = append(out, d.text[min(upTo, end):end]...)
		}
		changes = changes[1:]
	}
	for _, c := range changes {
		if c.removes() {
			continue
		}
		comma()
		out = append(appendJSONString(out, c.key), ':')
		if below := c.changes(); below != nil {
			out = below.appendResult(out)
		} else {
			out = append(out, c.raw...)
		}
	}
	return append(out, '}'), skipBlank(d.text, end) + 1
}
