package runtime

import (
	"slices"
	"strings"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// actionFor decides what may happen next; see [BuildHint].
func actionFor(h *RetryHint, d diagnosis, issues []ValidationIssue, cfg hintConfig) Action {
	switch {
	case issues[0].Constraint == constraintSize:
		return Shrink
	case h.Reason == Truncated && cutOff(cfg.stopReason):
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
	return !slices.ContainsFunc(o.Ask, func(a engine.Ask) bool {
		return a.Cause != engine.Missing || a.Schema.Marks.Question == "" || a.Schema.Default != nil
	})
}

// remediesFor lists the calls that supply a faulty field that the call has no value for.
func remediesFor(spec *ToolSpec, d diagnosis) []Remedy {
	var list []Remedy
	for i := range spec.Remedies {
		r := &spec.Remedies[i]
		if len(list) == maxRemedies {
			break
		}
		if d.needs(r) && !slices.ContainsFunc(list, func(o Remedy) bool { return o.Call == clean(r.Call, maxNameInHint) }) {
			list = append(list, Remedy{
				Field: clean(r.Field, maxPathInHint),
				Call:  clean(r.Call, maxNameInHint),
				Fills: clean(r.Fills, maxPathInHint),
				From:  clean(r.From, maxPathInHint),
				Text:  clean(r.Text, maxTextInHint),
			})
		}
	}
	return list
}

// needs reports whether a field that a remedy supplies is asked for, or at fault as a whole.
func (d *diagnosis) needs(r *Remedy) bool {
	supplies := func(place string) bool {
		steps := splitPath(place)
		return likeSteps(steps, splitPath(r.Field)) || r.Fills != "" && likeSteps(steps, splitPath(r.Fills))
	}
	return slices.ContainsFunc(d.outcome.Ask, func(a engine.Ask) bool { return supplies(a.Field) }) ||
		slices.ContainsFunc(d.mend, func(c engine.Change) bool { return supplies(c.Field) })
}

// questionFor is one question to the user for missing values, "" where there is nothing to ask: values
// that a remedy or a default supplies need no person, and neither do calls that were cut off.
func questionFor(h *RetryHint, d diagnosis) string {
	if h.Reason == Truncated || h.Reason == InvalidJSON {
		return ""
	}
	var asked []engine.Ask
	for _, a := range d.outcome.Ask {
		remedied := slices.ContainsFunc(h.Remedies, func(r Remedy) bool {
			return likeSteps(splitPath(a.Field), splitPath(r.Field)) || likeSteps(splitPath(a.Field), splitPath(r.Fills))
		})
		if a.Cause == engine.Missing && a.Schema.Default == nil && !remedied && len(asked) < maxMissing {
			asked = append(asked, a)
		}
	}
	return questionAbout(asked)
}

// questionAbout asks for values: in the words of the rules where it is one and they have some, else by
// the descriptions.
func questionAbout(asked []engine.Ask) string {
	if len(asked) == 1 && asked[0].Schema.Marks.Question != "" {
		return asked[0].Schema.Marks.Question
	}
	var names, notes []string
	noted := false
	for _, a := range asked {
		note := firstSentence(a.Schema.About)
		if note == "" {
			note = firstSentence(a.Schema.Title)
		}
		noted = noted || note != ""
		names, notes = append(names, fieldInWords(splitPath(a.Field))), append(notes, clean(note, maxLabelInHint))
	}
	switch {
	case len(names) == 0:
		return ""
	case !noted:
		return "What should " + enumerate(names) + " be?"
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
func anyQuestion(h *RetryHint) string {
	if h.ClarifyingQuestion != "" {
		return h.ClarifyingQuestion
	}
	var names []string
	for _, f := range append(slices.Clone(h.Ask), h.Unplaced...) {
		if len(names) < maxMissing {
			names = append(names, fieldInWords(splitPath(f)))
		}
	}
	if len(names) == 0 {
		return "Could you tell me how to go on? The call is not accepted."
	}
	return "What should " + enumerate(names) + " be?"
}
