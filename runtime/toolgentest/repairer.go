package toolgentest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Repairer mends a call the way a hint says, and does nothing else: it knows JSON, the text of the
// call and the JSON of the hint, and nothing of the schema. It stands for the most literal of
// models.
type Repairer struct {
	// Ask gives the true value of a field. The repairer asks for fields that the hint names as
	// missing, and, where the hint has a question, for fields that it can mend in no other way.
	// Nil answers nothing.
	Ask func(field string) (value json.RawMessage, ok bool)
	// Asked are the fields that were asked for.
	Asked []string
}

// Repair returns the mended call. hint is the JSON of a [runtime.RetryHint].
func (r *Repairer) Repair(call []byte, hint []byte) []byte {
	var h runtime.RetryHint
	if err := json.Unmarshal(hint, &h); err != nil {
		return call
	}
	doc, err := parse(call)
	if err != nil {
		if doc, err = parse(mendSyntax(call)); err == nil {
			return write(doc) // what else is wrong with it, the next hint tells
		}
		if len(h.ExampleInput) > 0 {
			return h.ExampleInput
		}
		return call
	}
	if whole := wholeFault(&h); whole != nil {
		if s, ok := doc.(string); ok {
			if inner, err := parse(mendSyntax([]byte(s))); err == nil && isOf(inner, whole.Type) {
				return write(inner)
			}
		}
		if len(h.ExampleInput) > 0 {
			return h.ExampleInput
		}
	}
	if patch, err := parse(h.ExampleInput); err == nil && len(h.ExampleInput) > 0 {
		doc = mergePatch(doc, patch)
	}
	doc = r.missing(&h, doc)
	doc = unknown(&h, doc)
	for i := range h.Constraints {
		doc = r.constraint(&h, &h.Constraints[i], doc)
	}
	for _, rule := range h.Rules {
		doc = r.rule(&h, rule, doc)
	}
	return write(doc)
}

// wholeFault is the entry that says that the arguments as a whole are of another type.
func wholeFault(h *runtime.RetryHint) *runtime.FieldConstraint {
	for i := range h.Constraints {
		if c := &h.Constraints[i]; c.Field == "" && c.Constraint == "type" {
			return c
		}
	}
	return nil
}

func (r *Repairer) ask(field string) (any, bool) {
	if r.Ask == nil {
		return nil, false
	}
	r.Asked = append(r.Asked, field)
	raw, ok := r.Ask(field)
	if !ok {
		return nil, false
	}
	v, err := parse(raw)
	return v, err == nil
}

// missing fills in the fields that the hint names as missing.
func (r *Repairer) missing(h *runtime.RetryHint, doc any) any {
	for _, field := range h.MissingFields {
		p, ok := parsePath(field)
		if !ok || len(p) == 0 {
			continue
		}
		if from := renamed(h, p); from != nil {
			if v, has := get(doc, from); has {
				if _, there := get(doc, p); !there {
					doc = put(doc, p, v)
				}
				doc = remove(doc, from)
			}
			continue
		}
		if v, ok := r.ask(field); ok {
			doc = put(doc, p, v)
		} else if c := entryOf(h, field); c != nil && allowsNull(c) {
			doc = put(doc, p, nil) // which nobody has to make up
		}
	}
	return doc
}

// entryOf is what the hint says of a field, nil for nothing.
func entryOf(h *runtime.RetryHint, field string) *runtime.FieldConstraint {
	for i := range h.Constraints {
		if h.Constraints[i].Field == field {
			return &h.Constraints[i]
		}
	}
	return nil
}

// renamed is where the hint says that the call has the value of a missing field, nil for nowhere.
func renamed(h *runtime.RetryHint, p path) path {
	beside := func(key string) path { return append(slices.Clone(p[:len(p)-1]), step{key: key}) }
	for _, c := range h.Constraints {
		q, ok := parsePath(c.Field)
		key, isKey := c.Suggest.(string)
		if !ok || !isKey || len(q) != len(p) || !slices.Equal(p[:len(p)-1], q[:len(q)-1]) {
			continue
		}
		switch {
		case c.Field == p.String():
			return beside(key)
		case c.Constraint == "additionalProperties" && key == p[len(p)-1].key:
			return q
		}
	}
	return nil
}

// unknown takes away the keys that no field has, or gives them their right names.
func unknown(h *runtime.RetryHint, doc any) any {
	for _, field := range h.UnknownFields {
		p, ok := parsePath(field)
		if !ok || len(p) == 0 {
			continue
		}
		v, there := get(doc, p)
		if !there {
			continue
		}
		doc = remove(doc, p)
		for _, c := range h.Constraints {
			if key, ok := c.Suggest.(string); ok && c.Field == field && key != "" {
				to := append(slices.Clone(p[:len(p)-1]), step{key: key})
				if _, taken := get(doc, to); !taken {
					doc = put(doc, to, v)
				}
			}
		}
	}
	return doc
}

// constraint makes one field satisfy its entry, unless it does so already.
func (r *Repairer) constraint(h *runtime.RetryHint, c *runtime.FieldConstraint, doc any) any {
	p, ok := parsePath(c.Field)
	if !ok || c.Constraint == "required" || c.Constraint == "dependentRequired" || c.Constraint == "additionalProperties" {
		return doc
	}
	v, there := get(doc, p)
	if !there {
		return doc
	}
	if c.Got == "null" && c.Constraint == "type" && h.ClarifyingQuestion != "" {
		if truth, ok := r.ask(c.Field); ok {
			return put(doc, p, truth)
		}
	}
	if touched(h, p) {
		return doc
	}
	if isNull(c) {
		return put(doc, p, nil)
	}
	mended, sure := mendValue(c, v)
	if len(h.MissingFields) == 0 && !same(mended, v) {
		sure = false // the question can only be about values that came
	}
	if !sure && h.ClarifyingQuestion != "" && len(p) > 0 {
		if truth, ok := r.ask(c.Field); ok {
			return put(doc, p, truth)
		}
	}
	if len(p) == 0 {
		return doc
	}
	return put(doc, p, mended)
}

// touched reports whether the example of the hint says what is to be at a place.
func touched(h *runtime.RetryHint, p path) bool {
	patch, err := parse(h.ExampleInput)
	if err != nil || len(h.ExampleInput) == 0 {
		return false
	}
	for i := range p {
		v, ok := get(patch, p[:i+1])
		if !ok {
			return false
		}
		if _, isObject := v.(map[string]any); !isObject {
			return true
		}
	}
	return true
}

// rule asks for what a rule is about: only a person knows which of several values is wrong.
func (r *Repairer) rule(h *runtime.RetryHint, rule runtime.RuleHint, doc any) any {
	if rule.ID == "maxProperties" {
		return fewerKeys(h, rule, doc)
	}
	if h.ClarifyingQuestion == "" || rule.ID == "oneOf" || rule.ID == "anyOf" {
		return doc
	}
	for _, field := range rule.Fields {
		field, _, _ = strings.Cut(field, "[]")
		p, ok := parsePath(field)
		if !ok || len(p) == 0 {
			continue
		}
		if v, ok := r.ask(field); ok {
			doc = put(doc, p, v)
		}
	}
	return doc
}

// fewerKeys takes keys out of an object that has too many: the last of those that it need not have.
func fewerKeys(h *runtime.RetryHint, rule runtime.RuleHint, doc any) any {
	field := strings.Join(rule.Fields, "")
	at := slices.IndexFunc(h.Constraints, func(c runtime.FieldConstraint) bool { return c.Field == field && c.Max != "" })
	_, list, _ := strings.Cut(rule.Message, "[")
	var keys []string
	p, ok := parsePath(field)
	if at < 0 || !ok || json.Unmarshal([]byte("["+list), &keys) != nil {
		return doc
	}
	most, err := h.Constraints[at].Max.Int64()
	for ; err == nil && len(keys) > 0; keys = keys[:len(keys)-1] {
		v, _ := get(doc, p)
		if object, ok := v.(map[string]any); !ok || len(object) <= int(most) {
			break
		}
		doc = remove(doc, append(slices.Clone(p), step{key: keys[len(keys)-1]}))
	}
	return doc
}

// mergePatch applies a merge patch (RFC 7396).
func mergePatch(doc, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object, ok := doc.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	for key, v := range changes {
		if v == nil {
			delete(object, key)
			continue
		}
		object[key] = mergePatch(object[key], v)
	}
	return object
}
