package plan

import "github.com/toolgen/toolgen/gen/model"

// Seen is a step that records which members or items a schema evaluates in a valid value. See
// https://json-schema.org/draft/2020-12/json-schema-core#section-11.
type Seen any

type (
	// SeenAll records everything.
	SeenAll struct{}
	// SeenPrefix records the first items.
	SeenPrefix int
	// SeenItems records the items that satisfy a schema.
	SeenItems struct{ Sub }
	// SeenKeys records members.
	SeenKeys []string
	// SeenMatching records members whose keys match a pattern.
	SeenMatching struct{ model.Pattern }
	// SeenIf runs steps depending on whether the value satisfies a schema.
	SeenIf struct {
		If         Sub
		Then, Else []Seen
	}
	// SeenIfKey runs steps if a key is present.
	SeenIfKey struct {
		Key  string
		Then []Seen
	}
	// SeenBy runs the steps of a shared or recursive schema.
	SeenBy struct{ Look }
)

// Look selects members or items of a schema.
type Look struct {
	Type *model.Type
	Keys bool
}

// seen plans what a schema evaluates: members if keys is set, else items.
func (p *Plan) seen(t *model.Type, keys bool) []Seen {
	if !Function(t) {
		return p.seenBody(t, keys)
	}
	look := Look{t, keys}
	if _, known := p.looks[look]; !known {
		p.looks[look] = nil // it may be recursive
		p.looks[look] = p.seenBody(t, keys)
	}
	return []Seen{SeenBy{look}}
}

func (p *Plan) seenBody(t *model.Type, keys bool) []Seen {
	steps, all := seenOwn(t, keys)
	if all {
		return []Seen{SeenAll{}}
	}
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			steps = append(steps, p.seenIf(v.Type, keys)...)
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Contains:
			if !keys && c.Evaluates {
				steps = append(steps, SeenItems{sub(c.Type, "contains")})
			}
		case model.DependentSchema:
			if !keys {
				continue // concerns members only
			}
			if then := p.seen(c.Type, keys); len(then) > 0 {
				steps = append(steps, SeenIfKey{c.Key, then})
			}
		case model.Choice:
			for _, b := range c.Branches {
				steps = append(steps, p.seenIf(b, keys)...)
			}
		case model.Conditional:
			steps = append(steps, p.seenConditional(c, keys)...)
		case model.Unevaluated:
			if keys == (c.Word == "unevaluatedProperties") {
				steps = append(steps, SeenAll{})
			}
		}
	}
	return steps
}

// seenOwn returns what the schema itself declares; all means everything.
func seenOwn(t *model.Type, keys bool) (steps []Seen, all bool) {
	if !keys {
		if len(t.Prefix) > 0 {
			steps = append(steps, SeenPrefix(len(t.Prefix)))
		}
		return steps, t.Items != nil
	}
	if t.Additional != nil || t.Closed {
		return nil, true
	}
	var declared []string
	for _, field := range t.Fields {
		if !field.Hoisted {
			declared = append(declared, field.Key)
		}
	}
	if len(declared) > 0 {
		steps = append(steps, SeenKeys(declared))
	}
	for _, set := range t.Patterns {
		if set.Additional != nil {
			return nil, true
		}
		for _, p := range set.Patterns {
			steps = append(steps, SeenMatching{p.Pattern})
		}
	}
	return steps, false
}

// seenIf plans what a schema evaluates in a value that may not satisfy it.
func (p *Plan) seenIf(t *model.Type, keys bool) []Seen {
	steps := p.seen(t, keys)
	test := sub(t, "not")
	if len(steps) == 0 || t.Never {
		return nil
	}
	if test.Type == nil {
		return steps
	}
	return []Seen{SeenIf{If: test, Then: steps}}
}

func (p *Plan) seenConditional(c model.Conditional, keys bool) []Seen {
	yes := p.seen(c.If, keys)
	if c.Then != nil {
		yes = append(yes, p.seen(c.Then, keys)...)
	}
	var no []Seen
	if c.Else != nil {
		no = p.seen(c.Else, keys)
	}
	test := sub(c.If, "if")
	switch {
	case c.If.Never:
		return no
	case test.Type == nil:
		return yes
	case len(yes)+len(no) == 0:
		return nil
	}
	return []Seen{SeenIf{test, yes, no}}
}
