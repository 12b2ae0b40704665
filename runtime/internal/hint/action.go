package hint

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
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
		return a.Cause != repair.Missing || a.Schema.Marks.Question == "" || a.Schema.Default != nil
	})
}

// remediesFor lists the calls that supply a faulty field that the call has no value for.
func remediesFor(t Tool, d diagnosis) []Remedy {
	var list []Remedy
	for i := range t.Remedies {
		r := t.Remedies[i].cleaned()
		needed := slices.ContainsFunc(d.outcome.Ask, func(a repair.Ask) bool { return r.supplies(fieldpath.Split(a.Field)) }) ||
			slices.ContainsFunc(d.mend, func(c repair.Edit) bool { return r.supplies(fieldpath.Split(c.Field)) })
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

// supplies reports whether a place is the field that the remedy belongs to, or the one that it fills, whatever the
// indexes.
func (r *Remedy) supplies(place []fieldpath.Step) bool {
	return likeSteps(place, fieldpath.Split(r.Field)) || r.Fills != "" && likeSteps(place, fieldpath.Split(r.Fills))
}

// questionFor is one question to the user for missing values, "" where there is nothing to ask: values
// that a remedy or a default supplies need no person, and neither do calls that were cut off.
func questionFor(h *Hint, d diagnosis) string {
	if h.Reason == Truncated || h.Reason == InvalidJSON {
		return ""
	}
	var asked []repair.Ask
	for _, a := range d.outcome.Ask {
		remedied := slices.ContainsFunc(h.Remedies, func(r Remedy) bool { return r.supplies(fieldpath.Split(a.Field)) })
		if a.Cause == repair.Missing && a.Schema.Default == nil && !remedied && len(asked) < maxMissing {
			asked = append(asked, a)
		}
	}
	return questionAbout(asked)
}

// questionAbout asks for values: in the words of the rules where it is one and they have some, else by
// the descriptions.
func questionAbout(asked []repair.Ask) string {
	if len(asked) == 1 && asked[0].Schema.Marks.Question != "" {
		return asked[0].Schema.Marks.Question
	}
	var names, notes []string
	noted := false
	for _, a := range asked {
		note := cmp.Or(firstSentence(a.Schema.About), firstSentence(a.Schema.Title))
		noted = noted || note != ""
		names, notes = append(names, fieldInWords(fieldpath.Split(a.Field))), append(notes, show.Clean(note, maxLabel))
	}
	switch {
	case len(names) == 0:
		return ""
	case !noted:
		return "What should " + sugar.Enumerate(names) + " be?"
	case len(names) == 1:
		return "What should " + names[0] + " be? (" + notes[0] + ")"
	}
	for i, note := range notes {
		if note != "" {
			names[i] += " (" + note + ")"
		}
	}
	return "What should these be: " + strings.Join(names, "; ") + "?"
}

// anyQuestion is what the user is asked where the model cannot mend the call.
func anyQuestion(h *Hint) string {
	if h.ClarifyingQuestion != "" {
		return h.ClarifyingQuestion
	}
	var names []string
	fields := slices.Concat(h.Ask, h.Unplaced)
	for _, f := range fields[:min(len(fields), maxMissing)] {
		names = append(names, fieldInWords(fieldpath.Split(f)))
	}
	if len(names) == 0 {
		return "Could you tell me how to go on? The call is not accepted."
	}
	return "What should " + sugar.Enumerate(names) + " be?"
}

// likeSteps reports whether two paths are the same but for array indexes.
func likeSteps(x, y []fieldpath.Step) bool {
	return slices.EqualFunc(x, y, func(a, b fieldpath.Step) bool {
		return a.IsIndex == b.IsIndex && (a.IsIndex || a.Key == b.Key)
	})
}

// maxLabel is the room for a description within a question, in runes.
const maxLabel = 100

// firstSentence is the beginning of a description: its first sentence or line, without the full stop,
// cut.
func firstSentence(s string) string {
	s = strings.TrimSpace(clip(s, 4*maxLabel))
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		s = s[:i]
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '.' && s[i] != '!' && s[i] != '?' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[i+1:], " "))
		if strings.HasPrefix(s[i+1:], " ") && (unicode.IsUpper(next) || !unicode.IsLetter(next)) && !abbreviated(s[:i]) {
			if s[i] == '?' {
				i++ // or it would be none
			}
			s = s[:i]
			break
		}
	}
	return show.Clean(strings.TrimRight(strings.TrimSpace(s), ".:;,"), 2*maxLabel)
}

// abbreviated reports whether a text ends in a single letter or a known short form, so that the
// full stop after it ends no sentence: "e.g. USD".
func abbreviated(s string) bool {
	word := s[strings.LastIndexAny(s, " .(")+1:]
	return utf8.RuneCountInString(word) <= 1 || word == "etc" || word == "No" || word == "vs"
}
