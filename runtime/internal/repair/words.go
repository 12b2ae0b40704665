package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// Lines words changes, in the order in which to follow them: first how the text is read, then the edits, then what is
// asked for and what has no place, then the rules that are broken, and last the values that stay as they were sent,
// if no other line says so. What holds for several places is said once.
func Lines(changes []Edit, rules ...string) []string {
	var syntax []string
	var edits, rest, kept []line
	stays := map[string]bool{}
	for _, c := range changes {
		if c.Kind == Stay {
			stays[c.Field] = true
		}
	}
	for i, c := range changes {
		l := line{at: c.heading(), say: c.Words()}
		if c.Kind == Place || c.Kind == Leave {
			l.got = c.From
		}
		switch {
		case c.Kind == Syntax || c.Kind == Close:
			syntax = append(syntax, c.To)
		case c.Kind == Stay && stays[c.Field]:
			kept = append(kept, l)
		case c.Kind == Stay || isSaid(c, changes[:i]):
		case !c.Certain():
			rest = append(rest, l)
		case c.displaces():
			l.say = strings.TrimSuffix(l.say, ".")
			for _, value := range changes[i+1:] {
				if value.Field == c.Field && value.rewrites() {
					l.say += ", and " + strings.TrimSuffix(value.Words(), ".")
				}
			}
			if stays[c.Field] {
				stays[c.Field] = false
				l.say += "; its value stays as it was sent"
			}
			l.say += "."
			edits = append(edits, l)
		default:
			if c.rewrites() {
				delete(stays, c.Field)
			}
			edits = append(edits, l)
		}
	}
	var todo []string
	if len(syntax) > 0 {
		todo = append(todo, "the arguments are not plain JSON ("+strings.Join(syntax, ", ")+"): send one JSON object and nothing else.")
	}
	return slices.Concat(todo, together(append(edits, rest...)), rules, together(kept))
}

// line is an instruction, the place in the call that it is about, and the value there if that has no place.
type line struct{ at, say, got string }

// together writes instructions, equal ones once for all their places.
func together(lines []line) (out []string) {
	at := map[string][]line{}
	for _, l := range lines {
		if !slices.ContainsFunc(at[l.say], func(o line) bool { return o.at == l.at }) {
			at[l.say] = append(at[l.say], l)
		}
	}
	for _, l := range lines {
		list := at[l.say]
		if delete(at, l.say); list == nil {
			continue
		}
		var names, got []string
		for _, o := range list {
			if names = append(names, o.at); o.got != "" && len(list) <= many {
				got = append(got, o.got)
			}
		}
		say := l.say
		if len(names) > 1 {
			say = plural(say)
		}
		if got != nil {
			say = clauses(strings.TrimSuffix(say, "."), "got "+strings.Join(got, ", ")) + "."
		}
		out = append(out, places(names)+": "+say)
	}
	return out
}

// plural is an instruction for several places.
func plural(say string) string {
	return strings.NewReplacer("there is no such argument", "there are no such arguments", "leave it out", "leave them out",
		"its value", "their values", "must end before it", "must end before them", "rename it", "rename each", "move it", "move them",
		"another argument", "other arguments", "this key, and write its", "these keys, and write their", "in its place", "in their place").Replace(say)
}

// many is the number of places from which on they are not all named, or their values.
const many = 4

// index matches the indexes of a path.
var index = lazy.Pattern(`\[\d+\]`)

// places lists places of the call. Those that differ in their indexes alone are named together if they are many.
func places(list []string) string {
	items := map[string][]string{} // their indexes, by the place of any item
	for _, p := range list {
		each := index().ReplaceAllString(p, "[]")
		items[each] = append(items[each], strings.Trim(strings.Join(index().FindAllString(p, -1), ""), "[]"))
	}
	var names []string
	for _, p := range list {
		each := index().ReplaceAllString(p, "[]")
		switch all := items[each]; {
		case all == nil: // it is named
		case len(all) < many || each == p:
			names = append(names, place(p))
		case len(all) > maxAllowed:
			names = append(names, short(each)+" (in each of "+counted(len(all), "item")+")")
			delete(items, each)
		default:
			names = append(names, short(each)+" (in each of items "+strings.Join(all, ", ")+")")
			delete(items, each)
		}
	}
	return strings.Join(names, ", ")
}

// displaces reports whether an edit gives a value another place.
func (c Edit) displaces() bool { return c.Kind == Rename || c.Kind == Move }

// rewrites reports whether an edit changes what is written at its place.
func (c Edit) rewrites() bool {
	return slices.Contains([]EditKind{Wrap, Split, Parse, Convert, Match, Reformat}, c.Kind) || c.Kind == Unwrap && c.To != ""
}

// isSaid reports whether a line before says what an edit does: it gives the value another place, or shows the array or
// object that the edit is within as it must be.
func isSaid(c Edit, before []Edit) bool {
	return c.rewrites() && slices.ContainsFunc(before, func(o Edit) bool {
		if o.displaces() && o.Field == c.Field {
			return true
		}
		shows := (o.Kind == Wrap || o.Kind == Split || o.Kind == Unwrap) && whole(o.To) != "" && !strings.Contains(o.To, "…")
		return shows && fieldpath.Leads(o.Field, c.Field)
	})
}

// heading is the place that a line about a change names. A renamed key stands where the lines before have put what is
// around it.
func (c Edit) heading() string {
	from := fieldpath.Split(c.From)
	if c.Kind != Rename || len(from) == 0 {
		return c.At()
	}
	return fieldpath.Join(append(parent(c.Field), from[len(from)-1]))
}

// At is the place in the call that a change is about.
func (c Edit) At() string {
	switch {
	case c.displaces() || c.Kind == Unwrap && c.To == "":
		return c.From
	case c.Field == "":
		return WholeCall
	}
	return c.Field
}

// WholeCall stands for the place of the arguments as a whole.
const WholeCall = "the arguments"

// Words say what to do at the place of a change.
func (c Edit) Words() string {
	container := func(json string) string {
		if strings.HasPrefix(json, "[") {
			return "an array"
		}
		return "an object"
	}
	lead := "missing"
	if c.From != "" {
		lead = c.From + " is not allowed"
	}
	switch c.Kind {
	case Give:
		if c.From == "" {
			return clauses(lead, c.To) + "."
		}
		return clauses(c.To, "got "+c.From) + "."
	case Choose:
		return lead + "; choose " + oneOf + c.To + "."
	case AskUser:
		return lead + "; ask the user: " + c.To
	case Place:
		return noSuch + ", or put its value in " + c.To + "."
	case Leave:
		return cmp.Or(c.To, noSuch) + "."
	case Mend:
		return c.To + "."
	case Stay:
		return "send what you sent; it is not shown here."
	case Rename:
		return "rename it to " + quoteName(c.To) + "."
	case Move:
		return moveWords(c)
	case Wrap, Split:
		return "write it as " + container(c.To) + whole(c.To) + "."
	case Unwrap:
		switch {
		case c.To == "":
			return "leave out this key, and write its members in its place."
		case c.From == "":
			return "write the value itself, without the layer around it."
		case whole(c.To) == "":
			return "write the value itself, not in " + container(c.From) + "."
		}
		return "write " + c.To + " itself, not in " + container(c.From) + "."
	case Parse:
		return "write the JSON itself, not a string that holds it."
	case Remove:
		if c.From == "" {
			return "leave it out."
		}
		return "leave it out instead of writing " + short(c.From) + "."
	}
	switch {
	case c.From == "" && c.To == "":
		return "send the same value in the form that the schema asks for."
	case c.From == "":
		return "write " + short(c.To) + "."
	}
	return "write " + short(c.To) + " instead of " + short(c.From) + "."
}

// moveWords say where a value belongs.
func moveWords(c Edit) string {
	outer, key := parent(c.Field), lastKey(c.Field)
	say := "move it into " + place(fieldpath.Join(outer))
	switch {
	case key == "": // an item
		return "write it as " + place(c.Field) + "."
	case len(outer) == 0:
		say = "move it to the top level"
	}
	if key != lastKey(c.From) {
		say += ", as " + quoteName(key)
	}
	return say + "."
}

const noSuch = "there is no such argument; leave it out"

// clauses are the parts of a sentence that there are.
func clauses(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
}
