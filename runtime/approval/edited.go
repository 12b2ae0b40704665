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

// ReceiptEdited is the kind of the receipts that tell the model which of its arguments were changed
// by whoever approved the call, so that it does not take its own call for what was run. They show
// no values.
const ReceiptEdited runtime.ReceiptKind = "edited"

// maskedKey reports whether arguments have a key that is masked where they are shown. Which one is meant is not
// known.
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
