package hint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/sugar"
)

// actionFor decides what may happen next; see BuildHint of package runtime.
func actionFor(h *Hint, d diagnosis, issues []Issue, f Failure) string {
	switch {
	case issues[0].Constraint == constraint.Size, h.Reason == Truncated && CutOff(f.StopReason):
		return Shrink
	case len(h.Remedies) > 0:
		return CallFirst
	case d.onlyUserKnows():
		return AskUser
	}
	return Correct
}

// onlyUserKnows reports whether nothing is wrong but missing values that the rules have questions for.
func (d *diagnosis) onlyUserKnows() bool {
	o := &d.outcome
	if len(o.Ask) == 0 || len(o.Edits)+len(o.Unplaced)+len(d.rules)+len(d.mend) > 0 {
		return false
	}
	return !slices.ContainsFunc(o.Ask, func(a repair.Ask) bool {
		return a.Cause != repair.Missing || a.Schema.Marks.Question == "" || a.Schema.Default != nil || a.Or != ""
	})
}

// remediesFor lists the calls that supply a faulty field that the call has no value for.
func remediesFor(t Tool, d diagnosis) []Remedy {
	var list []Remedy
	for i := range t.Remedies {
		r := t.Remedies[i].cleaned()
		needed := slices.ContainsFunc(d.outcome.Ask, func(a repair.Ask) bool { return r.supplies(a.Field) }) ||
			slices.ContainsFunc(d.mend, func(c repair.Edit) bool { return r.supplies(c.Field) })
		if needed && len(list) < maxRemedies && !slices.ContainsFunc(list, func(o Remedy) bool { return o.Call == r.Call }) {
			list = append(list, r)
		}
	}
	return list
}

// cleaned is the remedy with its texts fit to be shown.
func (r Remedy) cleaned() Remedy {
	return Remedy{
		Field: show.Clean(r.Field, show.MaxPath), Call: show.Clean(r.Call, show.MaxName), Fills: show.Clean(r.Fills, show.MaxPath),
		From: show.Clean(r.From, show.MaxPath), Text: show.Clean(r.Text, show.MaxText), Why: r.Why,
	}
}

// supplies reports whether a field is the one that the remedy belongs to, or the one that it fills, whatever the
// indexes.
func (r *Remedy) supplies(field string) bool {
	at := fieldpath.AnyIndex(field)
	return at == fieldpath.AnyIndex(r.Field) || r.Fills != "" && at == fieldpath.AnyIndex(r.Fills)
}

// hasLeftOver reports whether the call has a value that was refused or has no place, and may be what is missing. Then the
// model is to look at it before it asks anybody.
func (d *diagnosis) hasLeftOver() bool {
	refused := func(a repair.Ask) bool { return a.Got != nil }
	return len(d.outcome.Unplaced) > 0 || slices.ContainsFunc(d.outcome.Ask, refused)
}

// questionFor returns one question to the user about missing values, "" if there is nothing to ask: a value that a
// remedy or a default supplies needs no person, and neither does a call that was cut off.
func questionFor(h *Hint, d diagnosis) string {
	if h.Reason == Truncated || h.Reason == InvalidJSON {
		return ""
	}
	var asked []repair.Ask
	for _, a := range d.outcome.Ask {
		remedied := slices.ContainsFunc(h.Remedies, func(r Remedy) bool { return r.supplies(a.Field) })
		if a.Cause == repair.Missing && a.Schema.Default == nil && a.Or == "" && !remedied && len(asked) < maxMissing {
			asked = append(asked, a)
		}
	}
	return questionAbout(asked, "")
}

// questionAbout asks for values: with the question of the rules for the field, if it is one field, or for the tool, else
// by the names and descriptions of the fields.
func questionAbout(asked []repair.Ask, ofTool string) string {
	if len(asked) == 1 && asked[0].Schema.Marks.Question != "" {
		return asked[0].Schema.Marks.Question
	}
	if ofTool != "" {
		return ofTool
	}
	var names []string
	for _, a := range asked {
		name := inWords(a.Field)
		if about := cmp.Or(summary(a.Schema.About), summary(a.Schema.Title)); about != "" {
			name += " (" + about + ")"
		}
		names = append(names, name)
	}
	return whatShouldBe(names)
}

// anyQuestion is the question to the user if the model cannot correct the call.
func anyQuestion(h *Hint) string {
	fields := slices.Concat(h.Ask, h.Unplaced)
	var names []string
	for _, f := range fields[:min(len(fields), maxMissing)] {
		names = append(names, inWords(f))
	}
	return cmp.Or(h.ClarifyingQuestion, whatShouldBe(names), "How should I proceed? The call was rejected.")
}

func whatShouldBe(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "What should " + sugar.Enumerate(names) + " be?"
}

// inWords names a field for a person, with what it is part of: "the city of the address", "the amount of item 3 of the
// lines". A key of many words, which may be a sentence, is quoted, and so is one of two letters.
func inWords(field string) string {
	var parts []string
	for _, step := range slices.Backward(fieldpath.Split(field)) {
		words := near.Words(step.Key)
		switch {
		case step.IsIndex && step.Index >= 0:
			parts = append(parts, "item "+strconv.Itoa(step.Index+1))
		case step.IsIndex:
			parts = append(parts, "each item")
		case len(words) == 0 || len(words) > maxWordsInKey || len(step.Key) < 3:
			parts = append(parts, show.Quote(step.Key, maxWordsInKey*8))
		default:
			parts = append(parts, "the "+strings.Join(words, " "))
		}
	}
	return show.Clean(strings.Join(parts[:min(len(parts), 3)], " of "), maxLabel)
}

// maxWordsInKey is the number of words up to which a key is shown as words.
const maxWordsInKey = 5

// maxLabel is the room for a description within a question, in runes.
const maxLabel = 100

// summary is the first line of a description without its full stop, truncated.
func summary(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(show.Clip(s, 4*maxLabel)), "\n")
	return show.Clean(strings.TrimRight(line, ".:;, \r"), maxLabel)
}
