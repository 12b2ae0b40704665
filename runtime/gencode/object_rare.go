package gencode

import (
	"math/bits"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// rareObject is the state that most objects never need.
type rareObject struct {
	seen    bitList // keys from the 65th on that were there
	bad     bitList // keys from the 65th on with an issue
	dropped bitList // keys whose null was read as absence
	unsound bool    // an issue under a kept unknown key

	unknown map[string]bool // unknown keys that were there
	issues  int             // how many of them are issues
}

func (r *rareObject) add(key string) {
	if r.unknown == nil {
		r.unknown = map[string]bool{}
	}
	r.unknown[key] = true
}

func (r *rareObject) anyUnsound() bool { return r.unsound || len(r.bad) > 0 }

func (o *Object) more() *rareObject {
	if o.rare == nil {
		o.rare = new(rareObject)
	}
	return o.rare
}

// bitList is a set of small numbers; it only grows.
type bitList []uint64

func (b bitList) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0 }

func (b bitList) len() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

func (b *bitList) set(i int) {
	for i>>6 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

// firstRare is first for keys from the 65th on.
func (o *Object) firstRare(i int) bool {
	seen := &o.more().seen
	if seen.has(i) {
		return false
	}
	seen.set(i)
	return true
}

// nextKnown goes on at the key at offset p, which is not the one expected, until a member
// that generated code wants.
func (d *Decoder) nextKnown(o *Object, p int) bool {
	for p >= 0 {
		key, ok := d.rawKey(p)
		if !ok {
			o.stage, o.next = stageNone, -1
			return false
		}
		if d.member(o, key) {
			return true
		}
		p = d.between(o)
	}
	return false
}

// member looks the key up and reports whether generated code is to read its value; otherwise the
// value is dealt with here.
func (d *Decoder) member(o *Object, key []byte) bool {
	i := o.Spec.find(key)
	switch {
	case i < 0:
		return d.unknownKey(o, d.kept(key))
	case !o.first(i):
		o.Index = i
		o.markUnsound(i)
		d.duplicate(&o.walk, o.Spec.Keys[i])
		d.settleMember(o, o.Spec.Keys[i], i)
		return false
	}
	o.Index = i
	o.next = i + 1
	return !o.Spec.Blank || !d.blankIsAbsent(o)
}

// unknownKey deals with a key that the schema does not name.
func (d *Decoder) unknownKey(o *Object, key string) bool {
	rare := o.more()
	o.Index, o.Key = -1, key
	switch {
	case rare.unknown[key]:
		d.duplicate(&o.walk, key)
		rare.unsound = rare.unsound || o.Spec.Keep
		d.settleMember(o, key, o.unknownRank())
		return false
	case o.Spec.Keep:
		rare.add(key)
		d.undeclare(1, 0)
		return true
	case o.Spec.Closed:
		rare.add(key)
		d.additionalKey(o, key)
	default:
		rare.add(key)
		d.undeclare(1, 1)
		if d.cfg.Receipts != nil {
			d.noteIgnored(o, key)
		}
	}
	d.Skip()
	if d.events != o.walk.events {
		d.settleMember(o, key, o.unknownRank())
	}
	return false
}

// unknownRank orders unknown keys after all fields, in the order of the input.
func (o *Object) unknownRank() int { return len(o.Spec.Keys) + len(o.rare.unknown) }

// additionalKey records an unknown key of a closed object, with the known key that was perhaps
// meant. Once as many unknown keys are recorded as the cap allows, all others exceed it, and
// are only counted.
func (d *Decoder) additionalKey(o *Object, key string) {
	rare := o.rare
	if rare.issues >= d.cap {
		d.total++
		d.events++
		return
	}
	rare.issues++
	if d.muted() {
		return
	}
	var expected any
	if near := near.Key(key, o.Spec.Keys); near != "" {
		expected = near
	}
	keyword := o.Spec.ClosedBy
	if keyword == "" {
		keyword = "additionalProperties"
	}
	d.add(keyword, expected, show.String(key))
}

// Mask takes the values of sensitive fields out of the issues and receipts of an object. Generated
// code calls it last, so that whatever was recorded is covered.
func (d *Decoder) Mask(o *Object) {
	d.maskIssues(o)
	for i := o.walk.opened; i < len(d.receipts); i++ {
		r := &d.receipts[i]
		before := r.Field
		if o.Spec.hides(&r.Field) {
			r.From, r.To = nil, nil
			if r.Field != before {
				r.Suggest = "" // it may be what the key is near to
			}
		}
	}
}

func (c *Checker) maskIssues(o *Object) {
	for i := o.walk.first; i < len(c.issues); i++ {
		issue := &c.issues[i].ValidationIssue
		before := issue.Field
		if o.Spec.hides(&issue.Field) {
			issue.Got = nil
			if issue.Constraint == "format" {
				issue.Message = "" // a Go type's own words, which may repeat the value
			}
			if issue.Field != before && constraint.IsExtraKey(issue.Constraint) {
				issue.Expected = nil // it may be what the key is near to
			}
		}
		for at, field := range issue.Fields {
			if o.Spec.hides(&field) && field != issue.Fields[at] {
				issue.Fields = slices.Clone(issue.Fields)
				issue.Fields[at] = field
			}
		}
	}
}

// hides reports whether a path begins with a sensitive key. What stands below it under a key that no
// schema declares is masked in the path.
func (s *ObjectSpec) hides(field *string) bool {
	secret, rest := s.sensitive(*field)
	if !secret || rest == "" {
		return secret
	}
	steps := fieldpath.Split(*field)
	masked := false
	for i := 1; i < len(steps); i++ {
		if step := &steps[i]; !step.IsIndex && !slices.Contains(s.Words, step.Key) {
			step.Key, masked = runtime.Redacted, true
		}
	}
	if masked {
		*field = fieldpath.Join(steps)
	}
	return true
}

// sensitive reports whether a path begins with a sensitive key, and returns what follows it.
func (s *ObjectSpec) sensitive(field string) (secret bool, rest string) {
	for _, i := range s.Sensitive {
		if rest, ok := below(field, s.step(i)); ok {
			return true, rest
		}
	}
	if !s.SensitiveRest || field == "" {
		return false, ""
	}
	steps := fieldpath.Split(field)
	if steps[0].IsIndex || slices.Contains(s.Keys, steps[0].Key) {
		return false, ""
	}
	return true, fieldpath.Join(steps[1:])
}
