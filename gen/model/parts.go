package model

// Element returns the Go shape of list items, nil for any.
func (t *Type) Element() *Type {
	if len(t.Prefix) > 0 {
		return t.Each
	}
	return t.Items
}

// GoParts lists the types that the Go type of t mentions.
func (t *Type) GoParts() []*Type {
	var list types
	switch t.Kind {
	case Struct:
		for _, f := range t.Fields {
			list.add(f.Type)
		}
		list.add(t.Values())
	case Map:
		list.add(t.Values())
	case Slice:
		list.add(t.Element())
	case Union:
		for _, v := range t.Union.Variants {
			list.add(v.Type)
		}
	}
	return list
}

// Values returns the Go shape of the values of undeclared keys, nil for any.
func (t *Type) Values() *Type {
	if t.Additional == nil || t.Additional.Never || len(t.Patterns) > 0 && t.KeyPattern() == nil {
		return nil
	}
	return t.Additional
}

// KeyPattern returns the only pattern of an object if values of undeclared keys have its type, which is then
// Additional as well; nil otherwise. Keys that do not match are rejected if [PatternSet.Refuses] names a
// keyword; otherwise they are kept if their values happen to have the type, and dropped if not.
func (t *Type) KeyPattern() *PatternSet {
	if (t.Kind == Map || t.Kind == Struct) && len(t.Patterns) == 1 {
		if set := &t.Patterns[0]; len(set.Patterns) == 1 && set.Patterns[0].Type == t.Additional {
			return set
		}
	}
	return nil
}

// Refuses returns the keyword that rejects all uncovered keys, "" if they are allowed.
func (s *PatternSet) Refuses() string {
	if s.Additional == nil || !s.Additional.Never {
		return ""
	}
	return ClosedKeyword(s.Additional.NeverKeyword)
}

// SameValue lists the schemas that a schema applies to the same value, with repetitions.
func (t *Type) SameValue() []*Type {
	var list types
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			list.add(v.Type)
		}
	}
	for _, c := range t.Constraints {
		list.add(Branches(c)...)
		if c, ok := c.(Unevaluated); ok {
			list.add(c.Scope)
		}
	}
	return list
}

// Branches lists the schemas that a constraint applies to the same value.
func Branches(c Constraint) []*Type {
	var list types
	switch c := c.(type) {
	case Choice:
		list.add(c.Branches...)
	case Not:
		list.add(c.Type)
	case Conditional:
		list.add(c.If, c.Then, c.Else)
	case DependentSchema:
		list.add(c.Type)
	}
	return list
}

// PartsOfValue lists the schemas that a schema applies to members, keys and items of its value, with
// repetitions.
func (t *Type) PartsOfValue() []*Type {
	var list types
	for _, f := range t.Fields {
		list.add(f.Type)
	}
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			list.add(p.Type)
		}
		list.add(set.Additional)
	}
	if t.KeyPattern() == nil { // whose type is Additional
		list.add(t.Additional)
	}
	list.add(t.Items)
	list.add(t.Prefix...)
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case Contains:
			list.add(c.Type)
		case PropertyNames:
			list.add(c.Type)
		case Unevaluated:
			list.add(c.Type)
		}
	}
	return list
}

// types is a list of referenced schemas.
type types []*Type

// add appends the non-nil types.
func (list *types) add(more ...*Type) {
	for _, t := range more {
		if t != nil {
			*list = append(*list, t)
		}
	}
}
