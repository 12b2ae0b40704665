package approval

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// ReceiptEdited is the kind of receipts for arguments that the approver changed, so that the model knows what
// actually ran. They contain no values.
const ReceiptEdited runtime.ReceiptKind = "edited"

// maskedKey reports whether arguments have a masked key, which is ambiguous.
func maskedKey(args []byte) bool {
	if !bytes.Contains(args, []byte(runtime.Redacted)) {
		return false
	}
	v, _ := show.Parse(args)
	var within func(v any) bool
	within = func(v any) bool {
		switch v := v.(type) {
		case map[string]any:
			for key, item := range v {
				if strings.Contains(key, runtime.Redacted) || within(item) {
					return true
				}
			}
		case []any:
			return slices.ContainsFunc(v, within)
		}
		return false
	}
	return within(v)
}

// receiptsOfRun returns the receipts of a call as it ran: repairs and edited fields.
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
