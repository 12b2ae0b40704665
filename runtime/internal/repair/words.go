package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Lines words changes, one instruction each, in the order in which to follow them. What is missing without
// more to say of it, what the text needs, and keys of one place that are not declared share a line. The rules
// that do not hold come after them, and last the values that stay as they were sent, if no other line says so.
func Lines(changes []Change, rules ...string) []string {
	var todo, edits, syntax, missing, rest, kept []string
	stays := map[string]bool{}
	for _, c := range changes {
		if c.Kind == Stay {
			stays[c.Field] = true
		}
	}
	for i := 0; i < len(changes); i++ {
		c := changes[i]
		switch c.Kind {
		case Syntax, Close:
			syntax = append(syntax, c.To)
		case Give:
			if c.From == "" && c.To == "" {
				missing = append(missing, c.Field)
				continue
			}
			rest = append(rest, giveLine(c))
		case Place:
			names := []string{c.Field}
			for i+1 < len(changes) && changes[i+1].Kind == Place && changes[i+1].To == c.To && c.To != twice && c.Field != "" {
				i++
				names = append(names, changes[i].Field)
			}
			rest = append(rest, placeLine(c, names))
		case Stay:
			if stays[c.Field] {
				kept = append(kept, c.Field)
			}
		case Mend:
			rest = append(rest, editLine(c))
		default:
			if isSaid(c, changes[:i]) {
				continue
			}
			line := editLine(c)
			if (c.Kind == Rename || c.Kind == Move) && stays[c.Field] {
				stays[c.Field] = false
				line = strings.TrimSuffix(line, ".") + "; its value stays as it was sent."
			}
			edits = append(edits, line)
		}
	}
	if len(syntax) > 0 {
		todo = append(todo, "the arguments are not plain JSON ("+strings.Join(syntax, ", ")+"): send one JSON object and nothing else.")
	}
	todo = append(todo, edits...)
	if len(missing) > 0 {
		todo = append(todo, places(missing)+": required and missing.")
	}
	switch todo = append(append(todo, rest...), rules...); len(kept) {
	case 0:
	case 1:
		todo = append(todo, place(kept[0])+": send the value that you sent; it is not shown here.")
	default:
		todo = append(todo, places(kept)+": send the values that you sent; they are not shown here.")
	}
	return todo
}

// isSaid reports whether a line before says what an edit does: it moves values into the array that another one
// makes, or shows the array or object that the edit is within as it must be.
func isSaid(c Change, before []Change) bool {
	if c.Kind == Wrap {
		return slices.ContainsFunc(before, func(o Change) bool { return o.Kind == Move && within(o.Field, c.Field) })
	}
	if c.Kind != Convert && c.Kind != Match && c.Kind != Reformat {
		return false
	}
	return slices.ContainsFunc(before, func(o Change) bool {
		return (o.Kind == Wrap || o.Kind == Split || o.Kind == Unwrap) && shown(o.To) != "" && o.To != "…" && !strings.Contains(o.To, "…") &&
			(o.Field == c.Field || within(c.Field, o.Field))
	})
}

// places lists places of the call. Those that differ in one index alone are named together where they are many.
func places(list []string) string {
	const many = 4
	var names []string
	groups := map[string][]int{}
	for _, p := range list {
		name, _ := anyItem(p)
		groups[name] = append(groups[name], 0)
	}
	said := map[string]bool{}
	for _, p := range list {
		name, indexed := anyItem(p)
		switch n := len(groups[name]); {
		case !indexed || n < many:
			names = append(names, place(p))
		case !said[name]:
			said[name] = true
			names = append(names, fmt.Sprintf("%s (in each of %d items)", short(name), n))
		}
	}
	return strings.Join(names, ", ")
}

// anyItem is a place without its indexes.
func anyItem(p string) (name string, indexed bool) {
	for _, st := range fieldpath.Split(p) {
		if st.IsIndex {
			name, indexed = name+"[]", true
		} else {
			name = fieldpath.JoinKey(name, st.Key)
		}
	}
	return name, indexed
}

// editLine words one edit.
func editLine(c Change) string {
	switch c.Kind {
	case Rename:
		return place(c.From) + ": rename it to " + quoteName(lastKey(c.Field)) + "."
	case Move:
		return place(c.From) + ": write it as " + place(c.Field) + "."
	case Wrap, Split:
		word := "an object"
		if c.Kind == Split || strings.HasPrefix(c.To, "[") {
			word = "an array"
		}
		return place(c.Field) + ": write it as " + word + shown(c.To) + "."
	case Unwrap:
		around := "an object"
		if strings.HasPrefix(c.From, "[") {
			around = "an array"
		}
		switch {
		case c.To == "":
			return place(c.From) + ": leave out this key, and write its members in its place."
		case c.From == "":
			return place(c.Field) + ": write the value itself, without the layer around it."
		case shown(c.To) == "":
			return place(c.Field) + ": write the value itself, not in " + around + "."
		}
		return place(c.Field) + ": write " + c.To + " itself, not in " + around + "."
	case Parse:
		return place(c.Field) + ": write the JSON itself, not a string that holds it."
	case Remove:
		if c.From == "" {
			return place(c.Field) + ": leave it out."
		}
		return place(c.Field) + ": leave it out instead of writing " + short(c.From) + "."
	}
	switch {
	case c.Kind == Mend:
		return place(c.Field) + ": " + c.To + "."
	case c.From == "" && c.To == "":
		return place(c.Field) + ": send the same value in the form that the schema asks for."
	case c.From == "":
		return place(c.Field) + ": write " + short(c.To) + "."
	}
	return place(c.Field) + ": write " + short(c.To) + " instead of " + short(c.From) + "."
}

// giveLine words a question.
func giveLine(c Change) string {
	choice, isChoice := strings.CutPrefix(c.To, "must be "+oneOf)
	switch {
	case c.From == "" && strings.HasPrefix(c.To, byDefault):
		return place(c.Field) + ": required and missing; " + c.To + "."
	case c.From == "" && strings.HasPrefix(c.To, askUser):
		return place(c.Field) + ": required and missing; " + c.To
	case c.From == "":
		return place(c.Field) + ": required and missing; it " + c.To + "."
	case c.From == other:
		return place(c.Field) + ": " + c.To + "."
	case isChoice:
		return place(c.Field) + ": " + c.From + " is not allowed; choose " + oneOf + choice + "."
	case c.To == cutOff:
		return place(c.Field) + ": " + cutOff + "; send it in full."
	case c.To == "":
		return place(c.Field) + ": " + c.From + " is not allowed."
	}
	return place(c.Field) + ": " + c.To + "; got " + c.From + "."
}

// isItem reports whether a place is that of an item of an array.
func isItem(path string) bool {
	steps := fieldpath.Split(path)
	return len(steps) > 0 && steps[len(steps)-1].IsIndex
}

// placeLine words what has no place.
func placeLine(c Change, names []string) string {
	switch {
	case c.Field == "" && c.To == second:
		return "a second object in the arguments is not used: " + c.From + "."
	case c.Field == "":
		return "the arguments must be an object; " + c.From + " is not used."
	}
	switch {
	case c.To == twice:
		return places(names) + ": comes more than once, with different values; " + c.From + " is not used."
	case strings.HasPrefix(c.To, keysMust):
		return places(names) + ": not allowed as a key; " + c.To + "."
	case isItem(c.Field) && len(names) == 1:
		return place(c.Field) + ": the array must end before it."
	case isItem(c.Field):
		return places(names) + ": the array must end before them."
	}
	line := places(names) + ": there is no such argument"
	if len(names) > 1 {
		line = places(names) + ": there are no such arguments"
	}
	if c.To != "" {
		line += ". Not used so far: " + c.To
	}
	return line + "."
}

// maxAllowed bounds the choices that are listed.
const maxAllowed = 12

func allowed(values []*Node) string {
	var words []string
	for i, v := range values {
		if i == maxAllowed {
			words = append(words, fmt.Sprintf("… (%d in all)", len(values)))
			break
		}
		words = append(words, short(v.JSON()))
	}
	return strings.Join(words, ", ")
}

// gotWords names a value of the call.
func gotWords(v *Node) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == Object:
		return "an object"
	case v.Kind == Array && len(v.Items) == 0:
		return "an empty array"
	case v.Kind == Array:
		return "an array of " + counted(len(v.Items), "item")
	}
	return short(v.JSON())
}

// flat names the scalars of a value with their keys, up to three.
func flat(v *Node) string {
	var words []string
	for _, m := range v.Members {
		if len(words) == 3 {
			words = append(words, "…")
			break
		}
		words = append(words, quoteName(m.Key)+" "+gotWords(m.Value))
	}
	if len(words) == 0 {
		return gotWords(v)
	}
	return strings.Join(words, ", ")
}

// maxShort bounds the characters of a quoted value.
const maxShort = 48

// cut cuts a text to a number of characters.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// short cuts the JSON of a value.
func short(json string) string {
	if utf8.RuneCountInString(json) <= maxShort {
		return json
	}
	n := 0
	for i := range json {
		if n == maxShort {
			if json[0] == '"' {
				return json[:i] + "…\""
			}
			return json[:i] + "…"
		}
		n++
	}
	return json
}

// shown is the JSON of a container behind a colon, or nothing where it is too long to be shown whole.
func shown(json string) string {
	if json == "" || json == "[…]" || json == "{…}" || utf8.RuneCountInString(json) > maxShort {
		return ""
	}
	return ": " + json
}

// place words a place of the call. What is no path of plain keys stands in quotes.
func place(path string) string {
	switch {
	case path == "":
		return "the arguments"
	case fieldpath.Join(fieldpath.Split(path)) != path: // cut somewhere, or no path at all
		return strconv.Quote(short(strings.TrimPrefix(path, `["`)))
	}
	if steps := fieldpath.Split(path); len(steps) == 1 && !steps[0].IsIndex && !fieldpath.IsIdentifier(path) {
		return strconv.Quote(cut(steps[0].Key, maxShort))
	}
	return short(path)
}

// quoteName quotes a name that is no identifier.
func quoteName(name string) string {
	if fieldpath.IsIdentifier(name) {
		return short(name)
	}
	return strconv.Quote(short(name))
}
