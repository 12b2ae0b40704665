package repair

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// convert fits a value of another kind, or one that breaks its schema.
func (f *fitter) convert(v *Node, s *Schema, at string) fitted {
	switch v.Kind {
	case Array:
		return f.fromArray(v, s, at)
	case Object:
		return f.fromObject(v, s, at)
	case Null:
		return ask(v, s, at, Unfit)
	}
	// A scalar is read as what it spells, else put into the array or object that the schema asks for.
	refused := causeOf(v, s)
	for _, r := range f.readings(v, s) {
		r.to.Place = v.Place
		broken := faults(r.to, s)
		if len(broken) == 0 {
			return fitted{node: r.to}.before(costSpelling, Edit{Kind: r.kind, Field: at, From: v.JSON(), To: r.to.JSON(), Exact: r.exact})
		}
		if broken[0] != "type" && broken[0] != "enum" && s.only(r.to.Kind) {
			return ask(v, s, at, OutOf)
		}
	}
	if s.takes(v.Kind) {
		return ask(v, s, at, refused)
	}
	if v.Kind == String && s.takes(Object|Array) {
		if r, ok := f.parse(v, s, at); ok {
			return r
		}
	}
	return f.around(v, s, at)
}

// causeOf says why a scalar does not fit.
func causeOf(v *Node, s *Schema) Cause {
	switch broken := faults(v, s); {
	case len(broken) == 0 || broken[0] == "type":
		return Unfit
	case broken[0] == "enum":
		return NotOne
	}
	return OutOf
}

// spelledAs is a scalar that another one spells.
type spelledAs struct {
	kind  EditKind
	to    *Node
	exact bool
}

// readings lists the scalars of a schema's types that a scalar may spell, the surest first.
func (f *fitter) readings(v *Node, s *Schema) (list []spelledAs) {
	add := func(kind EditKind, of Kind, text string, exact bool) {
		list = append(list, spelledAs{kind, &Node{Kind: of, Text: text}, exact})
	}
	is, isExact, isBool := boolOf(v.Text)
	if word := boolWord(is, s); isBool && word != nil {
		kind := Match
		if v.Kind == Bool {
			kind = Convert
		}
		add(kind, String, word.Text, v.Kind == Bool && word.Text == v.Text && s.only(String))
	}
	if v.Kind != String {
		if !s.takes(v.Kind) || s.Enum != nil {
			add(Convert, String, v.Text, s.only(String))
		}
		return list
	}
	trimmed := strings.TrimSpace(v.Text)
	if s.Enum != nil {
		if word, exact := matchWord(v.Text, s, f.strict); word != nil {
			add(Match, String, word.Text, exact)
		}
		for _, e := range s.Enum {
			if e.Kind&(Number|Bool) != 0 && e.Text == trimmed {
				add(Convert, e.Kind, e.Text, true)
			}
		}
	}
	if s.takes(String) {
		if s.Enum == nil {
			formats := []string{s.Text.Format, ""}
			if s.Text.Format == "" && s.Text.pattern != nil {
				formats = []string{"date", "date-time", "time", "uuid", ""} // the pattern may stand for one
			}
			for _, format := range formats {
				if to, ok := reformat(v.Text, format); ok {
					add(Reformat, String, to, false)
				}
			}
		}
		return list
	}
	if number, plain, ok := numberOf(v.Text); ok && s.takes(Number) {
		if plain {
			add(Convert, Number, number, s.only(Number))
		} else {
			add(Reformat, Number, number, false)
		}
	}
	if isBool && s.takes(Bool) {
		add(Convert, Bool, strconv.FormatBool(is), isExact && s.only(Bool))
	}
	return list
}

// parse fits the JSON in a string.
func (f *fitter) parse(v *Node, s *Schema, at string) (fitted, bool) {
	inner, exact := parsed(v)
	if inner == nil {
		return fitted{}, false
	}
	got := f.fit(inner, s, at)
	return got.before(costSpelling, Edit{Kind: Parse, Field: at, From: v.JSON(), To: inner.JSON(), Exact: exact}), usable(got, at)
}

// parsed returns the object, array or string in a string of JSON, at the place of that string, nil if there is none. It is
// exact if no tolerance was needed.
func parsed(v *Node) (inner *Node, exact bool) {
	t := strings.TrimSpace(v.Text)
	if t == "" || strings.IndexByte("{[`\"", t[0]) < 0 {
		return nil, false
	}
	r := read(t)
	if len(r.roots) != 1 || r.roots[0].Kind&(Object|Array|String) == 0 || r.cut && !r.closed || r.roots[0].Text == v.Text && v.Text != "" {
		return nil, false
	}
	r.roots[0].walk(v.Place, func(n *Node, at string) { n.Place = at })
	return r.roots[0], len(r.notes) == 0 && !r.cut
}

// around puts a scalar into the array or object that the schema asks for.
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
	out := f.items(&Node{Kind: Array, Place: v.Place, Items: parts}, s, at)
	for i := range parts {
		if !decent(out, joinIndex(at, i)) {
			return fitted{}, false
		}
	}
	if len(out.node.Items) < len(parts) || len(faults(out.node, s)) > 0 {
		return fitted{}, false
	}
	kind := Wrap
	if len(parts) > 1 {
		kind = Split
	}
	return out.before(costEdit, Edit{Kind: kind, Field: at, From: v.JSON(), To: out.node.JSON(), Exact: kind == Wrap}), true
}

// listOf returns the items of a text for an array: the parts between its commas, if none has a blank inside, or the
// whole text. It returns nil if the text may be a list of another kind.
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

// intoField puts a scalar into the only field of an object that accepts it, or the only required one. A text with blanks
// may be several values.
func (f *fitter) intoField(v *Node, s *Schema, at string) (fitted, bool) {
	if s.Object == nil || v.Kind == String && len(s.Object.Properties) > 1 && strings.ContainsAny(strings.TrimSpace(v.Text), " \t\n") {
		return fitted{}, false
	}
	required := s.required()
	var fields, others []*Property // those of the scalar's type, else the one that is required
	for p := range s.properties() {
		place := fieldpath.JoinKey(at, p.Name)
		typed := p.Schema.takes(v.Kind) || p.Schema.Enum != nil
		converted := !typed && p.Required && len(required) == 1 && v.Kind != Bool && p.Schema.takes(String|Number)
		noDate := v.Kind == String && dated(p) && dateOf(v.Text) == "" && dateTimeOf(v.Text) == ""
		if noDate || !typed && !converted {
			continue
		}
		switch r := f.fit(v, p.Schema, place); {
		case !usable(r, place) || len(r.asks) > 0:
		case typed:
			fields = append(fields, p)
		default:
			others = append(others, p)
		}
	}
	if len(fields) == 0 {
		fields = others
	}
	field := only(fields, func(p *Property) bool { return p.Required || len(fields) == 1 })
	if field == nil {
		return fitted{}, false
	}
	inner := &Node{Kind: Object, Place: v.Place, Members: []Member{{field.Name, v}}}
	out := f.object(inner, s, at)
	return out.before(costEdit, Edit{Kind: Wrap, Field: at, From: v.JSON(), To: inner.JSON()}), usable(out, at)
}

// dated reports whether a field is a date, by its format, name or description.
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
