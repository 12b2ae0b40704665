package model

// Separate reports whether each field of the arguments is judged by itself alone, and by no more than
// its row of Fields says: there is no rule, and no keyword that looks at several fields or at what a
// field holds. A value that fits such a field fits it in every call.
func (t *Tool) Separate() bool {
	return len(t.Rules) == 0 && !t.BlankIsMissing && t.Args != nil && t.Args.Kind == Struct && t.Args.separate(map[*Type]bool{})
}

func (t *Type) separate(seen map[*Type]bool) bool {
	if t == nil || seen[t] {
		return true // nothing is asked, or it is known
	}
	seen[t] = true
	if len(t.Rules) > 0 || t.Blank || t.Injected || t.Never || t.Implied != "" || t.GoType != "" || t.Union != nil ||
		len(t.Patterns) > 0 || len(t.Prefix) > 0 || t.KeepUnknown || t.Additional != nil && !t.Closed || !t.saysAll() {
		return false
	}
	switch t.Kind {
	case Bool, Int, Float, Number, String:
		return true
	case Slice:
		return t.Items.separate(seen)
	case Struct:
		for _, f := range t.Fields {
			if f.Hoisted || !f.Type.separate(seen) {
				return false
			}
		}
		return true
	}
	return false
}

// saysAll reports whether a row of Fields can tell all constraints of the type: of most keywords it
// has room for one. An allowed value that is no scalar may hold what its own items refuse; and what a
// constraint says in decimal, a float32 need not satisfy.
func (t *Type) saysAll() bool {
	if t.Kind == Float && t.Bits == 32 && len(t.Constraints) > 0 {
		return false
	}
	var enums, patterns, formats int
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case Bound:
		case Size:
			if c.Word == "minProperties" || c.Word == "maxProperties" {
				return false
			}
		case Enum:
			enums++
		case Pattern:
			patterns++
		case Format:
			formats++
		default:
			return false
		}
	}
	return enums == 0 && patterns <= 1 && formats <= 1 || enums == 1 && len(t.Constraints) == 1 && t.Kind != Slice && t.Kind != Struct
}
