package repair

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Lines words changes, in the order in which to follow them: first how the text is read, then the edits, then what is
// asked for and what has no place, then the rules that are broken, and last the values that stay as they were sent,
// if no other line says so. What holds for several places is said once.
func Lines(changes []Edit, rules ...string) []string {
	var syntax []string
	var edits, missing, rest, kept []line
	stays := map[string]bool{}
	for _, c := range changes {
		if c.Kind == Stay {
			stays[c.Field] = true
		}
	}
	for i, c := range changes {
		l := line{c.At(), c.Words()}
		switch {
		case c.Kind == Syntax || c.Kind == Close:
			syntax = append(syntax, c.To)
		case c.Kind == Stay && stays[c.Field]:
			kept = append(kept, l)
		case c.Kind == Stay || isSaid(c, changes[:i]):
		case c.Kind == Give && c.From == "" && c.To == "":
			missing = append(missing, l)
		case c.Kind == Give || c.Kind == Place || c.Kind == Mend:
			rest = append(rest, l)
		case (c.Kind == Rename || c.Kind == Move) && stays[c.Field]:
			stays[c.Field] = false
			l.say = strings.TrimSuffix(l.say, ".") + "; its value stays as it was sent."
			edits = append(edits, l)
		default:
			edits = append(edits, l)
		}
	}
	var todo []string
	if len(syntax) > 0 {
		todo = append(todo, "the arguments are not plain JSON ("+strings.Join(syntax, ", ")+"): send one JSON object and nothing else.")
	}
	return slices.Concat(todo, together(slices.Concat(edits, missing, rest)), rules, together(kept))
}

// line is an instruction and the place in the call that it is about, "" for the call as a whole.
type line struct{ at, say string }

// together writes instructions, equal ones once for all their places.
func together(lines []line) (out []string) {
	at := map[string][]string{}
	for _, l := range lines {
		if !slices.Contains(at[l.say], l.at) {
			at[l.say] = append(at[l.say], l.at)
		}
	}
	for _, l := range lines {
		list := at[l.say]
		delete(at, l.say)
		switch {
		case list == nil:
		case l.at == "":
			out = append(out, l.say)
		case len(list) > 1:
			out = append(out, places(list)+": "+plural(l.say))
		default:
			out = append(out, place(l.at)+": "+l.say)
		}
	}
	return out
}

// plural is an instruction for several places.
func plural(say string) string {
	return strings.NewReplacer("there is no such argument", "there are no such arguments", "must end before it", "must end before them", "rename it to", "rename each to",
		unwrapKey, "leave out these keys, and write their members in their place").Replace(say)
}

const unwrapKey = "leave out this key, and write its members in its place"

// index matches the indexes of a path.
var index = lazy.Pattern(`\[\d+\]`)

// places lists places of the call. Those that differ in their indexes alone are named together if they are many.
func places(list []string) string {
	const many = 4
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

// isSaid reports whether a line before says what an edit does: it shows the array or object that the edit is within as it
// must be.
func isSaid(c Edit, before []Edit) bool {
	return slices.Contains([]EditKind{Wrap, Convert, Match, Reformat}, c.Kind) && slices.ContainsFunc(before, func(o Edit) bool {
		shows := (o.Kind == Wrap || o.Kind == Split || o.Kind == Unwrap) && whole(o.To) != "" && !strings.Contains(o.To, "…")
		return shows && (o.Field == c.Field || within(c.Field, o.Field))
	})
}

// At is the place in the call that a change is about.
func (c Edit) At() string {
	switch {
	case c.Kind == Rename || c.Kind == Move || c.Kind == Unwrap && c.To == "":
		return c.From
	case c.Field == "" && c.Kind != Place:
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
	switch c.Kind {
	case Give:
		return giveWords(c)
	case Place:
		return placeWords(c)
	case Mend:
		return c.To + "."
	case Stay:
		return "send what you sent; it is not shown here."
	case Rename:
		return "rename it to " + quoteName(c.To) + "."
	case Move:
		return "write it as " + place(c.Field) + "."
	case Wrap, Split:
		return "write it as " + container(c.To) + whole(c.To) + "."
	case Unwrap:
		switch {
		case c.To == "":
			return unwrapKey + "."
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

// giveWords word a question.
func giveWords(c Edit) string {
	choice, isChoice := strings.CutPrefix(c.To, "must be "+oneOf)
	switch {
	case c.From == "" && c.To == "":
		return "required and missing."
	case c.AsksUser():
		return "required and missing; " + c.To
	case c.From == "" && strings.HasPrefix(c.To, "must "):
		return "required and missing; it " + c.To + "."
	case c.From == "":
		return "required and missing; " + c.To + "."
	case c.From == other:
		return c.To + "."
	case isChoice:
		return c.From + " is not allowed; choose " + oneOf + choice + "."
	case c.To == cutOff:
		return cutOff + "; send it in full."
	case c.To == "":
		return c.From + " is not allowed."
	}
	return c.To + "; got " + c.From + "."
}

// placeWords word what has no place.
func placeWords(c Edit) string {
	switch {
	case c.Field == "" && c.To == second:
		return "a second object in the arguments is not used: " + c.From + "."
	case c.Field == "":
		return "the arguments must be an object; " + c.From + " is not used."
	case c.To == apart:
		return apart + "."
	case strings.HasPrefix(c.To, spells):
		return c.To + "; " + c.From + " is not used."
	case strings.HasPrefix(c.To, keysMust):
		return "not allowed as a key; " + c.To + "."
	case strings.HasSuffix(c.Field, "]") && !strings.HasSuffix(c.Field, `"]`):
		return "the array must end before it."
	case c.To != "":
		return "there is no such argument. Not used so far: " + c.To + "."
	}
	return "there is no such argument."
}

// maxAllowed bounds the choices that are listed.
const maxAllowed = 12

func allowed(values []*Node) string {
	var words []string
	for _, v := range values[:min(len(values), maxAllowed)] {
		words = append(words, short(v.JSON()))
	}
	if len(values) > maxAllowed {
		words = append(words, fmt.Sprintf("… (%d in all)", len(values)))
	}
	return strings.Join(words, ", ")
}

// gotWords names a value of the call.
func gotWords(v *Node) string {
	switch {
	case v == nil:
		return ""
	case v.Again != nil:
		last := *v
		last.Again = nil
		return gotWords(v.Again) + " and " + gotWords(&last)
	case v.Kind == Object:
		return "an object"
	case v.Kind == Array && len(v.Items) == 0:
		return "an empty array"
	case v.Kind == Array:
		return "an array of " + counted(len(v.Items), "item")
	}
	return short(v.JSON())
}

// maxShort bounds the characters of a quoted value.
const maxShort = 48

// short cuts the JSON of a value. What was a string stays one.
func short(json string) string {
	text := show.Clip(json, maxShort)
	if text != json && json[0] == '"' {
		text += `"`
	}
	return text
}

// whole is the JSON of a container after a colon, or nothing if it is too long to be shown whole.
func whole(json string) string {
	if json == "" || json == "[…]" || json == "{…}" || utf8.RuneCountInString(json) > maxShort {
		return ""
	}
	return ": " + json
}

// place words a place of the call. What is no path of plain keys stands in quotes.
func place(path string) string {
	steps := fieldpath.Split(path)
	switch {
	case path == "" || path == WholeCall:
		return WholeCall
	case len(steps) == 1 && !steps[0].IsIndex:
		return quoteName(strings.TrimPrefix(steps[0].Key, `["`)) // which a path that was cut begins with
	}
	return show.Path(show.Clip(path, maxShort))
}

// quoteName quotes a name that is no identifier.
func quoteName(name string) string { return show.Name(show.Clip(name, maxShort)) }
