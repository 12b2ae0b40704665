// Package mask hides the sensitive values of a call wherever they reappear.
package mask

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxShown is the maximum size of a result in events and records, in bytes.
const maxShown = 64 << 10

// Mask hides the sensitive values of one call wherever they reappear: in a result, whose schema does not mark
// sensitive values, or in an error message. A nil Mask hides nothing.
type Mask struct {
	known  repair.KeySet // keys that the tool declares, which are not values
	values []string      // sensitive values of the call
}

// minEcho is the length from which a sensitive value is searched for within other text. Shorter ones are hidden
// only if they are the whole text.
const minEcho = 4

// New returns the mask of a call, nil if the tool has no sensitive fields. A call may have had several arguments.
func New(spec *runtime.ToolSpec, all ...[]byte) *Mask {
	if !spec.Conceals() {
		return nil
	}
	m := &Mask{known: spec.View().Keys}
	// What Redact removes from the arguments must not reappear.
	for _, args := range all {
		whole, ok := show.Parse(args)
		shown, shownOK := show.Parse(spec.Redact(args))
		if ok && shownOK {
			m.collect(whole, shown)
		}
	}
	// Longest first, since one value may contain another.
	slices.SortFunc(m.values, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return m
}

// collect remembers the values that are missing from shown.
func (m *Mask) collect(whole, shown any) {
	switch shown := shown.(type) {
	case map[string]any:
		if whole, ok := whole.(map[string]any); ok {
			for key, v := range whole {
				if part, there := shown[key]; there {
					m.collect(v, part)
				} else if m.known.Sensitive(key) {
					m.remember(v) // injected, hence removed
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
			m.remember(whole)
		}
	}
}

// remember stores the scalars of a sensitive value and its undeclared keys.
func (m *Mask) remember(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, item := range v {
			if len(key) >= minEcho && !m.known.Declares(key) {
				m.values = append(m.values, encodings(key)...)
			}
			m.remember(item)
		}
	case []any:
		for _, item := range v {
			m.remember(item)
		}
	case string:
		if v != "" {
			m.values = append(m.values, encodings(v)...)
		}
	case json.Number:
		m.values = append(m.values, v.String())
	}
}

// encodings returns the forms in which text may repeat a value: itself, its lines, and as a JSON or Go string.
func encodings(v string) []string {
	list := []string{v}
	page, _ := json.Marshal(v) // marshaling a string cannot fail
	for _, form := range []string{show.Line(v, len(v)), unquoted(string(show.JSON(v))), unquoted(string(page)), unquoted(strconv.Quote(v))} {
		if !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

// unquoted removes the quotes.
func unquoted(quoted string) string { return quoted[1 : len(quoted)-1] }

// Text hides the sensitive values in a text.
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
			s = hideTruncated(s, v)
		}
	}
	return s
}

// Key returns a key of the arguments in a form that may be shown.
func (m *Mask) Key(s string) string {
	if m == nil || m.known.Declares(s) {
		return s
	}
	return m.Text(s)
}

// Keys hides sensitive values that are keys of the arguments. Values of other fields are kept, because the
// person who decides must see them.
func (m *Mask) Keys(args json.RawMessage) json.RawMessage {
	v, ok := show.Parse(args)
	if m == nil || len(m.values) == 0 || !ok {
		return args
	}
	whole := show.JSON(v)
	if shown := show.JSON(hide(v, m.Key, nothing, func(text string) string { return text })); !bytes.Equal(shown, whole) {
		return shown
	}
	return args
}

// hideTruncated hides the start of a value at the end of truncated text.
func hideTruncated(s, v string) string {
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

// Result hides the sensitive values in JSON, including everything in the members of sensitive fields, and
// bounds its size.
func (m *Mask) Result(raw json.RawMessage) json.RawMessage {
	return m.shown(raw, func(key string) bool { return m.known.Sensitive(key) })
}

// Hint hides the sensitive values in the JSON of a hint, whose keys are defined by the gate.
func (m *Mask) Hint(raw json.RawMessage) json.RawMessage {
	return m.shown(raw, nothing)
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
		return show.JSON(runtime.Redacted) // not JSON, from an approver
	}
	if m == nil {
		return bytes.Clone(raw)
	}
	return show.JSON(hide(v, m.Text, hides, m.Text))
}

func nothing(string) bool { return false }

// hide returns a value with other keys and texts, and without the values under keys to be hidden.
func hide(v any, key func(string) string, hides func(key string) bool, text func(string) string) any {
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			name, item := key(k), v[k]
			for _, taken := shown[name]; taken; _, taken = shown[name] {
				name += runtime.Redacted // keys that are hidden alike stay apart
			}
			if hides(k) && item != nil {
				item = runtime.Redacted
			} else {
				item = hide(item, key, hides, text)
			}
			shown[name] = item
		}
		return shown
	case []any:
		for i := range v {
			v[i] = hide(v[i], key, hides, text)
		}
	case string:
		return text(v)
	case json.Number:
		if hidden := text(v.String()); hidden == runtime.Redacted {
			return hidden
		}
	}
	return v
}
