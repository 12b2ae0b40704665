package gencode

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// note records at the current place what was dropped, if anybody asked for receipts.
func (d *Decoder) note(kind runtime.ReceiptKind, from any) {
	if d.cfg.Receipts == nil || d.quiet {
		return
	}
	d.receipts = append(d.receipts, runtime.Receipt{Kind: kind, From: from})
	d.events++
}

// maxSuggestions bounds the receipts for which a known key is looked for: it takes a comparison with each.
const maxSuggestions = 100

// noteIgnored records that the key at the current place, which no field has, was dropped.
func (d *Decoder) noteIgnored(o *Object, key string) {
	before := len(d.receipts)
	d.note(runtime.ReceiptIgnored, d.valueGot())
	if before < len(d.receipts) && before < maxSuggestions {
		d.receipts[before].Suggest = near.Key(key, o.Spec.Keys)
	}
}

// report hands over the receipts and the text of a reading that ended without a fault.
func (d *Decoder) report(err error) {
	d.cfg.Report(d.receipts)
	if d.cfg.Text != nil && err == nil && len(d.absent) > 0 {
		*d.cfg.Text = json.RawMessage(d.textRead(0, d.end))
	}
}
