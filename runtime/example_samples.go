package runtime

import "slices"

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

// nameSamples names the fields whose values in the example are samples, where some of those look
// real. Where not all are known, none is named: the others would seem to be right.
func (b *hintBuilder) nameSamples() {
	v := &b.invented
	if v.unsure || b.unnamed {
		return
	}
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
	if seem {
		b.hint.Samples = b.sampleRoom
	}
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
