package runtime

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// mending says what to do with the value at fault.
type mending uint8

const (
	mendNothing mending = iota // nothing that is sure to help
	mendSet                    // give it another value
	mendRemove                 // leave the key out
)

// mend decides what the value at an issue's place is to be. old is the value that is there now,
// as far as the call is known.
func (b *hintBuilder) mend(issue *hintIssue, old any, present bool) (json.RawMessage, mending) {
	row := issue.row
	if issue.isEmptied(old) {
		issue.removed = true
		return nil, mendRemove
	}
	switch issue.rank {
	case rankUnknown:
		if issue.steps[len(issue.steps)-1].IsIndex {
			return nil, mendNothing
		}
		if _, _, ok := b.renamed(issue); issue.Constraint == "propertyNames" && !ok {
			return nil, mendNothing // to take it out would lose it
		}
		return nil, mendRemove
	case rankStructure, rankRule:
		return nil, mendNothing
	case rankMissing:
		if raw, ok := b.moved(issue); ok {
			return raw, mendSet
		}
	case rankType:
		if issue.Constraint != "type" && (b.deeper(issue) || issue.Message != "") {
			// The issues of the closest variant say how; and where several variants match,
			// the value is not wrong in itself.
			return nil, mendNothing
		}
		null := issue.Got == "null" || issue.Constraint != "type" && present && old == nil
		if null && !issue.needed && (row == nil || !row.Required) && !issue.steps[len(issue.steps)-1].IsIndex {
			issue.removed = true
			return nil, mendRemove
		}
		typed := row
		if typed == nil {
			typed = issue.madeUpRow()
		}
		if raw, ok := b.coerced(typed, old); present && ok {
			return raw, mendSet
		}
		if raw, ok := b.nearby(issue, typed, old); present && ok {
			return raw, mendSet
		}
		if raw, ok := b.listed(issue, old); present && ok && !issue.noItem {
			issue.isItem = true
			return raw, mendSet
		}
		if issue.Constraint != "type" && b.foreignKind(issue) == "" && (issue.node == nil || !b.spec.hidesValues(issue.node)) {
			if raw, ok := b.branchValue(issue); ok {
				return raw, mendSet
			}
		}
	case rankEnum:
		if raw, ok := b.allowed(issue); ok {
			return raw, mendSet
		}
		return nil, mendNothing
	case rankRange:
		if isForbidden(issue.Constraint) || issue.Constraint == "not" && fitsAll(b.schema().keyword(issue.steps, "not")) {
			if issue.steps[len(issue.steps)-1].IsIndex || row != nil && row.Required {
				return nil, mendNothing
			}
			return nil, mendRemove
		}
		if text, ok := b.rewritten(issue); ok {
			return json.RawMessage(jsonText(text)), mendSet
		}
		if text, ok := b.inSomeZone(issue); ok {
			b.invented.note(issue, true)
			return json.RawMessage(jsonText(text)), mendSet
		}
		if v, ok := b.reshaped(issue, old); ok {
			return writeJSON(v), mendSet
		}
		if raw, ok := b.nearby(issue, row, issue.Got); issue.Constraint == "multipleOf" && ok {
			return raw, mendSet
		}
		switch issue.Constraint {
		case "not":
			return b.unlike(issue)
		case "minProperties":
			return b.moreKeys(issue, old)
		case "if", "then", "else", "contains", "minContains", "maxContains", "dependentSchemas", "maxProperties", "":
			return nil, mendNothing
		case "minItems", "maxItems", "uniqueItems":
			if issue.Got != int64(0) && issue.Got != 0 {
				return nil, mendNothing // without the call, items would be lost
			}
		}
	}
	if row == nil {
		made := *issue
		if made.row = issue.madeUpRow(); made.row == nil {
			return nil, mendNothing
		}
		made.node = &fieldNode{}
		issue = &made
	}
	return b.sample(issue)
}

// isEmptied reports whether the call has empty text for a field that may be absent and takes no such
// text: the model had nothing to say, and a value that is made up would be carried out. old is the
// value that is there, which is known where its type is at fault.
func (issue *hintIssue) isEmptied(old any) bool {
	if issue.row == nil || issue.row.Required || issue.needed || issue.steps[len(issue.steps)-1].IsIndex {
		return false
	}
	switch issue.rank {
	case rankType:
		return old == ""
	case rankEnum, rankRange:
		return issue.Got == "" || issue.Constraint == "minLength" && (issue.Got == int64(0) || issue.Got == 0)
	}
	return false
}

// unlike is a value for a field whose value must not fit a schema, in the place of a scalar that does.
func (b *hintBuilder) unlike(issue *hintIssue) (json.RawMessage, mending) {
	if issue.Got == nil || issue.row == nil || len(issue.row.Enum) > 0 {
		return nil, mendNothing
	}
	forbidden := simpleRow(b.violated(issue.steps, "not"))
	if forbidden == nil && b.document() == nil {
		return nil, mendNothing // it could not be tried out
	}
	p := b.newPlaceholder("")
	for nth := range maxPlaceholderItems {
		raw, ok := p.nth(issue.node.as(issue.row), "", lastKey(issue.steps), nth, 0)
		if !ok {
			break
		}
		if v := readValue(raw); forbidden != nil && b.spec.fits(forbidden, v) {
			continue
		}
		b.invented.note(issue, looksReal(readValue(raw)))
		return raw, mendSet
	}
	return nil, mendNothing
}

// sample makes a value for the field of an issue. What is made of the schema alone is kept.
func (b *hintBuilder) sample(issue *hintIssue) (json.RawMessage, mending) {
	p := b.newPlaceholder(issue.Constraint)
	row := issue.place()
	var known *sample
	if row != issue.row || !issue.node.has(row) || lastKey(issue.steps) != issue.node.key {
		known = p.sample(issue.node.as(row), row, lastKey(issue.steps))
	} else {
		kept := &b.factsOf(issue).samples[0]
		if p.high {
			kept = &b.factsOf(issue).samples[1]
		}
		if known = kept.Load(); known == nil {
			known = p.sample(issue.node.as(row), row, issue.node.key)
			kept.Store(known)
		}
	}
	switch absent := issue.rank == rankMissing; {
	case known.ok && !known.given:
		b.invented.note(issue, known.seems)
	case known.usual && !absent:
		b.invented.note(issue, true) // a default is what absence means, and not what the model has written
	}
	return known.raw, setIf(known.ok)
}

// sample makes a value for the field at a node, with what there is to know of it.
func (p *placeholder) sample(n *fieldNode, row *FieldSpec, key string) *sample {
	raw, ok := p.value(n, key, 0)
	s := &sample{raw: raw, ok: ok}
	s.usual = ok && string(raw) == row.Default && len(row.Enum) != 1
	s.given = ok && (s.usual || !p.free)
	s.seems = ok && looksReal(readValue(raw))
	return s
}

// place is the row that applies to the issue's field, in which what the issue itself asks for
// replaces what the schema says: a backend may know better.
func (issue *hintIssue) place() *FieldSpec {
	if issue.Expected == nil || issue.rank != rankRange {
		return issue.row
	}
	if text, isText := issue.Expected.(string); isText {
		if same := text == issue.row.Pattern && issue.Constraint == "pattern" || text == issue.row.Format && issue.Constraint == "format"; same {
			return issue.row
		}
		if _, ok := rawValue(text, maxTextInHint); ok {
			row := withText(*issue.row, issue.Constraint, text)
			if issue.Message != "" {
				row.Sample = "" // which is made for what the schema says
			}
			return row
		}
		return issue.row
	}
	var raw string
	if n, isInt := issue.Expected.(int64); isInt {
		raw = strconv.FormatInt(n, 10)
	} else if number, ok := rawValue(issue.Expected, maxTextInHint); ok && isJSONNumber(string(number)) {
		raw = string(number)
	}
	if raw == "" || issue.row.bound(issue.Constraint) == raw {
		return issue.row
	}
	return withBound(*issue.row, issue.Constraint, raw)
}

func withText(row FieldSpec, keyword, text string) *FieldSpec {
	switch keyword {
	case "pattern":
		row.Pattern = text
	case "format":
		row.Format = text
	}
	return &row
}

func withBound(row FieldSpec, keyword, limit string) *FieldSpec {
	row.Bounds = append([]BoundSpec{{keyword, limit}}, row.Bounds...)
	return &row
}

func setIf(ok bool) mending {
	if ok {
		return mendSet
	}
	return mendNothing
}

// lastKey is the last key of a path, "" where there is none.
func lastKey(steps []pathStep) string {
	for i := len(steps) - 1; i >= 0; i-- {
		if !steps[i].IsIndex {
			return steps[i].Key
		}
	}
	return ""
}

// madeUpRow serves fields that no row describes: what the issue itself asks for, nil where that
// says nothing of the type.
func (issue *hintIssue) madeUpRow() *FieldSpec {
	kind := ""
	switch issue.Constraint {
	case "type":
		kind = typeNames(issue.Expected)
	case "pattern", "format", "minLength", "maxLength":
		kind = "string"
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		kind = "number"
	}
	if kind == "" {
		return nil
	}
	return &FieldSpec{Type: kind}
}

// maxMovedValue is the size of a value that an example repeats from the call.
const maxMovedValue = 200

// moved takes the value of a missing field from under the misspelt key, where it has the type.
func (b *hintBuilder) moved(issue *hintIssue) (json.RawMessage, bool) {
	if issue.like == "" || issue.row == nil {
		return nil, false
	}
	if b.spec.hidesValues(issue.node) {
		return nil, false
	}
	if issue.wrapped {
		return b.repeated(issue.row, b.wrapping.values[lastKey(issue.steps)])
	}
	from := append(slices.Clone(issue.steps[:len(issue.steps)-1]), pathStep{Key: issue.like})
	v, _ := b.document().value(from)
	return b.repeated(issue.row, v)
}

// repeated is a value of the call for a field, as it is or read as what the field takes.
func (b *hintBuilder) repeated(row *FieldSpec, v any) (json.RawMessage, bool) {
	if v == nil || holdsNull(v) {
		return nil, false // which a merge patch cannot say
	}
	if text, isText := v.(string); isText && len(row.Enum) > 0 {
		if near, ok := nearest(text, textsOf(rawValues(row.Enum))); ok {
			v = near
		}
	}
	if !hasType(row.Type, v) || !b.spec.allows(row, v) {
		return b.coerced(row, v)
	}
	raw := writeJSON(v)
	return raw, len(raw) <= maxMovedValue
}

// meantFor is the place that the value of a misspelt key was meant for, where the call has nothing
// there yet and the value is right for it: to take it away with its key would lose it.
func (b *hintBuilder) meantFor(issue *hintIssue, v any) (to []pathStep, raw json.RawMessage, ok bool) {
	if issue.byName {
		return b.renamed(issue)
	}
	if issue.rank != rankUnknown || issue.like == "" || v == nil {
		return nil, nil, false
	}
	to = append(slices.Clone(issue.steps[:len(issue.steps)-1]), pathStep{Key: issue.like})
	if _, taken := b.document().value(to); taken {
		return nil, nil, false
	}
	n := b.spec.node(to)
	if n == nil || n.row("") == nil || b.spec.sensitive(to) || b.spec.hidesValues(n) {
		return nil, nil, false
	}
	if row := n.row(""); !hasType(row.Type, v) || !b.spec.allows(row, v) {
		return nil, nil, false
	}
	raw = writeJSON(v)
	return to, raw, len(raw) <= maxMovedValue
}

// allowed picks an allowed value: the one that was probably meant, else the first.
func (b *hintBuilder) allowed(issue *hintIssue) (json.RawMessage, bool) {
	if s, ok := b.suggestion(issue); ok {
		return rawValue(s, maxTextInHint)
	}
	if known := b.factsOf(issue); known != nil && issue.Constraint != "const" && (issue.Expected == nil || known.expects(issue.Expected)) {
		if known.first != nil && len(known.row.Enum) > 1 {
			b.invented.note(issue, true)
		}
		return known.first, known.first != nil
	}
	var values []json.RawMessage
	if issue.Constraint == "const" && issue.Expected != nil {
		values = valuesOf([]any{issue.Expected})
	} else if values = valuesOf(issue.Expected); values == nil && issue.row != nil {
		values = rawValues(issue.row.Enum)
	}
	if row := issue.row; row != nil && row.Sample != "" && slices.Contains(textsOf(values), row.Sample) {
		b.invented.note(issue, true)
		return rawValue(row.Sample, maxTextInHint) // of the values, that which all else allows
	}
	for _, v := range values {
		if string(v) != "null" {
			if len(values) > 1 {
				b.invented.note(issue, true)
			}
			return rawValue(v, maxTextInHint)
		}
	}
	return nil, false
}

// unquoted is coerced for the commonest slip, a number in quotes, without a copy of either.
func (b *hintBuilder) unquoted(issue *hintIssue) (number json.RawMessage, ok bool) {
	if issue.Constraint != "type" || issue.Got != "string" || issue.row == nil || len(issue.row.Enum) > 0 {
		return nil, false
	}
	doc := b.document()
	m := doc.at(issue.steps)
	if m == nil || doc.text[m.from] != '"' {
		return nil, false
	}
	raw := doc.raw(m)
	raw = raw[1 : len(raw)-1]
	text := string(raw)
	if len(raw) > maxMovedValue || !isJSONNumber(text) {
		return nil, false
	}
	return raw, b.factsOf(issue).takes(json.Number(text))
}

// coerced reads a value of the wrong type as the right one where nothing is lost by that: the
// model wrote the value that it meant, and a placeholder would throw it away.
func (b *hintBuilder) coerced(row *FieldSpec, old any) (json.RawMessage, bool) {
	if row == nil {
		return nil, false
	}
	var v any
	switch o := old.(type) {
	case string:
		if isJSONNumber(o) {
			v = json.Number(o) // the commonest, and quickly read
			break
		}
		parsed, ok := parseAny([]byte(o))
		if !ok || strings.TrimSpace(o) != o {
			return nil, false
		}
		v = parsed
	case json.Number:
		v = string(o)
	case bool:
		v = jsonText(o)
	default:
		return nil, false
	}
	if v == nil || !hasType(row.Type, v) || !b.spec.allows(row, v) {
		return nil, false
	}
	raw := writeJSON(v)
	return raw, len(raw) <= maxMovedValue
}

// listed is the array of the one value that the call has in place of an array, where that is an item of it
// for all that is known. A text with commas may be meant for several, and an object with keys that no item
// has is something else.
func (b *hintBuilder) listed(issue *hintIssue, old any) (json.RawMessage, bool) {
	switch o := old.(type) {
	case string:
		if strings.ContainsAny(o, ",;\n[") {
			return nil, false
		}
	case json.Number, bool:
	case map[string]any:
		if len(o) == 0 || holdsNull(o) {
			return nil, false
		}
	default:
		return nil, false
	}
	row := issue.row
	if row == nil || row.Type == "" || row.Type == "any" || !hasType(row.Type, []any{}) || b.spec.hidesValues(issue.node) {
		return nil, false
	}
	item := b.spec.below(issue.node).byKey[itemsStep]
	if least, _ := row.count("minItems"); least > 1 || item == nil || item.row("") == nil {
		return nil, false
	}
	if of := item.row(""); !hasType(of.Type, old) || !b.spec.allows(of, old) {
		return nil, false
	}
	if object, ok := old.(map[string]any); ok {
		known := b.spec.below(item).byKey
		for key := range object {
			if known[key] == nil {
				return nil, false
			}
		}
	}
	raw := writeJSON([]any{old})
	return raw, len(raw) <= maxMovedValue
}
