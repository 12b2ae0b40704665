package secret

import (
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
)

// Of finds the sensitive values of a schema, nil if there are none, and decides which issues of each struct
// must not show values. made maps types to their schemas.
func Of(root schema.Source, made map[*model.Type]schema.Conj) *model.Secret {
	p := placesOf(root, made)
	if p == nil {
		return nil
	}
	secret := secretOf(p.at([]schema.Source{root}), map[*place]*model.Secret{})
	for t, flat := range made {
		if t.Kind != model.Struct {
			continue
		}
		here := p.at(flat)
		var masked []*model.Type
		for i, f := range t.Fields {
			if !p.masksItself(f.Type, here.under(f.Key)) {
				t.Masked.Fields = append(t.Masked.Fields, i)
				masked = append(masked, f.Type)
			}
		}
		if here != nil && !p.masksItself(t.Additional, here.rest) {
			t.Masked.Rest = true
			masked = append(masked, t.Additional)
		}
		t.Masked.Words = keysBelow(masked)
	}
	return secret
}

// secretOf converts a place and everything below it to the model.
func secretOf(at *place, made map[*place]*model.Secret) *model.Secret {
	if !at.has(hidesValue) {
		return nil
	}
	if s := made[at]; s != nil {
		return s
	}
	s := &model.Secret{Sensitive: at.is(hidesValue), Keys: at.keys, Below: map[string]*model.Secret{}}
	made[at] = s
	for key, below := range at.below {
		s.Below[key] = secretOf(below, made)
	}
	s.Rest, s.Items = secretOf(at.rest, made), secretOf(at.items, made)
	return s
}

// masksItself reports whether the objects within a type mask everything sensitive at a place.
func (p *places) masksItself(t *model.Type, at *place) bool {
	switch {
	case !at.has(hidesValue):
		return true
	case t == nil || at.is(hidesValue):
		return false
	}
	switch t.Kind {
	case model.Struct:
		return p.at(p.types[t]) == at // no outer branch adds to what it knows
	case model.Slice:
		return p.masksItself(t.Element(), at.items)
	case model.Map:
		for _, key := range at.keys {
			if at.below[key].has(hidesValue) {
				return false
			}
		}
		return p.masksItself(t.Additional, at.rest)
	}
	return false
}

// keysBelow returns the sorted keys that types declare, at any depth.
func keysBelow(types []*model.Type) []string {
	found := map[string]bool{}
	for _, t := range types {
		shape.Reach(t, func(t *model.Type) {
			for _, f := range t.Fields {
				found[f.Key] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(found))
}
