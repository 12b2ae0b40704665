package model

// Element is the Go shape of the items of a list, nil for any.
func (t *Type) Element() *Type {
	if len(t.Prefix) > 0 {
		return t.Each
	}
	return t.Items
}

// Values is the Go shape of the values under keys that an object does not declare, nil for any.
func (t *Type) Values() *Type {
	if t.Additional == nil || t.Additional.Never || len(t.Patterns) > 0 && t.KeyPattern() == nil {
		return nil
	}
	return t.Additional
}

// KeyPattern is the one pattern of an object whose values under keys that are not declared have its type,
// which is then Additional, too; nil for any other type. Keys that do not match are refused by the keyword that [PatternSet.Refuses] names.
// Without one they are read if their values happen to fit, and dropped otherwise.
func (t *Type) KeyPattern() *PatternSet {
	if t.Kind != Map && t.Kind != Struct || len(t.Patterns) != 1 || len(t.Patterns[0].Patterns) != 1 || t.Patterns[0].Patterns[0].Type != t.Additional {
		return nil
	}
	return &t.Patterns[0]
}

// Refuses is the keyword that refuses all keys which nothing covers, "" where they are allowed.
func (s *PatternSet) Refuses() string {
	if s.Additional == nil || !s.Additional.Never {
		return ""
	}
	return ClosedKeyword(s.Additional.NeverKeyword)
}

// SameValue lists the schemas that a schema applies to the value that it is applied to itself.
func (t *Type) SameValue() []*Type {
	var out []*Type
	add := func(types ...*Type) {
		for _, next := range types {
			if next != nil {
				out = append(out, next)
			}
		}
	}
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			add(v.Type)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case Choice:
			add(c.Branches...)
		case Not:
			add(c.Type)
		case Conditional:
			add(c.If, c.Then, c.Else)
		case DependentSchema:
			add(c.Type)
		case Unevaluated:
			add(c.Scope)
		}
	}
	return out
}

// PartsOfValue lists the schemas that a schema applies to members, keys and items of its value.
func (t *Type) PartsOfValue() []*Type {
	var out []*Type
	for _, f := range t.Fields {
		out = append(out, f.Type)
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			out = append(out, p.Type)
		}
		out = append(out, set.Additional)
	}
	out = append(out, t.Additional, t.Items)
	out = append(out, t.Prefix...)
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case Contains:
			out = append(out, c.Type)
		case PropertyNames:
			out = append(out, c.Type)
		case Unevaluated:
			out = append(out, c.Type)
		}
	}
	return out
}
