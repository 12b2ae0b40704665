package plan

import "github.com/toolgen/toolgen/gen/model"

// Seen is a step that notes which members or items a schema looks at in a value that satisfies it.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-11.
type Seen interface{ seen() }

type (
	// SeenAll notes that nothing is left.
	SeenAll struct{}
	// SeenPrefix notes so many items at the start.
	SeenPrefix int
	// SeenItems notes the items that satisfy a schema.
	SeenItems struct{ Sub }
	// SeenKeys notes members.
	SeenKeys []string
	// SeenMatching notes the members whose keys match a pattern.
	SeenMatching struct{ model.Pattern }
	// SeenIf takes steps where the value satisfies a schema, and others where it does not.
	SeenIf struct {
		If         Sub
		Then, Else []Seen
	}
	// SeenIfKey takes steps where the object has a key.
	SeenIfKey struct {
		Key  string
		Then []Seen
	}
	// SeenBy takes the steps of a schema that many refer to, or that leads back to itself.
	SeenBy struct{ Look }
)

// Look is a schema that is asked about members or, if not, items.
type Look struct {
	Type *model.Type
	Keys bool
}

func (SeenAll) seen()      {}
func (SeenPrefix) seen()   {}
func (SeenItems) seen()    {}
func (SeenKeys) seen()     {}
func (SeenMatching) seen() {}
func (SeenIf) seen()       {}
func (SeenIfKey) seen()    {}
func (SeenBy) seen()       {}

// seen plans what a schema looks at: members where keys is set, else items.
func (p *Plan) seen(t *model.Type, keys bool) []Seen {
	if !p.SeenFunction(t) {
		return p.seenBody(t, keys)
	}
	look := Look{t, keys}
	if _, known := p.looks[look]; !known {
		p.looks[look] = nil // it may lead back to itself
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
				continue // it is about members alone
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

// seenOwn is what the schema itself declares; all means that nothing is left.
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

// seenIf is what a schema looks at in a value that may not satisfy it.
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
