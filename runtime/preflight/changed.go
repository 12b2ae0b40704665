package preflight

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// maxChanged is how many changes of a call are named.
const maxChanged = 5

// changed describes how a call was repaired before it runs, "" if it was not: a repaired call must not look like one
// that was correct.
func changed(receipts []runtime.Receipt) string {
	var b strings.Builder
	told := map[string]bool{}
	more := 0
	for _, r := range receipts {
		if r.Kind == runtime.ReceiptEmpty || r.Kind == runtime.ReceiptDefault {
			continue // other ways of writing the same
		}
		field := r.Field
		if field == "" || r.Kind == runtime.ReceiptRepaired {
			field = "the text"
		}
		change := field + " (" + string(r.Kind) + ")"
		switch {
		case told[change]:
		case len(told) == maxChanged:
			more++
		default:
			told[change] = true
			b.WriteString(", " + change)
		}
	}
	if more > 0 {
		b.WriteString(", and " + strconv.Itoa(more) + " more")
	}
	if b.Len() == 0 {
		return ""
	}
	return "changed before it runs: " + strings.TrimPrefix(b.String(), ", ")
}
