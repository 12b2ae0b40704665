package view

import "github.com/toolgen/toolgen/runtime/internal/repair"

// Redact is a value of the arguments, decoded, as it may be shown: without the values of sensitive fields, and
// without the fields that the server fills.
func (v *View) Redact(value any, at repair.Scope) any {
	return redaction{keys: &v.Keys, fits: true}.value(value, at)
}

// RedactUnfit is Redact for arguments that the tool has refused, or, of a nil View, that no tool takes. A sensitive value
// may stand anywhere in them, so that only those values are shown that stand where a field which is not sensitive
// takes such a value, and only those keys below others that the tool knows.
func (v *View) RedactUnfit(value any) any {
	if v == nil {
		return redaction{}.value(value, repair.Scope{})
	}
	return redaction{keys: &v.Keys}.value(value, v.Root())
}

type redaction struct {
	keys *repair.KeySet // nil where no tool is known
	fits bool           // the value is one that the schema takes
}

// value is the value at a place as it may be shown.
func (r redaction) value(v any, at repair.Scope) any {
	known := at.Known()
	switch {
	case v == nil || !known && r.fits:
		return v // what is above it is not sensitive
	case known && (at.Sensitive() || at.Injected()):
		return Redacted
	}
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		for key, item := range v {
			if name, part, ok := r.member(key, item, at); ok {
				shown[name] = part
			}
		}
		return shown
	case []any:
		shown := make([]any, len(v))
		for i, item := range v {
			shown[i] = r.value(item, at.Items())
		}
		return shown
	case string:
		if known && !r.fits && (at.Holds(Sensitive) || at.Takes(repair.Object|repair.Array) && !at.Takes(repair.String)) {
			return Redacted
		}
	}
	if !known {
		return Redacted
	}
	return v
}

// member is a member of an object at a place as it may be shown, if it is.
func (r redaction) member(key string, v any, at repair.Scope) (name string, shown any, ok bool) {
	in := at.Key(key)
	switch {
	case !at.Known() && r.keys != nil && !r.keys.Declares(key):
		return Redacted, Redacted, true
	case !at.Known() && r.keys != nil && r.keys.Secret(key), !r.fits && at.NearSensitive(key):
		return key, Redacted, true
	case in.Injected() && (r.fits || at.Declares(key)):
		return key, nil, false
	}
	return key, r.value(v, in), true
}
