package preflight

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxQuestion is the number of runes of a notice or question that an override has made.
const maxQuestion = 600

// maxTier is the strictest tier; a higher one is read as it.
const maxTier = 3

// newQuestion builds the question about a call that is valid.
func (v *visit) question(inv *runtime.Invocation) Question {
	texts, spec := &v.g.cfg.asking.texts, v.spec
	q := Question{
		Thread: v.thread, CallID: v.id, Tool: spec, Tier: min(spec.Confirm.Tier, maxTier),
		Args: show.Escaped(v.mask.Keys(spec.Redact(inv.Raw))),
		Options: []MCQOption{
			{Label: orText(texts.ConfirmLabel, "Yes, go ahead"), Value: Confirm},
			{Label: orText(texts.CancelLabel, "No, cancel"), Value: Cancel},
		},
	}
	if q.Tier >= 2 {
		q.Changes = changes(spec, q.Args)
		markIgnored(q.Changes, inv.Receipts)
	}
	if q.Tier >= maxTier {
		q.Phrase = phrase(spec)
	}
	q.Text = defaultText(q)
	if texts.Text != nil {
		q.Text = orText(texts.Text(q), q.Text)
	}
	return q
}

func orText(s, def string) string {
	if s == "" {
		return def
	}
	return s
}

// phrase is what has to be typed for a tool of tier 3. A tool without one has its verb.
func phrase(spec *runtime.ToolSpec) string {
	if spec.Confirm.Phrase != "" {
		return spec.Confirm.Phrase
	}
	if list := words(spec.Name); len(list) > 0 {
		return strings.ToUpper(list[0])
	}
	return "CONFIRM"
}

// maxNamed is how many arguments a question of tier 1 names by itself.
const maxNamed = 3

// defaultText is the question in English. No value is in it twice: what the sentence names is not
// listed after it.
func defaultText(q Question) string {
	sentence, named := fill(q.Tool.Confirm.Question, q.Args)
	if sentence == "" {
		sentence = title(q.Tool) + "?"
		if q.Tier == 1 {
			sentence += required(q.Tool, q.Args)
		}
	}
	var b strings.Builder
	b.WriteString(sentence)
	for _, c := range q.Changes {
		if !slices.Contains(named, c.Field) {
			b.WriteString("\n- " + c.Label + ": " + c.Value)
		}
	}
	if q.Phrase != "" {
		b.WriteString("\nType " + q.Phrase + " to confirm.")
	}
	return b.String()
}

// wrongPhrase is the notice after a wrong phrase.
func (t *Questions) wrongPhrase(q Question, left int) string {
	if t.WrongPhrase != nil {
		if s := t.WrongPhrase(q, left); s != "" {
			return cut(s, maxQuestion)
		}
	}
	switch {
	case left <= 0:
		return "That is not the phrase. The call is cancelled."
	case left == 1:
		return fmt.Sprintf("That is not the phrase. Type %s to confirm; there is 1 try left.", q.Phrase)
	}
	return fmt.Sprintf("That is not the phrase. Type %s to confirm; there are %d tries left.", q.Phrase, left)
}

// title is what a tool is called towards a person.
func title(spec *runtime.ToolSpec) string {
	if s := strings.TrimRight(cut(spec.Title, maxLabel), " ?.!"); s != "" {
		return s
	}
	s := strings.Join(words(cut(spec.Name, maxLabel)), " ")
	if s == "" {
		return "Go ahead"
	}
	return withFirst(s, unicode.ToUpper)
}
