package runtime

import (
	"bytes"
	"slices"
)

// maxSamples is how many fields a hint names whose values in its example are samples.
const maxSamples = 3

// invented is what an example has of values that nobody gave. A text in brackets shows that it stands
// for another; a number, a date or an allowed value does not: a model may take it for the answer.
type invented struct {
	fields [maxSamples]inventedField
	n      int
	unsure bool // there are others, or too many to name
}

type inventedField struct {
	path  string
	steps []pathStep
	seems bool // the value looks like a real one
}

// note adds the field of an issue to those whose value is invented.
func (v *invented) note(issue *hintIssue, seems bool) {
	for i := range v.n {
		if f := &v.fields[i]; f.path == issue.path {
			f.seems = f.seems || seems
			return
		}
	}
	if v.n == maxSamples {
		v.unsure = true
		return
	}
	v.fields[v.n] = inventedField{issue.path, issue.steps, seems}
	v.n++
}

// has reports whether the value for an issue is, or may be, invented.
func (v *invented) has(issue *hintIssue) bool {
	return v.unsure || slices.ContainsFunc(v.fields[:v.n], func(f inventedField) bool { return f.path == issue.path })
}

// someSamples stands for samples in an example that are not named. It is no field's path: such a key
// would be quoted.
const someSamples = "…"

// nameSamples names the fields whose values in the example are samples, where some of those look
// real. Where not all are known, or there is no room, none is named: the others would seem to be right.
func (b *hintBuilder) nameSamples() {
	v := &b.invented
	b.sampleRoom = b.sampleRoom[:0]
	seem := false
	for i := range v.n {
		f := &v.fields[i]
		at := slices.IndexFunc(f.steps, func(s pathStep) bool { return s.IsIndex })
		if at < 0 {
			at = len(f.steps)
		}
		if b.patch.gives(f.steps[:at]) {
			seem = seem || f.seems
			b.sampleRoom = append(b.sampleRoom, f.path)
		}
	}
	switch {
	case v.unsure && b.patch.givesSome(), seem && b.unnamed:
		b.markSamples()
	case seem:
		b.hint.Samples = b.sampleRoom
	}
}

// markSamples says that there are samples in the example, unless one of them shows that by itself.
func (b *hintBuilder) markSamples() {
	if b.hint.Samples = nil; !showsSample(b.hint.ExampleInput) {
		b.hint.Samples = append(b.sampleRoom[:0], someSamples)
	}
}

// hasSamples reports whether not all values of the example are what the call has to have.
func (h *RetryHint) hasSamples() bool { return len(h.Samples) > 0 || showsSample(h.ExampleInput) }

// showsSample reports whether an example has a text in brackets.
func showsSample(example []byte) bool { return bytes.Contains(example, []byte(`"(`)) }

// givesSome reports whether the patch has a value, and not only what takes keys out.
func (p *patchObject) givesSome() bool {
	return slices.ContainsFunc(p.members, func(m patchMember) bool {
		return m.below != nil && m.below.givesSome() || m.below == nil && !m.removes()
	})
}

// gives reports whether the patch has a value for a place.
func (p *patchObject) gives(steps []pathStep) bool {
	if len(steps) == 0 {
		return true
	}
	m := p.member(steps[0].Key)
	if m == nil || m.removes() {
		return false
	}
	below := m.changes()
	return below == nil || below.gives(steps[1:])
}

// looksReal reports whether an invented value has a part that does not show that it stands for another.
func looksReal(v any) bool {
	switch v := v.(type) {
	case string:
		return len(v) == 0 || v[0] != '('
	case []any:
		return slices.ContainsFunc(v, looksReal)
	case map[string]any:
		for _, member := range v {
			if looksReal(member) {
				return true
			}
		}
		return false
	}
	return true
}
