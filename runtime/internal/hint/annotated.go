package hint

import (
	"bytes"
	"encoding/json"
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
	for shown := len(notes); ; shown-- {
		text := annotate(call, notes[:shown], len(notes)-shown+h.Omitted)
		if text == "" || shown == 0 || len(text) <= budget {
			if text == "" || len(text) > budget || len(notes) == 0 {
				return clip("// "+h.Message, max(budget-len("…"), 1)/4) // a rune has at most four bytes
			}
			return text
		}
	}
}

// note is a comment and its place.
type note struct {
	steps []fieldpath.Step
	text  string // what is said of the value
	lead  string // what stands in front of the text where there is no value
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
	for i, s := range steps {
		if s.IsIndex && s.Index < 0 {
			return note{steps: steps[:i], text: show.Path(field) + ": " + text}
		}
	}
	n := note{steps: steps, text: text, value: value}
	if len(steps) > 0 {
		n.lead = show.Path(fieldpath.Join(steps[len(steps)-1:])) + ": "
	}
	return n
}

// annotate writes the call with notes; "" where the call is no JSON.
func annotate(call []byte, notes []note, more int) string {
	root := &noteNode{}
	for i := range notes {
		root.add(notes[i].steps, &notes[i])
	}
	dec := json.NewDecoder(bytes.NewReader(call))
	dec.UseNumber()
	w := annotator{dec: dec}
	w.value(root, "", "")
	if w.failed {
		return ""
	}
	if more > 0 {
		w.line("", "// and "+strconv.Itoa(more)+" more")
	}
	return strings.TrimSuffix(w.String(), "\n")
}

// noteNode is a place on the way to a note.
type noteNode struct {
	notes []*note
	below map[fieldpath.Step]*noteNode
	order []fieldpath.Step
}

func (n *noteNode) add(steps []fieldpath.Step, note *note) {
	if len(steps) == 0 {
		n.notes = append(n.notes, note)
		return
	}
	next := n.below[steps[0]]
	if next == nil {
		if n.below == nil {
			n.below = map[fieldpath.Step]*noteNode{}
		}
		next = &noteNode{}
		n.below[steps[0]] = next
		n.order = append(n.order, steps[0])
	}
	next.add(steps[1:], note)
}

// comment joins what is said of a place.
func (n *noteNode) comment() string {
	var texts []string
	for _, note := range n.notes {
		texts = append(texts, note.text)
	}
	if len(texts) == 0 {
		return ""
	}
	return " // " + strings.Join(texts, " ")
}
