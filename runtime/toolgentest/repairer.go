package toolgentest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Repairer corrects a call exactly as a hint says, like a model that takes everything literally. It uses the
// text of the call and the JSON of the hint, but not the schema.
type Repairer struct {
	// Ask returns the true value of a field. It is called for the fields whose values must be provided
	// according to the hint. A nil Ask answers nothing.
	Ask func(field string) (value json.RawMessage, ok bool)
	// Asked lists the fields that were asked for.
	Asked []string
}

// Repair returns the corrected call. hint is the JSON of a [runtime.RetryHint].
func (r *Repairer) Repair(call []byte, hint []byte) []byte {
	var h runtime.RetryHint
	if err := json.Unmarshal(hint, &h); err != nil {
		return call
	}
	was, err := tolerant(call)
	doc := was
	if corrected, ok := show.Parse(h.CorrectedInput); ok && len(h.CorrectedInput) > 0 {
		doc = corrected
	} else if err != nil {
		return call
	} else {
		doc = edited(&h, doc)
	}
	for i := range h.Changes {
		p, ok := parsePath(h.Changes[i].Field)
		if v, there := get(was, p); ok && there && len(p) > 0 && h.Changes[i].Kind == "stay" {
			doc = put(doc, p, v)
		}
	}
	for _, field := range r.questions(&h) {
		p, ok := parsePath(field)
		if !ok || len(p) == 0 {
			continue
		}
		if v, ok := r.ask(field); ok {
			doc = put(doc, p, v)
		}
	}
	return show.JSON(doc)
}

// questions returns the fields to ask for: those that the hint names, and those of rules and of faults of a
// whole object or array, which do not say which of several values is wrong.
func (r *Repairer) questions(h *runtime.RetryHint) []string {
	fields := slices.Clone(h.Ask)
	for i := range h.Changes {
		if c := &h.Changes[i]; slices.Contains([]string{"mend", "give", "choose", "ask"}, c.Kind) {
			fields = append(fields, c.Field)
		}
	}
	for _, rule := range h.Rules {
		for _, field := range rule.Fields {
			field, _, _ = strings.Cut(field, "[]")
			fields = append(fields, field)
		}
	}
	var once []string
	for _, f := range fields {
		if !slices.Contains(once, f) {
			once = append(once, f)
		}
	}
	return once
}

// edited applies the certain edits of a hint that is too small to contain the corrected call.
func edited(h *runtime.RetryHint, doc any) any {
	for i := range h.Changes {
		c := &h.Changes[i]
		p, ok := parsePath(c.Field)
		if !ok || len(p) == 0 {
			continue
		}
		switch c.Kind {
		case "rename", "move":
			from, ok := parsePath(c.From)
			if v, there := get(doc, from); ok && there && len(from) > 0 {
				doc = put(remove(doc, from), p, v)
			}
		case "convert", "match", "reformat", "wrap", "split", "unwrap":
			if v, ok := show.Parse([]byte(c.To)); ok && c.To != "" {
				doc = put(doc, p, v)
			}
		case "remove", "place", "leave":
			doc = remove(doc, p)
		}
	}
	return doc
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
	return show.Parse(raw)
}

// tolerant parses almost-JSON, with the exact repairs of the decoder.
func tolerant(text []byte) (v any, err error) {
	root := &gencode.Decoders{Args: func(d *gencode.Decoder, _ any) any {
		v = nil
		d.Any(&v)
		return &v
	}}
	_, err = (&runtime.ToolSpec{Decoders: root}).DecodeArgs(text, runtime.RepairSyntax())
	return v, err
}
