package runtime

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// RedactUnfit is [ToolSpec.Redact] for arguments that the tool has refused, or, where s is nil, that no
// tool takes. A sensitive value may stand anywhere in them: under a key in another spelling, in an
// object around the arguments, or within text. Of a tool with sensitive fields only those values are
// thus shown that stand where a field that is not sensitive takes such a value, and only those keys
// below others that the tool knows.
func (s *ToolSpec) RedactUnfit(args []byte) json.RawMessage {
	u := unfit{spec: s}
	if s != nil {
		if !s.Conceals() {
			return s.Redact(args)
		}
		u.root = s.Scope()
	}
	v, ok := show.Parse(args)
	if !ok {
		return show.JSON(Redacted)
	}
	return show.JSON(u.value(v, u.root))
}

// unfit redacts arguments of an unknown shape.
type unfit struct {
	spec *ToolSpec
	root repair.Scope
}

// value is a value at a node as it may be shown.
func (u *unfit) value(v any, at repair.Scope) any {
	switch {
	case v == nil:
		return nil
	case !at.Known():
		return u.elsewhere(v)
	case at.Sensitive(), at.Injected():
		return Redacted
	}
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		for key, item := range v {
			in := at.Key(key)
			switch {
			case at.NearSensitive(key):
				shown[key] = Redacted
			case !at.Declares(key) || !in.Injected():
				shown[key] = u.value(item, in)
			}
		}
		return shown
	case []any:
		shown := make([]any, len(v))
		for i, item := range v {
			shown[i] = u.value(item, at.Items())
		}
		return shown
	case string:
		if at.Holds(isSensitive) || at.Takes(repair.Object|repair.Array) && !at.Takes(repair.String) {
			return Redacted
		}
	}
	return v
}

// elsewhere is a value where the tool has no field: its shape, in words that the tool knows.
func (u *unfit) elsewhere(v any) any {
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		for key, item := range v {
			switch {
			case u.spec == nil:
				shown[key] = u.elsewhere(item)
			case !u.spec.KeySet().Declares(key):
				shown[Redacted] = Redacted
			case u.spec.KeySet().Secret(key):
				shown[key] = Redacted
			default:
				shown[key] = u.elsewhere(item)
			}
		}
		return shown
	case []any:
		shown := make([]any, len(v))
		for i, item := range v {
			shown[i] = u.elsewhere(item)
		}
		return shown
	case nil:
		return nil
	}
	return Redacted
}
