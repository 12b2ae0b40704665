package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// scalars collects the keywords of numbers and strings.
func (l *lowerer) scalars(t *model.Type, flat schema.Conj, r role) {
	if t.Accepts&tooldef.Numeric != 0 {
		bounds(t, flat)
	}
	if t.Accepts&model.JSONString != 0 {
		sizes(t, flat, "minLength", "maxLength")
		l.patterns(t, flat)
	}
	l.formats(t, flat, r)
	content(t, flat)
}

// bounds collects the bounds of numbers; the tighter of two bounds wins.
func bounds(t *model.Type, flat schema.Conj) {
	for _, word := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		var best *model.Bound
		for _, s := range flat {
			if n := boundOf(s, word); n.Is(tooldef.Number) && (best == nil || schema.Tighter(word, best.Limit, n.Text)) {
				best = &model.Bound{Word: word, Limit: n.Text}
			}
		}
		if best != nil {
			t.Constraints = append(t.Constraints, *best)
		}
	}
	seen := map[string]bool{}
	for _, s := range flat {
		if n := s.Get("multipleOf"); n.Is(tooldef.Number) && !seen[n.Text] {
			seen[n.Text] = true
			t.Constraints = append(t.Constraints, model.Bound{Word: "multipleOf", Limit: n.Text})
		}
	}
}

// boundOf returns a bound. In draft 4, exclusiveMinimum and exclusiveMaximum are booleans that make the other bound exclusive
// (draft-fge-json-schema-validation-00, sections 5.1.2 and 5.1.3).
func boundOf(s schema.Source, word string) *tooldef.Node {
	n := s.Get(word)
	of, exclusive := strings.CutPrefix(word, "exclusive")
	switch {
	case s.Draft >= 6:
		return n
	case exclusive && n.True():
		return s.Get(strings.ToLower(of))
	case exclusive || s.Get("exclusiveM"+word[1:]).True():
		return nil
	}
	return n
}

// sizes collects a pair of length keywords; the tighter of two limits wins.
func sizes(t *model.Type, flat schema.Conj, lower, upper string) {
	for _, word := range []string{lower, upper} {
		best := -1
		for _, s := range flat {
			n := s.Get(word)
			if !n.Is(tooldef.Number) {
				continue
			}
			v := schema.SizeOf(n.Text)
			if best < 0 || word == lower && v > best || word == upper && v < best {
				best = v
			}
		}
		if best > 0 || best == 0 && word == upper {
			t.Constraints = append(t.Constraints, model.Size{Word: word, Limit: best})
		}
	}
}

// patterns collects and translates string patterns.
func (l *lowerer) patterns(t *model.Type, flat schema.Conj) {
	seen := map[string]bool{}
	for _, s := range flat {
		n := s.Get("pattern")
		if !n.Is(tooldef.String) || seen[n.Text] {
			continue
		}
		seen[n.Text] = true
		if p, ok := patternOf(l.Findings, n, n.Text); ok {
			t.Constraints = append(t.Constraints, p)
		}
	}
}

// patternOf translates an ECMA-262 pattern.
func patternOf(out *tooldef.Findings, n *tooldef.Node, text string) (model.Pattern, bool) {
	tr, err := ecma.Translate(text)
	if err != nil {
		out.Fail(n, "pattern", fmt.Sprintf("the pattern %q cannot be compiled: %v", model.Cut(text, 80), err),
			"correct the regular expression (ECMA-262)")
		return model.Pattern{}, false
	}
	for _, note := range tr.Notes {
		out.Warn(n, "pattern", fmt.Sprintf("the pattern %q is not ECMA-262: %v", model.Cut(text, 80), note),
			"write it as ECMA-262 has it, so that other validators read it too")
	}
	p := model.Pattern{Source: text, Expr: tr.Expr}
	if tr.Backtracking {
		p.Engine = model.Backtracking
	}
	return p, true
}

// values collects enum and const.
func (l *lowerer) values(t *model.Type, flat schema.Conj) {
	for _, word := range []string{"enum", "const"} {
		for _, s := range flat {
			n := s.Get(word)
			if n == nil {
				continue
			}
			list := []*tooldef.Node{n}
			if word == "enum" {
				list = n.Items
			}
			e := model.Enum{Word: word}
			for _, item := range list {
				if schema.NodeType(item)&t.Accepts == 0 && !(schema.NodeType(item) == model.JSONInteger && t.Accepts&model.JSONNumber != 0) {
					if t.Declared != nil {
						l.Warn(item, word, fmt.Sprintf("the value %s can never match, since its type is not allowed here",
							model.Cut(item.JSON(), 60)), "remove it or correct type")
					}
					if word == "enum" {
						continue
					}
				}
				e.Values = append(e.Values, valueOf(item))
			}
			if s.OrNull && !slices.ContainsFunc(e.Values, func(v model.Value) bool { return v.Kind == model.NullValue }) {
				e.Values = append(e.Values, model.Value{Kind: model.NullValue, Text: "null", JSON: "null"})
			}
			t.Constraints = append(t.Constraints, e)
		}
	}
	if t.Kind == model.String && t.GoType == "" {
		enumConsts(t)
	}
}

// enumConsts turns a string with one enum into a named string type.
func enumConsts(t *model.Type) {
	var enums []model.Enum
	for _, c := range t.Constraints {
		if e, ok := c.(model.Enum); ok {
			enums = append(enums, e)
		}
	}
	if len(enums) != 1 || enums[0].Word != "enum" || len(enums[0].Values) == 0 {
		return
	}
	for _, v := range enums[0].Values {
		if v.Kind == model.StringValue {
			t.Consts = append(t.Consts, model.EnumConst{Value: v.Text})
		}
	}
}

// content collects contentEncoding and contentMediaType, which draft 7 allows to assert
// (draft-handrews-json-schema-validation-01, section 8) and later drafts do not.
func content(t *model.Type, flat schema.Conj) {
	for _, s := range flat {
		if s.Draft != 7 || t.Accepts&model.JSONString == 0 {
			continue
		}
		c := model.Content{}
		if n := s.Get("contentEncoding"); n != nil && n.Text == "base64" {
			c.Encoding = n.Text
		}
		if n := s.Get("contentMediaType"); n != nil && n.Text == "application/json" {
			c.MediaType = n.Text
		}
		if c.Encoding != "" || c.MediaType != "" {
			t.Constraints = append(t.Constraints, c)
		}
	}
}
