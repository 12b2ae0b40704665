package approval

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// TestEditedFieldsAreNamedAsInIssues checks that receipts name fields as issues do.
func TestEditedFieldsAreNamedAsInIssues(t *testing.T) {
	r := &record{proposal: proposal{requested: `{"größe":1,"a b":1,"same":1,"gone":1}`}, verdict: verdict{edited: true,
		arguments: `{"größe":2,"a b":2,"same":1,"":3}`}}
	want := []runtime.Receipt{
		{Field: `[""]`, Kind: ReceiptEdited}, {Field: `["a b"]`, Kind: ReceiptEdited},
		{Field: "gone", Kind: ReceiptEdited}, {Field: "größe", Kind: ReceiptEdited},
	}
	if diff := testdiff.Diff(want, r.receiptsOfRun()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
