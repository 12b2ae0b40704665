package lower

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// scalars gathers the keywords of numbers and strings.
func (l *lowerer) scalars(t *model.Type, flat conj) {
	if t.Accepts&numeric != 0 {
		l.bounds(t, flat)
	}
	if t.Accepts&model.JSONString != 0 {
		l.sizes(t, flat, "minLength", "maxLength")
		l.patterns(t, flat)
	}
	l.formats(t, flat)
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

// formats gathers the known formats; the formats of numbers choose the Go type.
func (l *lowerer) formats(t *model.Type, flat conj) {
	seen := map[string]bool{}
	for _, s := range flat {
		n := s.get("format")
		if n == nil || n.Kind != tooldef.String || seen[n.Text] {
			continue
		}
		seen[n.Text] = true
		switch {
		case l.numberFormat(t, n.Text), annotationFormats[n.Text]:
		case slices.Contains(KnownFormats, n.Text):
			if t.Accepts&model.JSONString != 0 && !(l.opts.NoFormatAssertion && !l.lib.formatVocabulary(s)) {
				t.Constraints = append(t.Constraints, model.Format{Name: n.Text, Pos: n.Pos})
			}
		case spelledFormats[n.Text] && slices.ContainsFunc(flat, func(s source) bool { return s.get("pattern") != nil }):
		default:
			fix := "it is not checked; use a pattern if the text has a form"
			if near := suggest(n.Text, KnownFormats); near != "" {
				fix = fmt.Sprintf("it is not checked; did you mean %q?", near)
			}
			l.warn(n, "format", fmt.Sprintf("unknown format %q", cut(n.Text, 60)), fix)
		}
	}
}

// annotationFormats are formats in wide use that describe a value without limiting its text.
var annotationFormats = map[string]bool{
	"int32": true, "int64": true, "uint32": true, "uint64": true, "float": true, "double": true,
	"enum": true, "byte": true, "binary": true, "password": true,
	"int-or-string": true, "quantity": true, "int8": true, "int16": true, "uint8": true, "uint16": true,
}

// spelledFormats are the words of zod 4 for texts whose form it writes as a pattern beside them. Where that
// is there, nothing of what they mean is left unchecked.
var spelledFormats = map[string]bool{
	"starts_with": true, "ends_with": true, "includes": true, "lowercase": true, "uppercase": true, "template_literal": true,
	"cuid": true, "cuid2": true, "ulid": true, "nanoid": true, "xid": true, "ksuid": true,
	"base64": true, "base64url": true, "hex": true, "e164": true, "emoji": true, "mac": true, "cidrv4": true, "cidrv6": true,
	"md5_hex": true, "md5_base64": true, "md5_base64url": true,
	"sha1_hex": true, "sha1_base64": true, "sha1_base64url": true,
	"sha256_hex": true, "sha256_base64": true, "sha256_base64url": true,
	"sha384_hex": true, "sha384_base64": true, "sha384_base64url": true,
	"sha512_hex": true, "sha512_base64": true, "sha512_base64url": true,
}

// KnownFormats are the formats that are asserted; the runtime implements each of them.
var KnownFormats = []string{
	"date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri",
	"iri-reference", "json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference",
	"uri-template", "uuid",
}

// numberFormat applies a format that chooses the Go type of a number.
func (l *lowerer) numberFormat(t *model.Type, name string) bool {
	switch {
	case t.Kind == model.Int && name == "int32":
		t.Bits = 32
	case t.Kind == model.Int && name == "uint32":
		t.Bits, t.Unsigned = 32, true
	case t.Kind == model.Int && name == "int64":
		t.Bits = 64
	case t.Kind == model.Int && name == "uint64":
		t.Bits, t.Unsigned = 64, true
	case t.Kind == model.Float && name == "float":
		t.Bits = 32
	case t.Kind == model.Float && name == "double":
		t.Bits = 64
	default:
		return false
	}
	return true
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
