package runtime

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// Annotated is the call with a comment at the place of each issue that the hint shows; what is
// sound is left out as "…". It keeps the budget of a hint, [DefaultBudget] unless [WithBudget] says
// otherwise, whatever the size of the call. Like [RetryHint.Text] it depends on the exported
// fields only, and shows no value of which the hint has nothing to show: those of sensitive fields.
func (h *RetryHint) Annotated(call []byte, opts ...HintOption) string {
	if h == nil {
		return ""
	}
	cfg := hintConfig{budget: DefaultBudget}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&cfg)
		}
	}
	notes := h.notes()
	for shown := len(notes); ; shown-- {
		text := annotate(call, notes[:shown], len(notes)-shown+h.Omitted)
		if text == "" || shown == 0 || len(text) <= cfg.budget {
			if text == "" || len(text) > cfg.budget || len(notes) == 0 {
				return clip("// "+h.Message, max(cfg.budget-len("…"), 1)/4) // a rune has at most four bytes
			}
			return text
		}
	}
}

// note is a comment and its place.
type note struct {
	steps []pathStep
	text  string // what is said of the value
	lead  string // what stands in front of the text where there is no value
	value bool   // the value may be shown
}

// notes makes a comment of each change and rule of the hint, at the place in the call that it is about.
func (h *RetryHint) notes() []note {
	var notes []note
	for _, c := range h.Changes {
		place, value := c.Field, false
		switch engine.EditKind(c.Kind) {
		case engine.Rename, engine.Move:
			place = c.From
		case engine.Unwrap:
			if c.To == "" {
				place = c.From
			}
		case engine.Give, engine.Convert, engine.Match, engine.Reformat, engine.Remove:
			value = c.From != "" && json.Valid([]byte(c.From)) // what is hidden or cut is no JSON
		}
		for _, line := range engine.Lines([]engine.Change{c.engine()}) {
			notes = append(notes, newNote(place, strings.TrimPrefix(line, showPlace(place)+": "), value))
		}
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

// showPlace is how a line names a place.
func showPlace(place string) string {
	if place == "" {
		return "the arguments"
	}
	return place
}

// newNote places a comment. A place inside every item of an array is at the array.
func newNote(field, text string, value bool) note {
	steps := splitPath(field)
	for i, s := range steps {
		if s.IsIndex && s.Index < 0 {
			return note{steps: steps[:i], text: showPath(field) + ": " + text}
		}
	}
	n := note{steps: steps, text: text, value: value}
	if len(steps) > 0 {
		n.lead = showPath(joinSteps(steps[len(steps)-1:])) + ": "
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
	below map[pathStep]*noteNode
	order []pathStep
}

func (n *noteNode) add(steps []pathStep, note *note) {
	if len(steps) == 0 {
		n.notes = append(n.notes, note)
		return
	}
	next := n.below[steps[0]]
	if next == nil {
		if n.below == nil {
			n.below = map[pathStep]*noteNode{}
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
