package hint

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Annotated is the call with a comment at the place of each issue that the hint shows, within a budget of
// bytes whatever the size of the call; what is valid is left out as "…".
func (h *Hint) Annotated(call []byte, budget int) string {
	notes := h.notes()
	root := repair.Value(call)
	for shown := len(notes); shown > 0 && root != nil; shown-- {
		lines := annotate(root, "", notes[:shown])
		if more := len(notes) - shown + h.Omitted; more > 0 {
			lines = append(lines, "// and "+strconv.Itoa(more)+" more")
		}
		if text := strings.Join(lines, "\n"); len(text) <= budget {
			return text
		}
	}
	return show.Clip("// "+h.Message, max(budget-len("…"), 1)/4) // a rune has at most four bytes
}

// note is a comment and the place in the call that it is about.
type note struct {
	at    string
	text  string
	value string // the value there as the hint shows it, "" if it does not
}

// notes returns a comment for each change and rule of the hint.
func (h *Hint) notes() []note {
	var notes []note
	for _, c := range h.Changes {
		n := newNote(c.edit().At(), c.edit().Words())
		if c.From != c.edit().At() && json.Valid([]byte(c.From)) { // a hidden or truncated value is not valid JSON
			n.value = show.Clip(c.From, show.MaxGot)
		}
		notes = append(notes, n)
	}
	for i := range h.Rules {
		r := &h.Rules[i]
		field := ""
		if len(r.Fields) > 0 {
			field = r.Fields[0]
		}
		notes = append(notes, newNote(field, r.line()))
	}
	return notes
}

// newNote places a comment. One about every item of an array is placed at the array.
func newNote(field, text string) note {
	if field == repair.WholeCall {
		field = ""
	}
	steps := fieldpath.Split(field)
	if i := slices.IndexFunc(steps, func(s fieldpath.Step) bool { return s.IsIndex && s.Index < 0 }); i >= 0 {
		steps, text = steps[:i], show.Path(field)+": "+text
	}
	return note{at: fieldpath.Join(steps), text: text}
}

// annotate returns the lines of a value: its members as far as notes are about them, the others elided.
func annotate(n *repair.Node, at string, notes []note) []string {
	first, last, indent := "…", "", ""
	comments := []string{""}
	var below []note
	for _, note := range notes {
		switch {
		case note.at == at:
			comments, first = append(comments, note.text), cmp.Or(note.value, first)
		case fieldpath.Leads(at, note.at):
			below = append(below, note)
		}
	}
	switch n.Kind {
	case repair.Object:
		first, last, indent = "{", "}", "  "
	case repair.Array:
		first, last, indent = "[", "]", "  "
	}
	if len(below) == 0 && last != "" {
		first, last = first+"…"+last, ""
	}
	if len(comments) > 1 {
		first += " //" + strings.Join(comments, " ")
	}
	lines := []string{first}
	if len(below) == 0 {
		return lines
	}
	part := func(lead string, v *repair.Node, place string) {
		about := func(n note) bool { return fieldpath.Leads(place, n.at) }
		switch {
		case slices.ContainsFunc(below, about):
			for i, line := range annotate(v, place, below) {
				if i == 0 {
					line = lead + line
				}
				lines = append(lines, indent+line)
			}
			below = slices.DeleteFunc(below, about)
		case lines[len(lines)-1] != indent+"…":
			lines = append(lines, indent+"…")
		}
	}
	for _, m := range n.Members {
		part(show.Quote(m.Key, show.MaxPath)+": ", m.Value, fieldpath.JoinKey(at, m.Key))
	}
	for i, item := range n.Items {
		part("", item, at+fieldpath.Index(i))
	}
	for _, note := range below { // about places that the call does not have
		steps := fieldpath.Split(note.at)
		lines = append(lines, indent+"// "+show.Path(fieldpath.Join(steps[len(steps)-1:]))+": "+note.text)
	}
	if last != "" {
		lines = append(lines, last)
	}
	return lines
}
