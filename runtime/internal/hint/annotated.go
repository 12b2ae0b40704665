package hint

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Annotated is the call with a comment at the place of each issue that the hint shows, within a budget of
// bytes whatever the size of the call; what is sound is left out as "…".
func (h *Hint) Annotated(call []byte, budget int) string {
	notes := h.notes()
	root := repair.Value(call)
	for shown := len(notes); shown >= 0 && root != nil && len(notes) > 0; shown-- {
		w := annotator{}
		w.value(root, "", "", "", notes[:shown])
		if more := len(notes) - shown + h.Omitted; more > 0 {
			w.line("", "// and "+strconv.Itoa(more)+" more")
		}
		if text := strings.TrimSuffix(w.String(), "\n"); len(text) <= budget {
			return text
		}
	}
	return clip("// "+h.Message, max(budget-len("…"), 1)/4) // a rune has at most four bytes
}

// note is a comment and its place.
type note struct {
	at    string
	text  string // about the value
	value bool   // the value may be shown
}

// notes makes a comment of each change and rule of the hint, at the place in the call that it is about.
func (h *Hint) notes() []note {
	var notes []note
	for _, c := range h.Changes {
		value := false
		switch repair.EditKind(c.Kind) {
		case repair.Give, repair.Convert, repair.Match, repair.Reformat, repair.Remove:
			value = c.From != "" && json.Valid([]byte(c.From)) // what is hidden or cut is no JSON
		}
		notes = append(notes, newNote(c.edit().At(), c.edit().Words(), value))
	}
	for i := range h.Rules {
		r := &h.Rules[i]
		field := ""
		if len(r.Fields) > 0 {
			field = r.Fields[0]
		}
		notes = append(notes, newNote(field, r.line(), false))
	}
	return notes
}

// newNote places a comment. A place inside every item of an array is at the array.
func newNote(field, text string, value bool) note {
	if field == repair.WholeCall {
		field = ""
	}
	steps := fieldpath.Split(field)
	if i := slices.IndexFunc(steps, func(s fieldpath.Step) bool { return s.IsIndex && s.Index < 0 }); i >= 0 {
		return note{at: fieldpath.Join(steps[:i]), text: show.Path(field) + ": " + text}
	}
	return note{at: fieldpath.Join(steps), text: text, value: value}
}

// annotator copies a call and leaves out what no note is about.
type annotator struct{ strings.Builder }

func (w *annotator) line(indent, text string) { w.WriteString(indent + text + "\n") }

// value writes the value at a place, with the notes about it and about what is in it; lead is the key in front of it.
func (w *annotator) value(n *repair.Node, at, indent, lead string, notes []note) {
	var here, below []note
	for _, note := range notes {
		switch {
		case note.at == at:
			here = append(here, note)
		case leadsTo(at, note.at):
			below = append(below, note)
		}
	}
	comment := ""
	for i, note := range here {
		if i == 0 {
			comment = " //"
		}
		comment += " " + note.text
	}
	if len(below) == 0 {
		visible := slices.ContainsFunc(here, func(n note) bool { return n.value })
		w.line(indent, lead+leaf(n, visible)+comment)
		return
	}
	open, shut := "…", ""
	switch n.Kind {
	case repair.Object:
		open, shut = "{", "}"
	case repair.Array:
		open, shut = "[", "]"
	}
	w.line(indent, lead+open+comment)
	elided := false
	part := func(v *repair.Node, place, lead string) {
		if about := func(n note) bool { return leadsTo(place, n.at) }; slices.ContainsFunc(below, about) {
			w.value(v, place, indent+"  ", lead, below)
			below, elided = slices.DeleteFunc(below, about), false
			return
		}
		if !elided {
			w.line(indent+"  ", "…")
		}
		elided = true
	}
	for _, m := range n.Members {
		part(m.Value, fieldpath.JoinKey(at, m.Key), strconv.Quote(clip(m.Key, show.MaxPath))+": ")
	}
	for i, item := range n.Items {
		part(item, at+fieldpath.Index(i), "")
	}
	inner := indent
	if shut != "" {
		inner += "  "
	}
	for _, note := range below { // about places that the call does not have
		steps := fieldpath.Split(note.at)
		w.line(inner, "// "+show.Path(fieldpath.Join(steps[len(steps)-1:]))+": "+note.text)
	}
	if shut != "" {
		w.line(indent, shut)
	}
}

// leaf is a value without what is in it: a scalar as it is if it is visible.
func leaf(n *repair.Node, visible bool) string {
	switch {
	case n.Kind == repair.Object:
		return "{…}"
	case n.Kind == repair.Array:
		return "[…]"
	case !visible:
		return "…"
	case n.Kind == repair.String:
		return show.Quote(n.Text, show.MaxGot)
	}
	return clip(n.JSON(), show.MaxGot)
}
