package runtime

// Receipt records one thing that decoding changed or dropped. It holds clones only, so that it
// may be kept for as long as one likes.
type Receipt struct {
	Field string      `json:"field"`          // dotted path, as in issues
	Kind  ReceiptKind `json:"kind"`           // what was done
	From  any         `json:"from,omitempty"` // what came: scalars as they are, else their JSON, cut
	To    any         `json:"to,omitempty"`   // what it was read as
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
	ReceiptRepaired ReceiptKind = "repair_syntax"   // the text was not JSON and was made so
)

// note records a receipt at the current place, if anybody asked for receipts.
func (d *Decoder) note(kind ReceiptKind, from, to any) {
	if d.cfg.receipts == nil || d.quiet {
		return
	}
	d.receipts = append(d.receipts, Receipt{Kind: kind, From: from, To: to})
	d.events++
}
