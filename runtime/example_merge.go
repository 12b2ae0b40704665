package runtime

import (
	"bytes"
	"maps"
	"slices"
)

// mergePatch applies a merge patch (RFC 7396) to a value, which stays as it is.
func mergePatch(doc, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object, ok := doc.(map[string]any)
	if !ok || object == nil {
		object = map[string]any{}
	} else {
		object = maps.Clone(object)
	}
	for key, v := range changes {
		if v == nil {
			delete(object, key)
			continue
		}
		object[key] = mergePatch(object[key], v)
	}
	return object
}

// mergeText applies a merge patch to the text of an object: what the patch does not change keeps
// its bytes and its place. ok is false where the text is not one object in strict JSON.
func mergeText(text []byte, patch any) (merged []byte, ok bool) {
	changes, ok := patch.(map[string]any)
	start := bytes.TrimLeft(text, " \t\r\n")
	if !ok || len(start) == 0 || start[0] != '{' {
		return nil, false
	}
	m := textMerge{text: text, out: make([]byte, 0, len(text)+maxPlaceholderSize)}
	err := DecodeWith(text, func(d *Decoder) { m.object(d, changes) }, MaxBytes(len(text)+1), MaxDepth(highestMaxDepth))
	return m.out, err == nil
}

// textMerge copies an object and replaces what a merge patch changes.
type textMerge struct{ text, out []byte }

// anyMembers is an object of whose keys nothing is known.
var anyMembers = ObjectSpec{Keep: true}

func (m *textMerge) object(d *Decoder, changes map[string]any) {
	m.out = append(m.out, '{')
	rest, first := maps.Clone(changes), true
	name := func(key string) {
		if !first {
			m.out = append(m.out, ',')
		}
		first = false
		m.out = append(appendJSONString(m.out, key), ':')
	}
	o := Object{Spec: &anyMembers}
	for d.Next(&o) {
		v, changed := changes[o.Key]
		delete(rest, o.Key)
		inner, deeper := v.(map[string]any)
		switch {
		case changed && v == nil:
			d.Skip()
		case deeper && d.Peek() == TypeObject:
			name(o.Key)
			m.object(d, inner)
		case changed:
			name(o.Key)
			m.out = appendJSON(m.out, mergePatch(nil, v))
			d.Skip()
		default:
			name(o.Key)
			from := d.Offset()
			d.Skip()
			m.out = append(m.out, m.text[from:d.Offset()]...)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		if v := rest[key]; v != nil {
			name(key)
			m.out = appendJSON(m.out, mergePatch(nil, v))
		}
	}
	m.out = append(m.out, '}')
}
