package gencode

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Skip reads the value that is next and drops it. It is as strict as any other reading: syntax,
// depth and duplicate keys are checked all the way down.
func (d *Decoder) Skip() {
	switch c := d.src[d.pos]; c {
	case '"':
		d.rawText()
	case '{':
		d.skipObject()
	case '[':
		Slice(d, new([]struct{}), func(_ *struct{}, d *Decoder) { d.Skip() })
	case 't':
		d.word("true")
	case 'f':
		d.word("false")
	case 'n':
		d.word("null")
	default:
		if c == '-' || isDigit(c) {
			if end, _, ok := d.scanNumber(d.pos); ok {
				d.pos = end
			}
			return
		}
		d.syntax(d.pos, "a JSON value")
	}
}

// word reads one of the three literal names.
func (d *Decoder) word(want string) bool {
	if end := d.pos + len(want); end <= d.end && string(d.src[d.pos:end]) == want {
		d.pos = end
		return true
	}
	return d.notWord(want)
}

// notWord faults at the first byte that is not that of the name.
//
//go:noinline
func (d *Decoder) notWord(want string) bool {
	for i := range len(want) {
		if d.src[d.pos+i] != want[i] {
			d.syntax(d.pos+i, want)
			break
		}
	}
	return false
}

func (d *Decoder) skipObject() {
	if !d.enter() {
		return
	}
	keys := map[string]bool{}
	w := d.walk()
	for i := 0; ; i++ {
		key, ok := d.nextKey(i == 0)
		if !ok {
			break
		}
		if keys[key] {
			d.duplicate(&w, key)
		} else {
			keys[key] = true
			d.Skip()
		}
		w.member(d, key, i)
	}
	w.end(d)
	d.depth--
}

// duplicate records that a key was there before, and drops the value that is next. It is the only
// issue at that key: which of the values was meant is unknown, so neither is checked.
func (d *Decoder) duplicate(w *walk, key string) {
	w.forget(d, fieldpath.Key(key))
	if !d.muted() {
		d.add(constraint.DuplicateKey, nil, show.String(key))
	}
	quiet, total, events := d.quiet, d.total, d.events
	d.quiet = true
	d.Skip()
	d.quiet, d.total, d.events = quiet, total, events
}

// forget drops the issues that the member at step has had so far.
func (w *walk) forget(d *Decoder, step string) {
	n := w.first
	for i := w.first; i < len(d.issues); i++ {
		if _, ok := below(d.issues[i].Field, step); !ok {
			d.issues[n] = d.issues[i]
			n++
		}
	}
	d.total -= len(d.issues) - n
	clear(d.issues[n:])
	d.issues = d.issues[:n]
	w.at, w.total = n, d.total
}

// below reports whether a path begins with the step, and returns what follows.
func below(path, step string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, step)
	return rest, ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// nextItem moves to the next item of an array whose opening bracket is at the position (first)
// or that has just given an item. At the closing bracket it moves past it and is false, as it
// is after a fault.
func (d *Decoder) nextItem(first bool) bool {
	p, ok := d.nextPart(first, ']', "a comma or the end of the array")
	if ok {
		d.pos = p
	}
	return ok
}

// nextPart returns the position of the next item or key. At the closing bracket it moves past it and is false.
func (d *Decoder) nextPart(first bool, closing byte, wanted string) (p int, ok bool) {
	if first {
		p = d.space(d.pos + 1)
		if d.src[p] != closing {
			return p, true
		}
	} else {
		p = d.space(d.pos)
		if d.src[p] == ',' {
			return d.space(p + 1), true
		}
	}
	if d.src[p] != closing {
		d.syntax(p, wanted)
		return 0, false
	}
	d.pos = p + 1
	return 0, false
}

// nextKey is nextItem for an object: it moves to the value of the next member.
func (d *Decoder) nextKey(first bool) (key string, ok bool) {
	raw, ok := d.nextRawKey(first)
	return d.kept(raw), ok
}

// nextRawKey is nextKey for a key that is only looked at before the reading goes on.
func (d *Decoder) nextRawKey(first bool) (key []byte, ok bool) {
	p, ok := d.nextPart(first, '}', "a comma or the end of the object")
	if !ok {
		return nil, false
	}
	return d.rawKey(p)
}

// rawKey reads a key at offset at and the colon after it, and moves to the value. The key shares
// memory with the input.
func (d *Decoder) rawKey(at int) (key []byte, ok bool) {
	if d.src[at] != '"' {
		d.syntax(at, "a key in double quotes")
		return nil, false
	}
	d.pos = at
	if key, ok = d.rawText(); !ok {
		return nil, false
	}
	p := d.space(d.pos)
	if d.src[p] != ':' {
		d.syntax(p, "a colon")
		return nil, false
	}
	d.pos = d.space(p + 1)
	return key, true
}
