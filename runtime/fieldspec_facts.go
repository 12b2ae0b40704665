package runtime

import (
	"encoding/json"
	"sync/atomic"
)

// rowFacts is what hints need of a row and what does not depend on a call. It is made at first use
// and kept with the tool.
type rowFacts struct {
	row      *FieldSpec
	said     FieldConstraint // what the schema says of the field
	constant FieldConstraint // the same, where the keyword is const
	orNull   string          // the types, null among them, where the field is to be there but may be null
	values   []any           // the allowed values, where an issue may have them as they are; else nil
	texts    []string        // those of the allowed values that are strings
	folded   []string        // the same, folded
	first    json.RawMessage // the first allowed value that an example can give
	limits   []numberLimit   // the bounds of the number
	question string          // the rules' question, "" for none
	named    string          // what a question calls the field, "" where that depends on its place
	asked    string          // the question for the field alone, likewise
	noun     string          // its key in words, "" where it has none
	note     string          // what the schema says of it for a question, "" for nothing
	short    string          // the same for a question with others
	behind   string          // the same and its few values, as it stands behind the name
	choices  string          // its few allowed values in words
	samples  [2]atomic.Pointer[sample]
}

// sample is a placeholder for a field, or the knowledge that there is none.
type sample struct {
	raw    json.RawMessage
	ok     bool
	given  bool        // the schema has no other value, or gives this one as the default
	usual  bool        // it is the default, and there are others
	seems  bool        // it looks like a value that somebody gave
	proven atomic.Bool // the tool has taken it, where that says that it will always take it
}

// facts are the facts of a row of this tool, or of what several rows of it agree on.
func (s *ToolSpec) facts(row *FieldSpec) *rowFacts {
	s.fields.reading.RLock()
	known := s.fields.facts[row]
	s.fields.reading.RUnlock()
	if known != nil {
		return known
	}
	f := &rowFacts{row: row}
	f.said.describe(row, "")
	f.constant.describe(row, "const")
	if t := f.said.Type; row.Required && row.Nullable && t != "" && len(row.Enum) == 0 && !hasKind(t, "null") {
		f.orNull = t + "|null"
	}
	exact, given := true, false
	for _, raw := range rawValues(row.Enum) {
		v, _ := parseAny(raw)
		text, isText := v.(string)
		if isText {
			f.texts, f.folded = append(f.texts, text), append(f.folded, fold(text))
		}
		if string(raw) != "null" && !given {
			given = true // whether or not it can be said
			f.first, _ = rawValue(raw, maxTextInHint)
		}
		again, err := rawJSON(v)
		exact = exact && (isText || v == nil) && err == nil && string(again) == string(raw)
		f.values = append(f.values, v)
	}
	if !exact {
		f.values = nil
	}
	if row.Sample != "" && f.first != nil {
		f.first, _ = rawValue(row.Sample, maxTextInHint) // what else the field asks for, it satisfies too
	}
	keys := specSteps(row.Path)
	f.note, f.short = row.note(lastField(keys), maxLabelInHint), row.note(lastField(keys), maxNoteInList)
	if f.question = clean(row.Question, maxTextInHint); f.question != "" {
		f.short = clean(f.question, maxLabelInHint)
	}
	f.limits = appendNumberLimits(nil, row)
	f.choices = choices(row)
	if len(keys) == 1 && keys[0] != itemsStep && keys[0] != restStep {
		f.named = fieldInWords([]pathStep{{Key: keys[0]}})
		f.asked = string(f.appendAsk(nil, []byte(f.named)))
	}
	if key := lastField(keys); key != "" && keys[len(keys)-1] == key {
		f.noun = string(appendKeyInWords(nil, key))
	}
	f.behind = inBrackets(f.short, f.choices)
	return s.keep(f)
}

// keep keeps the facts of a row, or gives those that were kept in the meantime.
func (s *ToolSpec) keep(f *rowFacts) *rowFacts {
	s.fields.reading.Lock()
	defer s.fields.reading.Unlock()
	if known := s.fields.facts[f.row]; known != nil {
		return known
	}
	if s.fields.facts == nil {
		s.fields.facts = map[*FieldSpec]*rowFacts{}
	}
	s.fields.facts[f.row] = f
	return f
}

// expects reports whether an issue expects just the values that the schema allows.
func (f *rowFacts) expects(expected any) bool {
	list, ok := expected.([]any)
	if !ok || len(list) != len(f.values) {
		return false
	}
	for i, want := range f.values {
		if text, isText := list[i].(string); !isText || text != want {
			if list[i] != nil || want != nil {
				return false
			}
		}
	}
	return len(list) > 0
}

// factsAt is facts for a row of a node: most nodes have but one, which is found at once.
func (s *ToolSpec) factsAt(n *fieldNode, row *FieldSpec) *rowFacts {
	if n == nil {
		return s.facts(row)
	}
	if known := n.facts.Load(); known != nil && known.row == row {
		return known
	}
	known := s.facts(row)
	n.facts.CompareAndSwap(nil, known)
	return known
}

// sampleOf is the sample that a value is, nil where it is none.
func (f *rowFacts) sampleOf(raw []byte) *sample {
	for i := range f.samples {
		if s := f.samples[i].Load(); s != nil && s.ok && len(raw) > 0 && string(s.raw) == string(raw) {
			return s
		}
	}
	return nil
}

// takes reports whether a number is of the type and within the bounds of the row.
func (f *rowFacts) takes(number json.Number) bool {
	kind, v := "number", parseDecimal(string(number))
	if v.integral() {
		kind = "integer"
	}
	return hasKind(f.row.Type, kind) && satisfiesAll(f.limits, v)
}
