package dynamic

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// number is a number decoded into the Go type that generated code uses, with its source text.
type number struct {
	text  json.Number
	kind  model.Kind // Int, Float, or Number, which has only text
	big   bool       // an Int that fits uint64 but not int64
	int   int64
	uint  uint64
	float float64
}

func (n number) value() any {
	switch {
	case n.kind == model.Float:
		return n.float
	case n.kind != model.Int:
		return n.text
	case n.big:
		return n.uint
	}
	return n.int
}

// plain returns a value as decoded into an any.
func plain(v any) any {
	if n, ok := v.(number); ok {
		return n.text
	}
	return v
}

// check prepares one check. It ignores values of JSON types that the check does not apply to.
func (p *program) check(of plan.Check) check {
	switch of := of.(type) {
	case plan.Bound:
		return func(c *gencode.Checker, v any) {
			if n, ok := numberOf(v); ok {
				c.Compare(of.Word, n.value(), of.Limit)
			}
		}
	case plan.Size:
		return size(of)
	case plan.Pattern:
		made := newPattern(of.Pattern)
		return onText(func(c *gencode.Checker, s string) { made.check(c, s) })
	case plan.Format:
		return onText(func(c *gencode.Checker, s string) { c.Format(s, of.Name) })
	case plan.Content:
		return onText(func(c *gencode.Checker, s string) { c.Content(s, of.Encoding, of.MediaType) })
	case plan.Enum:
		return enum(of)
	case plan.Unique:
		return onArray(gencode.UniqueAny)
	case plan.Matches:
		item := p.sub(of.Sub)
		return onArray(func(c *gencode.Checker, items []any) { gencode.Contains(c, items, of.Least, of.Most, item) })
	case plan.Names:
		return keyNames(p.schema(of.Schema))
	case plan.KeyNames:
		return keyNames(p.inPlace(of.Sub))
	case plan.Branches:
		return choice(of.Word, of.Labels, p.subs(of.Branches))
	case plan.Refuse:
		refused := p.sub(of.Sub)
		return func(c *gencode.Checker, v any) { gencode.Not(c, v, refused) }
	case plan.Either:
		test, then, otherwise := p.sub(of.If), p.inPlace(of.Then), p.inPlace(of.Else)
		return func(c *gencode.Checker, v any) {
			if gencode.Fits(c, v, test) {
				then(c, v)
			} else {
				otherwise(c, v)
			}
		}
	case plan.Also:
		return p.inPlace(of.Sub)
	case plan.Whole:
		whole := p.schema(of.Schema)
		return func(c *gencode.Checker, v any) { whole(c, plain(v)) }
	case plan.Variants:
		spec, variants := p.typ(of.Type.Declaration()).union, p.subs(of.Variants)
		return func(c *gencode.Checker, v any) {
			if v != nil || !of.Null {
				gencode.CheckVariant(c, v, spec, variants...)
			}
		}
	}
	return p.partsCheck(of)
}

// partsCheck prepares a check of members or items.
func (p *program) partsCheck(of plan.Check) check {
	switch of := of.(type) {
	case plan.Require:
		return onObject(func(c *gencode.Checker, m map[string]any) { gencode.RequireKeys(c, m, of.Keys...) })
	case plan.Property:
		member := p.sub(of.Sub)
		return onObject(func(c *gencode.Checker, m map[string]any) { gencode.Property(c, m, of.Key, member) })
	case plan.Matching:
		pattern, member := newPattern(of.Pattern), p.sub(of.Sub)
		return onObject(func(c *gencode.Checker, m map[string]any) {
			gencode.MatchingKeys(c, m, of.Known, pattern.keys(c), member)
		})
	case plan.Others:
		return p.others(of)
	case plan.Item:
		item := p.sub(of.Sub)
		return onArray(func(c *gencode.Checker, items []any) { gencode.Item(c, items, of.Index, item) })
	case plan.Items:
		item := p.sub(of.Sub)
		return onArray(func(c *gencode.Checker, items []any) { gencode.Items(c, items, of.From, item) })
	case plan.IfKey:
		do := p.check(of.Do)
		return func(c *gencode.Checker, v any) {
			if gencode.Has(v, of.Key) {
				do(c, v)
			}
		}
	case plan.GroupOf:
		return onObject(func(c *gencode.Checker, m map[string]any) { gencode.GroupOf(c, m, of.Word, of.Blank, of.Keys...) })
	case plan.PairsOf:
		return onObject(func(c *gencode.Checker, m map[string]any) {
			gencode.PairsOf(c, m, of.Word, of.Blank, of.Key, of.Keys...)
		})
	}
	panic(fmt.Sprintf("dynamic: no code for the check %T", of))
}

func (p *program) others(of plan.Others) check {
	patterns := make([]*pattern, len(of.Patterns))
	for i, made := range of.Patterns {
		patterns[i] = newPattern(made)
	}
	member := p.sub(of.Sub)
	return onObject(func(c *gencode.Checker, m map[string]any) {
		matchers := make([]func(string) bool, len(patterns))
		for i, made := range patterns {
			matchers[i] = made.keys(c)
		}
		if of.By != "" {
			gencode.RefuseKeys(c, m, of.By, of.Known, matchers)
		} else {
			gencode.OtherKeys(c, m, of.Known, matchers, member)
		}
	})
}

func onText(do func(*gencode.Checker, string)) check {
	return func(c *gencode.Checker, v any) {
		if s, ok := v.(string); ok {
			do(c, s)
		}
	}
}

func onArray(do func(*gencode.Checker, []any)) check {
	return func(c *gencode.Checker, v any) {
		if items, ok := v.([]any); ok {
			do(c, items)
		}
	}
}

func onObject(do func(*gencode.Checker, map[string]any)) check {
	return func(c *gencode.Checker, v any) {
		if m, ok := v.(map[string]any); ok {
			do(c, m)
		}
	}
}

func keyNames(name check) check {
	return onObject(func(c *gencode.Checker, m map[string]any) {
		gencode.PropertyNames(c, m, func(key string, c *gencode.Checker) { name(c, key) })
	})
}

// choice checks anyOf or oneOf.
func choice(word string, labels []string, branches []check) check {
	if word == "oneOf" {
		return func(c *gencode.Checker, v any) { gencode.OneOf(c, v, labels, branches...) }
	}
	return func(c *gencode.Checker, v any) { gencode.AnyOf(c, v, labels, branches...) }
}
