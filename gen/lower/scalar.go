package lower

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// scalars gathers the keywords of numbers and strings.
func (l *lowerer) scalars(t *model.Type, flat conj, r role) {
	if t.Accepts&numeric != 0 {
		l.bounds(t, flat)
	}
	if t.Accepts&model.JSONString != 0 {
		l.sizes(t, flat, "minLength", "maxLength")
		l.patterns(t, flat)
	}
	l.formats(t, flat, r)
	l.content(t, flat)
}

// bounds gathers the limits of numbers; of two limits of one keyword the tighter one stays.
func (l *lowerer) bounds(t *model.Type, flat conj) {
	for _, word := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		var best *model.Bound
		for _, s := range flat {
			n, name := s.get(word), word
			if n != nil && s.draft < 6 {
				n, name = draft4Bound(s, word, n)
			}
			if n == nil || n.Kind != tooldef.Number || name != word {
				// Draft 4 turns minimum into exclusiveMinimum; pick it up under that name.
				if n = draft4Exclusive(s, word); n == nil {
					continue
				}
			}
			if best == nil || tighter(word, best.Limit, n.Text) {
				best = &model.Bound{Word: word, Limit: n.Text, Pos: n.Pos}
			}
		}
		if best != nil {
			t.Constraints = append(t.Constraints, *best)
		}
	}
	seen := map[string]bool{}
	for _, s := range flat {
		if n := s.get("multipleOf"); n != nil && n.Kind == tooldef.Number && !seen[n.Text] {
			seen[n.Text] = true
			t.Constraints = append(t.Constraints, model.Bound{Word: "multipleOf", Limit: n.Text, Pos: n.Pos})
		}
	}
}

// draft4Bound says under which keyword a draft-4 bound counts (draft-fge-json-schema-validation-00,
// section 5.1.2 and 5.1.3: a boolean beside it makes it exclusive).
func draft4Bound(s source, word string, n *tooldef.Node) (*tooldef.Node, string) {
	flag := map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}[word]
	if flag == "" {
		return nil, ""
	}
	if f := s.get(flag); f != nil && f.Kind == tooldef.Bool && f.Bool {
		return nil, flag
	}
	return n, word
}

func draft4Exclusive(s source, word string) *tooldef.Node {
	base := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[word]
	if base == "" || s.draft >= 6 {
		return nil
	}
	if f := s.get(word); f == nil || f.Kind != tooldef.Bool || !f.Bool {
		return nil
	}
	return s.get(base)
}

// sizes gathers a pair of length keywords; of two limits of one keyword the tighter one stays.
func (l *lowerer) sizes(t *model.Type, flat conj, lower, upper string) {
	for _, word := range []string{lower, upper} {
		best := -1
		var place model.Pos
		for _, s := range flat {
			n := s.get(word)
			if n == nil || n.Kind != tooldef.Number {
				continue
			}
			v := sizeOf(n.Text)
			if best < 0 || word == lower && v > best || word == upper && v < best {
				best, place = v, n.Pos
			}
		}
		if best > 0 || best == 0 && word == upper {
			t.Constraints = append(t.Constraints, model.Size{Word: word, Limit: best, Pos: place})
		}
	}
}

// sizeOf reads a non-negative whole number, which JSON may spell 2.0; no length exceeds the cap.
func sizeOf(text string) int {
	const most = 1<<31 - 1
	r, ok := rat(text)
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > most {
		return most
	}
	return int(r.Num().Int64())
}

// patterns gathers and translates the patterns of strings.
func (l *lowerer) patterns(t *model.Type, flat conj) {
	seen := map[string]bool{}
	for _, s := range flat {
		n := s.get("pattern")
		if n == nil || n.Kind != tooldef.String || seen[n.Text] {
			continue
		}
		seen[n.Text] = true
		if p, ok := l.pattern(n, n.Text); ok {
			t.Constraints = append(t.Constraints, p)
		}
	}
}

// pattern translates one ECMA-262 pattern.
func (l *lowerer) pattern(n *tooldef.Node, text string) (model.Pattern, bool) {
	tr, err := ecma.Translate(text)
	if err != nil {
		l.fail(n, "pattern", fmt.Sprintf("the pattern %q cannot be compiled: %v", cut(text, 80), err), "correct the regular expression (ECMA-262)")
		return model.Pattern{}, false
	}
	for _, note := range tr.Notes {
		l.warn(n, "pattern", fmt.Sprintf("the pattern %q is not ECMA-262: %v", cut(text, 80), note), "write it as ECMA-262 has it, so that other validators read it too")
	}
	p := model.Pattern{Source: text, Expr: tr.Expr, Pos: n.Pos}
	if tr.Backtracking {
		p.Engine = model.Backtracking
	}
	return p, true
}

// values gathers enum and const.
func (l *lowerer) values(t *model.Type, flat conj) {
	for _, word := range []string{"enum", "const"} {
		for _, s := range flat {
			n := s.get(word)
			if n == nil || word == "const" && s.draft < 6 {
				continue
			}
			list := []*tooldef.Node{n}
			if word == "enum" {
				list = n.Items
			}
			e := model.Enum{Word: word, Pos: n.Pos}
			for _, item := range list {
				if nodeType(item)&t.Accepts == 0 && !(nodeType(item) == model.JSONInteger && t.Accepts&model.JSONNumber != 0) {
					if t.Declared != nil {
						l.warn(item, word, fmt.Sprintf("the value %s can never match, since its type is not allowed here", cut(item.JSON(), 60)), "remove it or correct type")
					}
					if word == "enum" {
						continue
					}
				}
				e.Values = append(e.Values, valueOf(item))
			}
			if s.orNull && !slices.ContainsFunc(e.Values, func(v model.Value) bool { return v.Kind == model.NullValue }) {
				e.Values = append(e.Values, model.Value{Kind: model.NullValue, Text: "null", JSON: "null"})
			}
			t.Constraints = append(t.Constraints, e)
		}
	}
	if t.Kind == model.String && t.GoType == "" {
		l.enumConsts(t)
	}
}

// enumConsts makes a named string type of a string that one enum limits.
func (l *lowerer) enumConsts(t *model.Type) {
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

// content gathers contentEncoding and contentMediaType, which draft 7 lets an implementation
// assert (draft-handrews-json-schema-validation-01, section 8) and later drafts do not.
func (l *lowerer) content(t *model.Type, flat conj) {
	for _, s := range flat {
		if s.draft != 7 || t.Accepts&model.JSONString == 0 {
			continue
		}
		c := model.Content{Pos: s.node.Pos}
		if n := s.get("contentEncoding"); n != nil && n.Text == "base64" {
			c.Encoding, c.Pos = n.Text, n.Pos
		}
		if n := s.get("contentMediaType"); n != nil && n.Text == "application/json" {
			c.MediaType, c.Pos = n.Text, n.Pos
		}
		if c.Encoding != "" || c.MediaType != "" {
			t.Constraints = append(t.Constraints, c)
		}
	}
}
