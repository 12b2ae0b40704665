// Package mask hides the sensitive values of one call wherever they come back.
package mask

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxShown is the number of bytes of a result that events and records carry.
const maxShown = 64 << 10

// Mask hides the sensitive values of one call wherever they come back: in a result, whose schema
// says nothing of what is sensitive, or in the text of an error. A nil Mask hides nothing.
type Mask struct {
	names  map[string]bool // keys of sensitive fields, in lower case
	words  map[string]bool // all keys that the tool knows, which are no values
	values []string        // the sensitive values of the call
}

// minEcho is the length from which on a sensitive value is looked for within other text. Shorter
// ones are hidden only where they are the whole text.
const minEcho = 4

// New makes the mask of a call. It is nil where no field of the tool is sensitive.
func New(spec *runtime.ToolSpec, args []byte) *Mask {
	m := &Mask{names: map[string]bool{}, words: map[string]bool{}}
	all := spec.AllFields()
	for i := range all {
		f := &all[i]
		key := lastKey(f.Path)
		if m.words[key] = true; f.Sensitive {
			m.names[strings.ToLower(key)] = true
		}
	}
	if len(m.names) == 0 {
		return nil
	}
	// What Redact takes out of the arguments is what must not come back.
	whole, ok := show.Parse(args)
	shown, shownOK := show.Parse(spec.Redact(args))
	if ok && shownOK {
		m.collect(whole, shown)
	}
	// The longest first: one value may be a part of another.
	slices.SortFunc(m.values, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return m
}

// lastKey is the last key of a row's path: "Pin" of "Lines[].Pin", "a.b" of `Odd["a.b"]{}`.
func lastKey(path string) string {
	for strings.HasSuffix(path, "[]") || strings.HasSuffix(path, "{}") {
		path = path[:len(path)-2]
	}
	if i := strings.LastIndex(path, `["`); i >= 0 && strings.HasSuffix(path, `"]`) {
		if key, err := strconv.Unquote(path[i+1 : len(path)-1]); err == nil {
			return key
		}
	}
	return path[strings.LastIndexByte(path, '.')+1:]
}

// collect notes the values that shown does not have.
func (m *Mask) collect(whole, shown any) {
	switch shown := shown.(type) {
	case map[string]any:
		if whole, ok := whole.(map[string]any); ok {
			for key, v := range whole {
				if part, there := shown[key]; there {
					m.collect(v, part)
				} else if m.names[strings.ToLower(key)] {
					m.note(v) // filled by the server, and so left out
				}
			}
		}
	case []any:
		if whole, ok := whole.([]any); ok && len(whole) == len(shown) {
			for i := range shown {
				m.collect(whole[i], shown[i])
			}
		}
	case string:
		if shown == runtime.Redacted && whole != any(runtime.Redacted) {
			m.note(whole)
		}
	}
}

// note keeps the scalars of a sensitive value, and the keys in it that the tool does not know.
func (m *Mask) note(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, item := range v {
			if len(key) >= minEcho && !m.words[key] {
				m.values = append(m.values, forms(key)...)
			}
			m.note(item)
		}
	case []any:
		for _, item := range v {
			m.note(item)
		}
	case string:
		if v != "" {
			m.values = append(m.values, forms(v)...)
		}
	case json.Number:
		m.values = append(m.values, v.String())
	}
}

// forms are a value and what other text makes of it: a line of it, or a string of JSON or Go.
func forms(v string) []string {
	list := []string{v}
	page, _ := json.Marshal(v) // a string can be marshalled
	for _, form := range []string{show.Cut(v, len(v)), inner(string(show.JSON(v))), inner(string(page)), inner(strconv.Quote(v))} {
		if !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

// inner is what stands between the first and the last byte, the quotes.
func inner(quoted string) string { return quoted[1 : len(quoted)-1] }

// Text hides the sensitive values within a text.
func (m *Mask) Text(s string) string {
	if m == nil {
		return s
	}
	for _, v := range m.values {
		if s == v {
			return runtime.Redacted
		}
		if len(v) >= minEcho {
			s = strings.ReplaceAll(s, v, runtime.Redacted)
			s = hideCut(s, v)
		}
	}
	return s
}

// Key is a key of the arguments as it may be shown.
func (m *Mask) Key(s string) string {
	if m == nil || m.words[s] {
		return s
	}
	return m.Text(s)
}

// Keys hides the sensitive values that are keys of the arguments. The values of other fields stay as they are:
// whoever decides has to see them.
func (m *Mask) Keys(args json.RawMessage) json.RawMessage {
	v, ok := show.Parse(args)
	if m == nil || len(m.values) == 0 || !ok {
		return args
	}
	changed := false
	v = m.keys(v, &changed)
	if !changed {
		return args
	}
	return show.JSON(v)
}

func (m *Mask) keys(v any, changed *bool) any {
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		for key, item := range v {
			name := m.Key(key)
			*changed = *changed || name != key
			shown[name] = m.keys(item, changed)
		}
		return shown
	case []any:
		for i := range v {
			v[i] = m.keys(v[i], changed)
		}
	}
	return v
}

// hideCut hides the beginning of a value where text was cut within it.
func hideCut(s, v string) string {
	const mark, longest = "…", 4 << 10
	parts := strings.Split(s, mark)
	for i, part := range parts[:len(parts)-1] {
		for n := min(len(part), len(v)-1, longest); n >= minEcho; n-- {
			if strings.HasSuffix(part, v[:n]) {
				parts[i] = part[:len(part)-n] + runtime.Redacted
				break
			}
		}
	}
	return strings.Join(parts, mark)
}

// Result hides the sensitive values within JSON, also what stands under the key of a sensitive
// field, and bounds it.
func (m *Mask) Result(raw json.RawMessage) json.RawMessage {
	return m.shown(raw, func(key string) bool { return m.names[strings.ToLower(key)] })
}

// Hint hides the sensitive values within the JSON of a hint, whose keys are the gate's own.
func (m *Mask) Hint(raw json.RawMessage) json.RawMessage {
	return m.shown(raw, func(string) bool { return false })
}

func (m *Mask) shown(raw json.RawMessage, hides func(string) bool) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	if len(raw) > maxShown {
		return json.RawMessage(fmt.Sprintf(`{"omitted_bytes":%d}`, len(raw)))
	}
	v, ok := show.Parse(raw)
	if !ok {
		return show.JSON(runtime.Redacted) // an approver's, and no JSON
	}
	if m == nil {
		return bytes.Clone(raw)
	}
	return show.JSON(m.hide(v, hides))
}

func (m *Mask) hide(v any, hides func(string) bool) any {
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		for key, item := range v {
			name := m.Text(key)
			if hides(key) && item != nil {
				shown[name] = runtime.Redacted
				continue
			}
			shown[name] = m.hide(item, hides)
		}
		return shown
	case []any:
		for i := range v {
			v[i] = m.hide(v[i], hides)
		}
	case string:
		return m.Text(v)
	case json.Number:
		if hidden := m.Text(v.String()); hidden == runtime.Redacted {
			return hidden
		}
	}
	return v
}
