package gencode

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/gojson"
)

// MarshalWith marshals a struct, followed by the values under keys that the schema does not name, sorted. A value under
// one of the struct's own keys is left out: the field counts.
func MarshalWith[T any](fields any, others map[string]T, keys []string) ([]byte, error) {
	text, err := json.Marshal(gojson.Addressed(fields))
	if err != nil {
		return nil, err
	}
	w := ObjectWriter{}
	w.b.Write(text[:len(text)-1])
	w.some = len(text) > 2
	AddOthers(&w, others, keys)
	return w.Bytes()
}

// ObjectWriter writes a JSON object member by member, for keys that struct tags cannot express.
type ObjectWriter struct {
	b    bytes.Buffer
	some bool
	err  error
}

// Member writes one member.
func (w *ObjectWriter) Member(key string, v any) {
	name, err := json.Marshal(key)
	if err == nil {
		var value []byte
		if value, err = json.Marshal(gojson.Addressed(v)); err == nil {
			if w.b.Len() == 0 {
				w.b.WriteByte('{')
			}
			if w.some {
				w.b.WriteByte(',')
			}
			w.some = true
			w.b.Write(name)
			w.b.WriteByte(':')
			w.b.Write(value)
		}
	}
	if w.err == nil {
		w.err = err
	}
}

// Optional writes one member if it is present.
func (w *ObjectWriter) Optional(key string, present bool, v any) {
	if present {
		w.Member(key, v)
	}
}

// AddOthers writes the values whose keys are not among keys, sorted.
func AddOthers[T any](w *ObjectWriter, others map[string]T, keys []string) {
	for _, key := range sortedKeys(others) {
		if !slices.Contains(keys, key) {
			w.Member(key, others[key])
		}
	}
}

// Bytes ends the object.
func (w *ObjectWriter) Bytes() ([]byte, error) {
	if w.err != nil {
		return nil, w.err
	}
	if w.b.Len() == 0 {
		w.b.WriteByte('{')
	}
	w.b.WriteByte('}')
	return w.b.Bytes(), nil
}
