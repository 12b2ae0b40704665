package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// Receipt records one thing that decoding changed or dropped. It does not keep the input alive.
type Receipt struct {
	Field string      `json:"field"`          // dotted path, as in issues
	Kind  ReceiptKind `json:"kind"`           // what was done
	From  any         `json:"from,omitempty"` // the value in the call: scalars as they are, strings cut, else JSON, cut; for a key its path; for a repair what is not JSON
	To    any         `json:"to,omitempty"`   // what it was read as: a scalar, a key, or the type of an array or object

	// Suggest is the known key that was perhaps meant by one that was ignored, "" for none. The first
	// hundred receipts may have one.
	Suggest string `json:"suggest,omitempty"`
}

// ReceiptKind says what decoding did to a value.
type ReceiptKind string

// The kinds of receipts.
const (
	ReceiptIgnored  ReceiptKind = "ignored"         // an unknown key that nothing keeps was dropped
	ReceiptDefault  ReceiptKind = "default"         // an absent field got the schema's default
	ReceiptEmpty    ReceiptKind = "empty_is_object" // no arguments at all were read as {}
	ReceiptNull     ReceiptKind = "null_is_absent"  // a null was read as an absent field
	ReceiptScalar   ReceiptKind = "coerce_scalar"   // a scalar was read as another scalar type
	ReceiptUnwrap   ReceiptKind = "unwrap_string"   // JSON inside a string was taken out of it
	ReceiptWrap     ReceiptKind = "wrap_singleton"  // a single value was read as a list of one
	ReceiptEnum     ReceiptKind = "match_enum"      // an enum value was matched in another spelling
	ReceiptKey      ReceiptKind = "match_key"       // a key was matched in another spelling, or its value taken for the arguments
	ReceiptRepaired ReceiptKind = "repair_syntax"   // text that is not JSON was read as the JSON that it stands for
)

// hideReceipts removes the values of sensitive fields and of those that the server fills from receipts, including those
// within the text of a larger value.
func (s *ToolSpec) hideReceipts(receipts []Receipt) {
	if !s.Conceals() && !s.injects() {
		return
	}
	for i := range receipts {
		r := &receipts[i]
		shown, secret, at := s.View().Path(r.Field)
		if secret || s.View().Sensitive(r.Field) || s.View().Injected(r.Field) {
			if shown != r.Field {
				r.Suggest = "" // it may be what the key is near to
			}
			r.Field, r.From, r.To = shown, nil, nil
			continue
		}
		if steps := fieldpath.Split(r.Field); r.Suggest != "" && s.View().Injected(fieldpath.JoinKey(fieldpath.Join(steps[:len(steps)-1]), r.Suggest)) {
			r.Suggest = ""
		}
		text, _ := r.From.(string)
		whole := r.Kind == ReceiptUnwrap || r.Kind == ReceiptWrap || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
		if whole && (!at.Known() || (at.Holds(view.Sensitive) || at.Holds(view.Injected))) {
			r.From = nil
		}
	}
}
