package runtime

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
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

// missingNote begins the comment on a missing field. One that is there is blank, and counts as that.
const (
	missingNote = "missing"
	blankNote   = "must not be empty"
)

// note is a comment and its place.
type note struct {
	steps []pathStep
	text  string // what is said of the value
	lead  string // what stands in front of the text where there is no value
	value bool   // the value may be shown

	missing bool // it is on a field that is missing
}

// notes makes a comment of each entry of the hint's lists.
func (h *RetryHint) notes() []note {
	var notes []note
	said := map[string]*FieldConstraint{}
	for i := range h.Constraints {
		said[h.Constraints[i].Field+"\x00"+h.Constraints[i].Constraint] = &h.Constraints[i]
	}
	for _, field := range h.MissingFields {
		text := []byte(missingNote)
		for _, keyword := range []string{"required", "dependentRequired"} {
			if c := said[field+"\x00"+keyword]; c != nil {
				text = c.appendMissingFacts(text)
			}
		}
		n := newNote(field, string(text), false)
		n.missing = true
		notes = append(notes, n)
	}
	for _, field := range h.UnknownFields {
		text := []byte("not a field")
		if string(h.appendUnknown(nil, field)) != string(appendUnknown(nil, field)) {
			text = []byte("not allowed as a key")
		}
		for _, keyword := range []string{"additionalProperties", "unevaluatedProperties", "propertyNames"} {
			if c := said[field+"\x00"+keyword]; c != nil {
				text = c.appendSuggestion(text)
			}
		}
		notes = append(notes, newNote(field, string(text), false))
	}
	for i := range h.Constraints {
		c := &h.Constraints[i]
		if rankOf(c.Constraint) == rankMissing || rankOf(c.Constraint) == rankUnknown || h.hasVariants(c) {
			continue
		}
		value := c.showsValue()
		if r := h.schemaRule(c); r != nil {
			text := r.note(c)
			if r.ID == "pattern" {
				if text = string(c.appendUndecided(nil, r.Message)); c.Field == "" {
					text = "some text " + text
				}
			}
			notes = append(notes, newNote(c.Field, text, value))
			continue
		}
		text := c.appendSuggestion(h.uncounted(c).appendDemand(nil))
		notes = append(notes, newNote(c.Field, string(text), value))
	}
	for i := range h.Rules {
		r := &h.Rules[i]
		if h.inEntry(r) {
			continue
		}
		field := ""
		if len(r.Fields) > 0 {
			field = r.Fields[0]
		}
		n := newNote(field, r.note(h.countedBy(r)), slices.ContainsFunc(h.Constraints, func(c FieldConstraint) bool {
			return c.Field == field && c.showsValue()
		}))
		if len(r.Fields) > 1 || len(n.steps) < len(splitPath(field)) {
			n.text, n.lead = string(r.appendSentence(nil)), "" // it names its fields
		}
		notes = append(notes, n)
	}
	return notes
}

// note is what the rule says of its field, which stands beside it.
func (r *RuleHint) note(c *FieldConstraint) string {
	if path, words, ok := r.schemaWords(nil, c); ok {
		if r.about(path) {
			return string(words)
		}
		return showPath(path) + " " + string(words) // it is about a member
	}
	if r.ID == "oneOf" || r.ID == "anyOf" {
		return string(r.appendVariants(nil))
	}
	return string(r.appendSentence(nil))
}

// showsValue reports whether the value that an entry is about may be shown: the entry shows something of
// it. Text in the place of an object or a list is not shown, since it may be what that was to hold, and
// with it the values of sensitive fields.
func (c *FieldConstraint) showsValue() bool {
	switch c.Constraint {
	case "type":
		return c.Got != nil && c.Type != "" && !strings.Contains(c.Type, "object") && !strings.Contains(c.Type, "array")
	case "oneOf", "anyOf":
		return false
	}
	return c.Got != nil
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
		text := note.text
		if rest, ok := strings.CutPrefix(text, missingNote); ok && note.missing {
			text = blankNote + rest // the value is there
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return ""
	}
	return " // " + strings.Join(texts, "; ")
}
