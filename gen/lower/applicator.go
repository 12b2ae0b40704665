package lower

import (
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// applicators collects the keywords that apply further schemas to the same value.
func (l *lowerer) applicators(t *model.Type, flat schema.Conj) {
	for _, s := range flat {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.Get(word); n != nil {
				c := model.Choice{Word: word}
				for _, b := range n.Items {
					c.Branches = append(c.Branches, l.schemaAt(s, b))
					c.Titles = append(c.Titles, l.said(schema.Conj{s.Child(b)}).Title)
				}
				t.Constraints = append(t.Constraints, unlessNull(s, c, n))
			}
		}
		if n := s.Get("not"); n != nil {
			t.Constraints = append(t.Constraints, unlessNull(s, model.Not{Type: l.schemaAt(s, n)}, n))
		}
		if n := s.Get("if"); n != nil {
			c := model.Conditional{If: l.schemaAt(s, n)}
			if b := s.Get("then"); b != nil {
				c.Then = l.schemaAt(s, b)
			}
			if b := s.Get("else"); b != nil {
				c.Else = l.schemaAt(s, b)
			}
			if c.Then != nil || c.Else != nil || l.collects {
				t.Constraints = append(t.Constraints, unlessNull(s, c, n))
			}
		}
		if t.Accepts&model.JSONObject != 0 {
			l.objectApplicators(t, s)
		}
		l.unevaluated(t, s)
	}
}

// unlessNull exempts null from a constraint whose source is the non-null branch of a nullable union.
func unlessNull(s schema.Source, c model.Constraint, n *tooldef.Node) model.Constraint {
	if !s.OrNull {
		return c
	}
	return model.Conditional{
		If:   &model.Type{Kind: model.Any, Accepts: model.JSONAll &^ model.JSONNull, Pos: n.Pos, Pointer: n.Pointer},
		Then: &model.Type{Kind: model.Any, Accepts: model.JSONAll, Constraints: []model.Constraint{c}, Pos: n.Pos, Pointer: n.Pointer},
	}
}

// schemaAt lowers a subschema that values are only checked against.
func (l *lowerer) schemaAt(s schema.Source, n *tooldef.Node) *model.Type {
	outer := l.tests
	l.tests = true
	t := l.lower(schema.Conj{s.Child(n)}, asSchema)
	l.tests = outer
	return t
}

// objectApplicators collects the keywords that depend on an object's keys. The former keyword dependencies is
// enforced in every draft: 2019-09 split it without changing its meaning.
func (l *lowerer) objectApplicators(t *model.Type, s schema.Source) {
	if n := s.Get("propertyNames"); n != nil {
		names := model.PropertyNames{Type: l.schemaAt(s, n)}
		if s.Child(n).OnlyTypes()&model.JSONString == 0 { // keys are strings
			t.Constraints = append(t.Constraints, names)
		}
	}
	for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		for _, m := range schema.ByKey(s.Get(word)) {
			if m.Value.Kind != tooldef.Array {
				t.Constraints = append(t.Constraints, model.DependentSchema{Key: m.Key, Type: l.schemaAt(s, m.Value)})
				continue
			}
			t.Constraints = append(t.Constraints, model.DependentRequired{Key: m.Key, Keys: m.Value.Strings()})
		}
	}
}

// unevaluated collects unevaluatedProperties and unevaluatedItems that depend on the value, each with the
// schema that determines what is evaluated: the one that contains the keyword (JSON Schema 2020-12, section
// 11).
func (l *lowerer) unevaluated(t *model.Type, s schema.Source) {
	for _, u := range []struct {
		word string
		on   model.JSONTypes
	}{{"unevaluatedItems", model.JSONArray}, {"unevaluatedProperties", model.JSONObject}} {
		n := s.Get(u.word)
		if n == nil || t.Accepts&u.on == 0 {
			continue
		}
		if _, known, _ := s.Leftover(u.word); known {
			continue // handled by object and array
		}
		scope := s
		scope.Omit, scope.Followed = schema.Unevaluated, false
		outer := l.collects
		l.collects = true
		c := model.Unevaluated{Word: u.word, Scope: l.lower(schema.Conj{scope}, asSchema), Type: l.schemaAt(s, n)}
		l.collects = outer
		t.Constraints = append(t.Constraints, c)
	}
}
