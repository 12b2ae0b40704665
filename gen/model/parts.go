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
