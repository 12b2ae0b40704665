package repair

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// convert fits a value of another kind, or one that breaks its schema.
func (f *fitter) convert(v *Node, s *Schema, at string) fitted {
	switch v.Kind {
	case String:
		return f.text(v, s, at)
	case Number, Bool:
		if r, ok := literal(v, s, at); ok {
			return r
		}
		if s.takes(v.Kind) {
			return ask(v, s, at, causeOf(v, s))
		}
		return f.around(v, s, at)
	case Array:
		return f.fromArray(v, s, at)
	case Object:
		return f.fromObject(v, s, at)
	}
	return ask(v, s, at, Unfit)
}

// causeOf says why a scalar of the right kind does not fit.
func causeOf(v *Node, s *Schema) Cause {
	switch broken := faults(v, s); {
	case len(broken) == 0 || broken[0] == "type":
		return Unfit
	case broken[0] == "enum":
		return NotOne
	}
	return OutOf
}

// literal writes a number or bool as a text, or a bool as the word that stands for it.
func literal(v *Node, s *Schema, at string) (fitted, bool) {
	to := &Node{Kind: String, Text: v.Text, Place: v.Place}
	exact := true
	if v.Kind == Bool && s.Enum != nil {
		word := boolWord(v.Text == "true", s)
		if word == nil && !isAllowed(to, s) {
			return fitted{}, false
		}
		if word != nil {
			to, exact = &Node{Kind: String, Text: word.Text, Place: v.Place}, word.Text == v.Text
		}
	}
	if !s.takes(String) || s.takes(v.Kind) && s.Enum == nil {
		return fitted{}, false
	}
	switch broken := faults(to, s); {
	case len(broken) == 0:
		return fitted{node: to}.before(costSpelling, Edit{Kind: Convert, Field: at, From: v.JSON(), To: to.JSON(), Exact: exact && s.only(String)}), true
	case broken[0] != "enum" && s.only(String):
		return ask(v, s, at, OutOf), true
	}
	return fitted{}, false
}

// text fits a string: as the word, number, bool or date that it spells, as the JSON that it holds, as
// the list that it is, or put into the array or object that the schema has there.
func (f *fitter) text(v *Node, s *Schema, at string) fitted {
	change := func(kind EditKind, to *Node, exact bool) fitted {
		to.Place = v.Place
		return fitted{node: to}.before(costSpelling, Edit{Kind: kind, Field: at, From: v.JSON(), To: to.JSON(), Exact: exact})
	}
	if s.Enum != nil {
		if is, _, ok := boolOf(v.Text); ok {
			if w := boolWord(is, s); w != nil {
				return change(Match, &Node{Kind: String, Text: w.Text}, false)
			}
		}
		if w, exact := matchWord(v.Text, s, f.strict); w != nil {
			return change(Match, &Node{Kind: String, Text: w.Text}, exact)
		}
		for _, e := range s.Enum {
			if e.Kind&(Number|Bool) != 0 && e.Text == strings.TrimSpace(v.Text) {
				return change(Convert, &Node{Kind: e.Kind, Text: e.Text}, true)
			}
		}
		if s.takes(v.Kind) {
			return ask(v, s, at, NotOne)
		}
	}
	if s.takes(String) {
		if to, ok := reformat(v.Text, s.Text.Format); ok && s.Text.Format != "" {
			if node := (&Node{Kind: String, Text: to}); len(faults(node, s)) == 0 {
				return change(Reformat, node, false)
			}
		}
		if s.Text.Format == "" && s.Text.pattern != nil {
			for _, format := range []string{"date", "date-time", "time", "uuid"} { // a pattern may say it
				if to, ok := reformat(v.Text, format); ok {
					if node := (&Node{Kind: String, Text: to}); len(faults(node, s)) == 0 {
						return change(Reformat, node, false)
					}
				}
			}
		}
		if t := strings.TrimSpace(v.Text); t != v.Text && t != "" {
			if node := (&Node{Kind: String, Text: t}); len(faults(node, s)) == 0 {
				return change(Reformat, node, false)
			}
		}
		return ask(v, s, at, causeOf(v, s))
	}
	if s.takes(Number) {
		if num, plain, ok := numberOf(v.Text); ok {
			to := &Node{Kind: Number, Text: num}
			switch broken := faults(to, s); {
			case len(broken) > 0 && broken[0] == "type" && decimal.IsIntegral(num):
			case len(broken) > 0:
				return ask(v, s, at, causeOf(to, s))
			case plain:
				return change(Convert, to, s.only(Number))
			default:
				return change(Reformat, to, false)
			}
		}
	}
	if s.takes(Bool) {
		if is, exact, ok := boolOf(v.Text); ok {
			word := "false"
			if is {
				word = "true"
			}
			return change(Convert, &Node{Kind: Bool, Text: word}, exact && s.only(Bool))
		}
	}
	if s.takes(Object | Array) {
		if r, ok := f.parse(v, s, at); ok {
			return r
		}
	}
	return f.around(v, s, at)
}

// parse fits the JSON that a string holds.
func (f *fitter) parse(v *Node, s *Schema, at string) (fitted, bool) {
	t := strings.TrimSpace(v.Text)
	if t == "" || t[0] != '{' && t[0] != '[' && !strings.HasPrefix(t, "```") && !strings.HasPrefix(t, `"`) {
		return fitted{}, false
	}
	r := read(t)
	if len(r.roots) != 1 || r.roots[0].Kind&(Object|Array|String) == 0 || r.cut && !r.closed {
		return fitted{}, false
	}
	inner := r.roots[0]
	if inner.Kind == String && inner.Text == v.Text {
		return fitted{}, false
	}
	replace(inner, v.Place)
	got := f.fit(inner, s, at)
	if !usable(got, at) {
		return fitted{}, false
	}
	return got.before(costSpelling, Edit{Kind: Parse, Field: at, From: v.JSON(), To: inner.JSON(), Exact: len(r.notes) == 0 && !r.cut}), true
}

// replace puts a tree at another place.
func replace(n *Node, place string) {
	n.walk(place, func(n *Node, at string) { n.Place = at })
}

// around puts a scalar into the array or the object that the schema has there.
func (f *fitter) around(v *Node, s *Schema, at string) fitted {
	var all []fitted
	if s.takes(Array) {
		if r, ok := f.wrap(v, s, at); ok {
			all = append(all, r)
		}
	}
	if s.takes(Object) {
		if r, ok := f.intoField(v, s, at); ok {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return ask(v, s, at, Unfit)
	}
	return cheapest(all...)
}

// wrap makes an array of one value, or of the parts of a text with commas.
func (f *fitter) wrap(v *Node, s *Schema, at string) (fitted, bool) {
	item := s.item(0)
	if item.takes(Array) && item.Types != anyKind {
		return fitted{}, false
	}
	parts := []*Node{v}
	if v.Kind == String {
		if parts = listOf(v, item, lastKey(at)); parts == nil {
			return fitted{}, false
		}
	}
	n := &Node{Kind: Array, Place: v.Place}
	out := fitted{node: n}
	for i, part := range parts {
		place := joinIndex(at, i)
		r := f.fit(part, s.item(i), place)
		if !decent(r, place) {
			return fitted{}, false
		}
		if r.node == nil {
			r.node = &Node{Kind: Null}
		}
		n.Items = append(n.Items, r.node)
		out.add(r)
	}
	if len(faults(n, s)) > 0 {
		return fitted{}, false
	}
	kind := Wrap
	if len(parts) > 1 {
		kind = Split
	}
	return out.before(costEdit, Edit{Kind: kind, Field: at, From: v.JSON(), To: n.JSON(), Exact: kind == Wrap}), true
}

// listOf gives the items of a text for an array: those between its commas, where none has a blank
// inside, or the whole. It gives nil where the text may be a list of another kind.
func listOf(v *Node, item *Schema, key string) []*Node {
	t := strings.TrimSpace(v.Text)
	switch {
	case t == "" || strings.ContainsAny(t, ";|\n"):
		return nil
	case !strings.Contains(t, ","):
		if strings.ContainsAny(t, " \t") && shellWords(key) {
			return nil
		}
		return []*Node{v}
	case !item.takes(String | Number | Bool):
		return nil
	}
	var parts []*Node
	for _, part := range strings.Split(t, ",") {
		part = strings.TrimSpace(part)
		if part == "" || strings.ContainsFunc(part, unicode.IsSpace) {
			return nil
		}
		parts = append(parts, &Node{Kind: String, Text: part, Place: v.Place})
	}
	return parts
}

// shellWords reports whether a key names the words of a command line.
func shellWords(key string) bool {
	return slices.ContainsFunc(splitWords(key), func(w string) bool {
		return slices.Contains([]string{"command", "cmd", "args", "argv", "arguments", "entrypoint", "exec"}, w)
	})
}

// intoField puts a scalar into the one field of an object that takes it, or the one required one. A
// text with blanks may hold several values.
func (f *fitter) intoField(v *Node, s *Schema, at string) (fitted, bool) {
	if s.Object == nil || v.Kind == Null {
		return fitted{}, false
	}
	props := s.Object.Properties
	if v.Kind == String && strings.ContainsAny(strings.TrimSpace(v.Text), " \t\n") && len(props) > 1 {
		return fitted{}, false
	}
	var one *Property
	var result fitted
	count, required := 0, 0
	for i := range props {
		p := &props[i]
		if p.injected() || !p.Schema.takes(v.Kind) && p.Schema.Enum == nil || p.Schema.never {
			continue
		}
		if v.Kind == String && dated(p) && dateOf(v.Text) == "" && dateTimeOf(v.Text) == "" {
			continue
		}
		place := fieldpath.JoinKey(at, p.Name)
		r := f.fit(v, p.Schema, place)
		if !usable(r, place) || len(r.asks) > 0 {
			continue
		}
		if p.Required {
			required++
		} else if count++; required > 0 {
			continue
		}
		if one == nil || p.Required && required == 1 {
			one, result = p, r
		}
	}
	if one == nil || required > 1 || required == 0 && count > 1 {
		return fitted{}, false
	}
	inner := &Node{Kind: Object, Place: v.Place, Members: []Member{{one.Name, v}}}
	out := f.object(inner, s, at)
	_ = result
	if !usable(out, at) {
		return fitted{}, false
	}
	return out.before(costEdit, Edit{Kind: Wrap, Field: at, From: v.JSON(), To: inner.JSON()}), true
}

// dated reports whether a field holds dates, by its format, its name or what is said of it.
func dated(p *Property) bool {
	switch p.Schema.Text.Format {
	case "date", "date-time", "time":
		return true
	}
	ws := splitWords(p.Name)
	if len(ws) > 0 && slices.Contains([]string{"date", "datetime", "timestamp"}, ws[len(ws)-1]) {
		return true
	}
	return strings.Contains(p.Schema.About, "YYYY")
}
