package runtime

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// RedactUnfit is [ToolSpec.Redact] for arguments that the tool has refused, or, where s is nil, that no
// tool takes. A sensitive value may stand anywhere in them: under a key in another spelling, in an
// object around the arguments, or within text. Of a tool with sensitive fields only those values are
// thus shown that stand where a field that is not sensitive takes such a value, and only those keys
// below others that the tool knows.
func (s *ToolSpec) RedactUnfit(args []byte) json.RawMessage {
	u := unfit{spec: s}
	if s != nil {
		if !s.conceals() {
			return s.Redact(args)
		}
		u.root = s.tree()
	}
	v, err := readPlain(args)
	if err != nil {
		return marshalled(Redacted)
	}
	return marshalled(u.value(v, u.root))
}

// unfit redacts arguments of an unknown shape.
type unfit struct {
	spec *ToolSpec
	root *fieldNode
}

// value is a value at a node as it may be shown.
func (u *unfit) value(v any, n *fieldNode) any {
	switch {
	case v == nil:
		return nil
	case n == nil:
		return u.elsewhere(v)
	case slices.ContainsFunc(n.rows, isSensitive), slices.ContainsFunc(n.rows, isInjected):
		return Redacted
	}
	switch v := v.(type) {
	case map[string]any:
		shown := make(map[string]any, len(v))
		below := u.spec.below(n)
		for key, item := range v {
			c := below.at(key)
			switch {
			case c == nil && below.nearlySensitive(key):
				shown[key] = Redacted
			case c != nil && slices.ContainsFunc(c.rows, isInjected):
			default:
				shown[key] = u.value(item, u.spec.step(below, fieldpath.Step{Key: key}))
			}
		}
		return shown
	case []any:
		shown := make([]any, len(v))
		for i, item := range v {
			shown[i] = u.value(item, u.spec.step(n, fieldpath.Step{IsIndex: true}))
		}
		return shown
	case string:
		if n == u.root || u.spec.hidesValues(n) || slices.ContainsFunc(n.rows, takesNoText) {
			return Redacted
		}
	}
	return v
}

// takesNoText reports whether a field is an object or a list, and never text.
func takesNoText(f *FieldSpec) bool {
	return (strings.Contains(f.Type, "object") || strings.Contains(f.Type, "array")) && !strings.Contains(f.Type, "string")
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
			case !knowsKey(u.root, key):
				shown[Redacted] = Redacted
			case u.named(u.root, key):
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

// knowsKey reports whether some field below a node has a key.
func knowsKey(n *fieldNode, key string) bool {
	return slices.ContainsFunc(n.children, func(c *fieldNode) bool { return c.key == key || knowsKey(c, key) })
}

// named reports whether a key is that of some sensitive field below a node.
func (u *unfit) named(n *fieldNode, key string) bool {
	return n.nearlySensitive(key) || slices.ContainsFunc(n.children, func(c *fieldNode) bool { return u.named(c, key) })
}
