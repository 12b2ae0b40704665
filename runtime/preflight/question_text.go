package preflight

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// maxQuestion is the maximum length of overridden texts, in runes.
const maxQuestion = 600

// maxTier is the strictest tier; higher ones are treated like it.
const maxTier = 3

// question builds the question about a valid call.
func (v *visit) question(inv *runtime.Invocation) Question {
	texts, spec := &v.g.cfg.asking.texts, v.spec
	q := Question{
		Thread: v.turn.Thread, CallID: v.id, Tool: spec, Tier: min(spec.Confirm.Tier, maxTier),
		Args: show.Escaped(v.mask.Keys(spec.Redact(inv.Raw))),
		Options: []MCQOption{
			{Label: cmp.Or(texts.ConfirmLabel, "Yes, go ahead"), Value: Confirm},
			{Label: cmp.Or(texts.CancelLabel, "No, cancel"), Value: Cancel},
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
		q.Text = cmp.Or(texts.Text(q), q.Text)
	}
	return q
}

// phrase returns the phrase of a tool of tier 3; by default its verb.
func phrase(spec *runtime.ToolSpec) string {
	word := append(toolname.Words(spec.Name), "confirm")[0]
	return cmp.Or(spec.Confirm.Phrase, strings.ToUpper(word))
}

// maxNamed is the number of arguments that a question of tier 1 names by default.
const maxNamed = 3

// defaultText returns the question in English. Values that the sentence names are not listed again.
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

// fill replaces {Field} in a question of the rules by values of the masked arguments, and lists these fields. Braces
// in a value stay as they are.
func fill(question string, args json.RawMessage) (text string, named []string) {
	if question == "" {
		return "", nil
	}
	whole, _ := rawjson.Parse[struct{}](args)
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(question, "{")
		field, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			b.WriteString(question)
			return b.String(), named
		}
		b.WriteString(before + inText(valueAt(whole, field)))
		named = append(named, field)
		question = after
	}
}

// required lists the first required scalars of a call: " Account ID: ACC-090, amount: 1200".
func required(spec *runtime.ToolSpec, args json.RawMessage) string {
	var parts []string
	for _, c := range changes(spec, args) {
		if spec.View().Root().Requires(c.Field) && len(parts) < maxNamed {
			parts = append(parts, c.Label+": "+c.Value)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

// valueAt returns the value at a path, nil if there is none.
func valueAt(v *rawjson.Node[struct{}], field string) *rawjson.Node[struct{}] {
	for _, step := range fieldpath.Split(field) {
		switch {
		case v == nil:
		case !step.IsIndex:
			v = v.Get(step.Key)
		case step.Index < 0 || step.Index >= len(v.Items):
			return nil
		default:
			v = v.Items[step.Index]
		}
	}
	return v
}

// wrongPhrase returns the notice after a wrong phrase.
func (t *Questions) wrongPhrase(q Question, left int) string {
	if t.WrongPhrase != nil {
		if s := t.WrongPhrase(q, left); s != "" {
			return show.Line(s, maxQuestion)
		}
	}
	if left <= 0 {
		return "That is not the phrase. The call is cancelled."
	}
	return fmt.Sprintf("That is not the phrase. Type %s to confirm. Tries left: %d.", q.Phrase, left)
}

// title returns the name of a tool for people.
func title(spec *runtime.ToolSpec) string {
	if s := strings.TrimRight(show.Line(spec.Title, maxLabel), " ?.!"); s != "" {
		return s
	}
	name := show.Line(spec.Name, maxLabel)
	if len(toolname.Words(name)) == 0 {
		return "Go ahead"
	}
	return inWords(name)
}
