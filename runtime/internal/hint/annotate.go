package hint

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// annotator copies a call and leaves out what no note is about.
type annotator struct {
	strings.Builder
	dec    *json.Decoder
	failed bool
}

func (w *annotator) line(indent, text string) { w.WriteString(indent + text + "\n") }

func (w *annotator) token() json.Token {
	t, err := w.dec.Token()
	w.failed = w.failed || err != nil
	return t
}

// value writes the value that is next; lead is the key in front of it.
func (w *annotator) value(n *noteNode, indent, lead string) {
	if w.failed {
		return
	}
	if len(n.below) == 0 {
		w.leaf(n, indent, lead)
		return
	}
	open := w.token()
	delim, ok := open.(json.Delim)
	if !ok { // what the notes are about is inside a value that is not there
		w.line(indent, lead+"…"+n.comment())
		w.absent(n, indent, nil)
		return
	}
	w.line(indent, lead+delim.String()+n.comment())
	met := map[fieldpath.Step]bool{}
	elided := false
	for i := 0; w.dec.More() && !w.failed; i++ {
		step, lead := fieldpath.Step{Index: i, IsIndex: true}, ""
		if delim == '{' {
			key, _ := w.token().(string)
			step = fieldpath.Step{Key: key}
			lead = strconv.Quote(clip(key, show.MaxPath)) + ": "
		}
		if next := n.below[step]; next != nil && !met[step] {
			met[step], elided = true, false
			w.value(next, indent+"  ", lead)
			continue
		}
		w.skip()
		if !elided {
			w.line(indent+"  ", "…")
		}
		elided = true
	}
	shut := w.token()
	if w.failed {
		return
	}
	w.absent(n, indent+"  ", met)
	w.line(indent, shut.(json.Delim).String())
}

// absent writes the notes of places that the call does not have.
func (w *annotator) absent(n *noteNode, indent string, met map[fieldpath.Step]bool) {
	for _, step := range n.order {
		if met[step] {
			continue
		}
		for _, note := range n.below[step].notes {
			w.line(indent, "// "+note.lead+note.text)
		}
		w.absent(n.below[step], indent, nil)
	}
}

func (w *annotator) skip() json.RawMessage {
	var raw json.RawMessage
	w.failed = w.dec.Decode(&raw) != nil || w.failed
	return raw
}

// leaf writes a value with notes: a scalar as it is where it may be shown, else no more than its
// kind.
func (w *annotator) leaf(n *noteNode, indent, lead string) {
	raw := w.skip()
	if w.failed {
		return
	}
	shown := "…"
	visible := false
	for _, note := range n.notes {
		visible = visible || note.value
	}
	switch raw[0] {
	case '{':
		shown = "{…}"
	case '[':
		shown = "[…]"
	case '"':
		var s string
		if visible && json.Unmarshal(raw, &s) == nil {
			shown = show.Quote(s, show.MaxGot)
		}
	default:
		if visible {
			shown = clip(string(raw), show.MaxGot)
		}
	}
	w.line(indent, lead+shown+n.comment())
}
