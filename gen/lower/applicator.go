package lower

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// applicators gathers the keywords that hold the same value against further schemas.
func (l *lowerer) applicators(t *model.Type, flat conj) {
	for _, s := range flat {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.get(word); n != nil {
				c := model.Choice{Word: word, Pos: n.Pos}
				for _, b := range n.Items {
					c.Branches = append(c.Branches, l.schemaAt(s, b))
					c.Titles = append(c.Titles, l.said(conj{l.child(s, b)}).Title)
				}
				t.Constraints = append(t.Constraints, unlessNull(s, c, n))
			}
		}
		if n := s.get("not"); n != nil {
			t.Constraints = append(t.Constraints, unlessNull(s, model.Not{Type: l.schemaAt(s, n), Pos: n.Pos}, n))
		}
		if n := s.get("if"); n != nil && s.draft >= 7 {
			c := model.Conditional{If: l.schemaAt(s, n), Pos: n.Pos}
			if b := s.get("then"); b != nil {
				c.Then = l.schemaAt(s, b)
			}
			if b := s.get("else"); b != nil {
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

// unlessNull limits a constraint to values other than null where the source it comes from is one
// side of a choice between a schema and null.
func unlessNull(s source, c model.Constraint, n *tooldef.Node) model.Constraint {
	if !s.orNull {
		return c
	}
	return model.Conditional{
		If:   &model.Type{Kind: model.Any, Accepts: model.JSONAll &^ model.JSONNull, Pos: n.Pos, Pointer: n.Pointer},
		Then: &model.Type{Kind: model.Any, Accepts: model.JSONAll, Constraints: []model.Constraint{c}, Pos: n.Pos, Pointer: n.Pointer},
		Pos:  n.Pos,
	}
}

// schemaAt lowers a subschema that is only held against values.
func (l *lowerer) schemaAt(s source, n *tooldef.Node) *model.Type {
	outer := l.tests
	l.tests = true
	t := l.lower(conj{l.child(s, n)}, asSchema)
	l.tests = outer
	return t
}

// objectApplicators gathers the keywords that depend on the keys of an object. The old
// dependencies is enforced in every draft: 2019-09 split it and kept its meaning.
func (l *lowerer) objectApplicators(t *model.Type, s source) {
	if n := s.get("propertyNames"); n != nil && s.draft >= 6 {
		t.Constraints = append(t.Constraints, model.PropertyNames{Type: l.schemaAt(s, n), Pos: n.Pos})
	}
	for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		n := s.get(word)
		if n == nil || word != "dependencies" && s.draft < 2019 {
			continue
		}
		for _, m := range byKey(n) {
			if m.Value.Kind != tooldef.Array {
				t.Constraints = append(t.Constraints, model.DependentSchema{Key: m.Key, Type: l.schemaAt(s, m.Value), Pos: m.Value.Pos})
				continue
			}
			c := model.DependentRequired{Key: m.Key, Pos: m.Value.Pos}
			for _, item := range m.Value.Items {
				c.Keys = append(c.Keys, item.Text)
			}
			t.Constraints = append(t.Constraints, c)
		}
	}
}

// unevaluated gathers those unevaluatedProperties and unevaluatedItems that depend on the value, each
// with the schema that says what counts as evaluated: the one that holds the keyword (JSON Schema
// 2020-12, section 11).
func (l *lowerer) unevaluated(t *model.Type, s source) {
	if s.draft < 2019 {
		return
	}
	for _, u := range []struct {
		word string
		on   model.JSONTypes
	}{{"unevaluatedItems", model.JSONArray}, {"unevaluatedProperties", model.JSONObject}} {
		n := s.get(u.word)
		if n == nil || t.Accepts&u.on == 0 {
			continue
		}
		if _, known, _ := l.leftover(s, u.word); known {
			continue // object and array have dealt with it
		}
		scope := s
		scope.omit, scope.followed = unevaluated, false
		outer := l.collects
		l.collects = true
		c := model.Unevaluated{Word: u.word, Scope: l.lower(conj{scope}, asSchema), Type: l.schemaAt(s, n), Pos: n.Pos}
		l.collects = outer
		t.Constraints = append(t.Constraints, c)
	}
}

// branchKeys lists the keys that branches of an object mention and the object does not declare,
// in source order. A field must hold them, or the branch could not be checked on a Go value.
func (l *lowerer) branchKeys(flat conj, declared map[string]bool) []string {
	var keys []string
	seen := map[string]bool{}
	add := func(k string) {
		if !declared[k] {
			declared[k] = true
			keys = append(keys, k)
		}
	}
	var branch func(s source, n *tooldef.Node)
	visit := func(s source) {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.get(word); n != nil {
				for _, b := range n.Items {
					branch(s, b)
				}
			}
		}
		for _, word := range []string{"not", "if", "then", "else"} {
			if n := s.get(word); n != nil {
				branch(s, n)
			}
		}
		for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
			if n := s.get(word); n != nil {
				for _, m := range byKey(n) {
					add(m.Key)
					if m.Value.Kind == tooldef.Array {
						for _, item := range m.Value.Items {
							add(item.Text)
						}
					} else {
						branch(s, m.Value)
					}
				}
			}
		}
	}
	branch = func(s source, n *tooldef.Node) {
		for _, b := range l.expand(conj{l.child(s, n)}) {
			if id := b.id(l); seen[id] {
				continue
			} else {
				seen[id] = true
			}
			if p := b.get("properties"); p != nil {
				for _, m := range p.Members {
					add(m.Key)
				}
			}
			if r := b.get("required"); r != nil && r.Kind == tooldef.Array {
				for _, item := range r.Items {
					add(item.Text)
				}
			}
			visit(b)
		}
	}
	for _, s := range flat {
		if n := s.get("additionalProperties"); n != nil && n.Kind == tooldef.Bool && !n.Bool {
			return nil
		}
	}
	for _, s := range flat {
		visit(s)
	}
	return keys
}
