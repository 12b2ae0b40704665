package preflight

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// A page reads missing_fields of a blocked call and fields_validated of a valid one as lists, even if they are empty.
func TestListsOfFieldsAreLists(t *testing.T) {
	for _, tt := range []struct {
		event WriteValidation
		want  string
	}{
		{
			WriteValidation{Tool: "t", Status: Blocked, MissingFields: faultyFields([]runtime.ValidationIssue{{Constraint: "json"}}), Message: "m"},
			`{"tool":"t","status":"blocked","missing_fields":[],"message":"m","duration_ms":0}`,
		},
		{
			WriteValidation{Tool: "t", Status: Passed, FieldsValidated: (&visit{spec: &runtime.ToolSpec{}}).fields(json.RawMessage(`{}`))},
			`{"tool":"t","status":"passed","fields_validated":[],"duration_ms":0}`,
		},
	} {
		if got, err := json.Marshal(tt.event); err != nil || string(got) != tt.want {
			t.Errorf("got %s, %v; want %s", got, err, tt.want)
		}
	}
}
