package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// walk accompanies the reading of one container: after each member it gives the member's issues
// and receipts their step of the path. It is what Slice, MapOf, Any and Skip have in common;
// [Decoder.Next] does the same for objects with a spec, whose members have ranks.
type walk struct {
	first    int  // issues before the container
	at       int  // issues before the member
	total    int  // Checker.total before the member
	events   int  // Checker.events before the member
	receipts int  // receipts before the member
	opened   int  // receipts before the container
	full     bool // Checker.full before the container
}

func (d *Decoder) walk() walk {
	n := len(d.issues)
	return walk{first: n, at: n, total: d.total, events: d.events, receipts: len(d.receipts), opened: len(d.receipts), full: d.full}
}

// item ends the reading of the array item i.
func (w *walk) item(d *Decoder, i int) {
	if d.events != w.events {
		w.place(d, "", i, true)
	}
}

// member ends the reading of the i-th member of an object that has no schema order.
func (w *walk) member(d *Decoder, key string, i int) {
	if d.events != w.events {
		w.place(d, key, i, false)
	}
}

func (w *walk) place(d *Decoder, key string, i int, isIndex bool) {
	d.settle(w.total)
	if len(d.issues) > w.at || len(d.receipts) > w.receipts {
		if isIndex {
			d.prefixIndex(w.at, i)
			if len(d.receipts) > w.receipts {
				d.prefixReceipts(w.receipts, fieldpath.Index(i))
			}
		} else {
			step := fieldpath.Key(key)
			d.prefix(w.at, step, i)
			d.prefixReceipts(w.receipts, step)
		}
	}
	w.at, w.total, w.events, w.receipts = len(d.issues), d.total, d.events, len(d.receipts)
	// Members come in the order of their ranks, so everything that follows exceeds the cap.
	if w.at-w.first >= d.cap {
		d.full = true
	}
}

// end ends the container.
func (w *walk) end(d *Decoder) {
	d.full = w.full
	if len(d.issues) > w.first {
		d.order(w.first)
	}
}

// prefixReceipts puts a step in front of the receipts since from.
func (d *Decoder) prefixReceipts(from int, step string) {
	for i := from; i < len(d.receipts); i++ {
		d.receipts[i].Field = fieldpath.Prefix(step, d.receipts[i].Field)
	}
}

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
	if d.cfg.Receipts == nil || d.quiet {
		return
	}
	before := len(d.receipts)
	d.note(runtime.ReceiptIgnored, d.ignoredGot())
	if before < len(d.receipts) && before < maxSuggestions {
		d.receipts[before].Suggest = near.Key(key, o.Spec.Keys)
	}
}

// ignoredGot is the value that is next as a receipt shows it: arrays and objects as their text, cut.
func (d *Decoder) ignoredGot() any {
	if kind := d.Peek(); kind != TypeArray && kind != TypeObject {
		return d.valueGot()
	}
	before := d.snapshot()
	defer d.rewind(before)
	if d.Skip(); d.fault != nil {
		return nil
	}
	return show.String(string(d.src[before.pos:d.pos]))
}

// report hands over the receipts of a reading that ended without a fault, and its text if nulls were dropped.
func (d *Decoder) report(err error) {
	d.cfg.Report(d.receipts)
	if d.cfg.Text != nil && err == nil && len(d.absent) > 0 {
		*d.cfg.Text = show.JSON(d.Reread(d.space(0)))
	}
}
