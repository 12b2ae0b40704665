package approval

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// ReceiptEdited is the kind of the receipts that tell the model which of its arguments were changed
// by whoever approved the call, so that it does not take its own call for what was run. They show
// no values.
const ReceiptEdited runtime.ReceiptKind = "edited"

// receiptsOfRun are the receipts of a call as it was run: what was repaired in the model's
// arguments, and which of the fields of the arguments were edited then.
func (r *record) receiptsOfRun() []runtime.Receipt {
	receipts := slices.Clone(r.receipts)
	var asked, run map[string]json.RawMessage
	if !r.edited || json.Unmarshal([]byte(r.requested), &asked) != nil || json.Unmarshal([]byte(r.arguments), &run) != nil {
		return receipts
	}
	keys := maps.Clone(asked)
	maps.Copy(keys, run)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !canon.Equal(asked[key], run[key]) {
			receipts = append(receipts, runtime.Receipt{Field: runtime.JoinKey("", key), Kind: ReceiptEdited})
		}
	}
	return receipts
}
