package repair

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// convert fits a value that breaks its schema, or is of a kind that the schema does not accept: as the scalar that it
// spells, else as the array, object or scalar that it stands for.
func (f *fitter) convert(v *Node, s *Schema, at string) fitted {
	if v.Kind == Null {
		return ask(v, s, at, Unfit)
	}
	cause := Unfit
	if broken := faults(v, s); v.scalar() && broken[0] != "type" {
		if cause = OutOf; broken[0] == "enum" {
			cause = NotOne
		}
	}
	list := f.readings(v, s)
	if !s.takes(v.Kind) {
		list = append(list, f.shapes(v, s, at)...)
	}
	for _, sh := range list {
		r := f.fit(sh.to, s, at)
		if r.node != nil && (sh.is == nil || sh.is(&r)) {
			sh.edit.Field, sh.edit.From, sh.edit.To = at, cmp.Or(sh.edit.From, v.JSON()), sh.to.JSON()
			for _, left := range sh.left {
				r.add(lose(left))
			}
			if r = r.before(sh.cost, sh.edit); v.Place == nowhere {
				r.edits = r.edits[1:] // what is moved into it says so
			}
			return r
		}
	}
	return ask(v, s, at, cause)
}

// readings lists the scalars that a scalar may spell and that its schema takes, the surest first.
func (f *fitter) readings(v *Node, s *Schema) (list []shape) {
	add := func(kind EditKind, of Kind, text string, exact bool) {
		if to := (&Node{Kind: of, Text: text, Place: v.Place}); fits(to, s) {
			list = append(list, shape{to: to, edit: Edit{Kind: kind, Exact: exact}, cost: costSpelling})
		}
	}
	if v.Kind&(Number|Bool) != 0 && (!s.takes(v.Kind) || s.Enum != nil) {
		add(Convert, String, v.Text, s.only(String))
	}
	is, isExact, isBool := boolOf(v.Text)
	if word := boolWord(is, s); isBool && word != nil {
		add(Convert, String, word.Text, false)
	}
	if v.Kind != String {
		return list
	}
	if s.Enum != nil {
		if word, exact := matchWord(v.Text, s, f.strict); word != nil {
			add(Match, String, word.Text, exact)
		}
	} else if s.takes(String) {
		formats := []string{s.Text("format"), ""}
		if formats[0] == "" && s.pattern != nil {
			formats = []string{"date", "date-time", "time", "uuid", ""} // the pattern may stand for one
		}
		for _, format := range formats {
			if to, ok := reformat(v.Text, format); ok {
				add(Reformat, String, to, false)
			}
		}
		return list
	}
	if number, plain, ok := numberOf(v.Text); ok && plain {
		add(Convert, Number, number, s.only(Number))
	} else if ok {
		add(Reformat, Number, number, false)
	}
	if isBool {
		add(Convert, Bool, strconv.FormatBool(is), isExact && s.only(Bool))
	}
	return list
}

// spells reports whether a scalar spells one that the schema takes.
func (f *fitter) spells(v *Node, s *Schema) bool { return len(f.readings(v, s)) > 0 }

// shape is a value of another kind that a value may stand for.
type shape struct {
	to   *Node
	edit Edit // its kind, where it comes from if not from the value as a whole, and whether it is exact
	cost int
	left []*Node            // what has no place in it
	is   func(*fitted) bool // whether it counts once it is fitted; nil if it does
}

// shapes lists what a value may stand for that is of another kind than its schema accepts, the surest first.
func (f *fitter) shapes(v *Node, s *Schema, at string) (list []shape) {
	add := func(kind EditKind, cost int, to *Node, is func(*fitted) bool) {
		list = append(list, shape{to: to, edit: Edit{Kind: kind}, cost: cost, is: is})
	}
	isClean := func(r *fitted) bool { return len(r.asks)+len(r.unplaced) == 0 }
	item := s.item(0)
	switch {
	case v.Kind == Array:
		if m := mapOf(v); m != nil && s.takes(Object) && s.property(v.Items[0].Members[0].Key) == nil {
			add(Wrap, costNear, m, isClean)
		}
		if len(v.Items) == 1 {
			add(Unwrap, costEdit, v.Items[0], func(r *fitted) bool { // an object added around it is one guess too many
				return len(r.edits) == 0 || r.edits[0].Kind != Wrap || r.edits[0].Field != at
			})
		}
	case v.Kind == Object && !s.takes(Array):
		list = f.inside(v, s, at)
	case v.Kind == Object:
		if items := itemsOf(v, item, lastKey(at)); items != nil {
			add(Wrap, costEdit, arrayOf(v, items), nil)
		} else if item.takes(Object) && len(v.Members) > 0 {
			if pairs := pairsOf(v, item); pairs != nil {
				add(Wrap, costNear, arrayOf(v, pairs), isClean)
			}
			add(Wrap, costEdit, arrayOf(v, []*Node{v}), func(r *fitted) bool {
				return len(r.unplaced) == 0 || len(r.node.Items) != 1 || len(r.node.Items[0].Members) > 0
			})
			list[len(list)-1].edit.Exact = true
		}
	default:
		if inner, exact := parsed(v); inner != nil && s.takes(Object|Array) {
			add(Parse, costSpelling, inner, nil)
			list[0].edit.Exact = exact
		}
		if parts := listOf(v, item, lastKey(at)); s.takes(Array) && parts != nil && (!item.takes(Array) || item.Types == anyKind) {
			kind := Wrap
			if len(parts) > 1 {
				kind = Split
			}
			add(kind, costEdit, arrayOf(v, parts), func(r *fitted) bool {
				return len(r.node.Items) == len(parts) && !slices.ContainsFunc(r.asks, func(a Ask) bool {
					return a.Cause != OutOf && a.Cause != CutOff && lastKey(a.Field) == ""
				})
			})
			list[len(list)-1].edit.Exact = kind == Wrap
		}
		if p := f.fieldFor(v, s, at); p != nil {
			add(Wrap, costEdit, &Node{Kind: Object, Place: v.Place, Members: []Member{{p.Name, v}}}, nil)
		}
	}
	return list
}

func arrayOf(v *Node, items []*Node) *Node { return &Node{Kind: Array, Place: v.Place, Items: items} }

// inside takes a scalar out of the object around it: the only one that fits, or the one whose key is the field's own. A
// key that says more than the field does, such as "not" or "min", is not taken off. The others have no place.
func (f *fitter) inside(v *Node, s *Schema, at string) []shape {
	var fit []*Member
	for i := range v.Members {
		m := &v.Members[i]
		if m.Value.scalar() && (near.Of(m.Key, lastKey(at)) < near.Far || near.IsKind(m.Key)) && f.fit(m.Value, s, at).node != nil {
			fit = append(fit, m)
		}
	}
	found := only(fit, func(m *Member) bool { return len(fit) == 1 || near.Fold(m.Key) == near.Fold(lastKey(at)) })
	if found == nil {
		return nil
	}
	sh := shape{to: found.Value, edit: Edit{Kind: Unwrap, From: found.Value.Place}, cost: costEdit}
	for _, m := range v.Members {
		if m.Value != found.Value {
			sh.left = append(sh.left, m.Value)
		}
	}
	return []shape{sh}
}

// parsed returns the object, array or string in a string of JSON, at the place of that string, nil if there is none. It is
// exact if no tolerance was needed.
func parsed(v *Node) (inner *Node, exact bool) {
	t := strings.TrimSpace(v.Text)
	if v.Kind != String || t == "" || strings.IndexByte("{[`\"", t[0]) < 0 {
		return nil, false
	}
	r := read(t)
	if len(r.roots) != 1 || len(r.apart) > 0 || r.cut && !r.closed {
		return nil, false
	}
	inner = r.roots[0]
	inner.walk(v.Place, func(n *Node, at string) { n.Place = at })
	return inner, r.plain()
}

// listOf returns the items of a scalar for an array: the parts of a text between its commas, if none has a blank inside,
// or the scalar itself. It returns nil if a text may be a list of another kind.
func listOf(v *Node, item *Schema, key string) []*Node {
	t := strings.TrimSpace(v.Text)
	switch {
	case v.Kind == String && (t == "" || strings.ContainsAny(t, ";|\n") || strings.ContainsAny(t, " \t") && shellWords(key)):
		return nil
	case v.Kind != String || !strings.Contains(t, ","):
		return []*Node{v}
	case !item.takes(String|Number|Bool) && len(item.required()) != 1 || strings.Count(t, ",") > maxSplit:
		return nil
	}
	var parts []*Node
	for part := range strings.SplitSeq(t, ",") {
		part = strings.TrimSpace(part)
		if part == "" || strings.ContainsFunc(part, unicode.IsSpace) {
			return nil
		}
		parts = append(parts, &Node{Kind: String, Text: part, Place: v.Place})
	}
	return parts
}

// maxSplit bounds the commas at which a text is split.
const maxSplit = 500

// shellWords reports whether a key names the words of a command line.
func shellWords(key string) bool {
	return slices.ContainsFunc(near.Words(key), func(w string) bool {
		return slices.Contains([]string{"command", "cmd", "args", "argv", "arguments", "entrypoint", "exec"}, w)
	})
}

// fieldFor returns the field of an object that a scalar was meant for: the only one of its type, or the only required one.
func (f *fitter) fieldFor(v *Node, s *Schema, at string) *Property {
	required := s.required()
	if !s.takes(Object) || len(s.Object.Properties) > 1 && f.isSeveral(v, s, len(required)) {
		return nil
	}
	var fields, others []*Property // those of a type that the scalar has or spells, else the one that is required
	for p := range s.properties() {
		place := fieldpath.JoinKey(at, p.Name)
		typed := p.Schema.takes(v.Kind) || p.Schema.Enum != nil || v.Kind == String && p.Schema.takes(Number|Bool)
		converted := !typed && p.Required && len(required) == 1 && v.Kind != Bool && p.Schema.takes(String|Number)
		noDate := v.Kind == String && dated(p) && dateOf(v.Text) == "" && dateTimeOf(v.Text) == ""
		if noDate || !typed && !converted {
			continue
		}
		switch r := f.fit(v, p.Schema, place); {
		case (r.node == nil || len(r.asks) > 0) && p.Required && len(required) == 1 && p.Schema.Enum == nil && p.Schema.takes(v.Kind):
			return nil // no other field takes what is no good for this one
		case r.node == nil && v.Kind == String && !p.Schema.takes(String) && p.Schema.takes(Number) && amount().MatchString(v.Text):
			return nil // it may be this one, with a unit
		case r.node == nil || len(r.asks) > 0:
		case typed:
			fields = append(fields, p)
		default:
			others = append(others, p)
		}
	}
	if len(fields) == 0 {
		fields = others
	}
	return only(fields, func(p *Property) bool { return p.Required || len(fields) == 1 })
}

// amount matches a text that begins with a number, or with a sign before one.
var amount = lazy.Pattern(`^\W*\d`)

// isSeveral reports whether a text with blanks may be the values of several fields: not one alone is required, or a word
// is the name of another one, or its value.
func (f *fitter) isSeveral(v *Node, s *Schema, required int) bool {
	words := strings.Fields(v.Text)
	return v.Kind == String && len(words) > 1 && (required != 1 || slices.ContainsFunc(words, func(word string) bool {
		n := &Node{Kind: String, Text: word}
		return slices.ContainsFunc(s.Object.Properties, func(p *Property) bool {
			typed := p.Schema.Enum != nil || !p.Schema.takes(String)
			return near.Of(word, p.Name) <= near.Close || !p.Required && typed && (fits(n, p.Schema) || f.spells(n, p.Schema))
		})
	}))
}

// dated reports whether a field is a date by its name or description.
func dated(p *Property) bool {
	ws := near.Words(p.Name)
	return len(ws) > 0 && slices.Contains([]string{"date", "datetime", "timestamp"}, ws[len(ws)-1]) ||
		strings.Contains(p.Schema.About, "YYYY")
}
