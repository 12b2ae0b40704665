package dynamic

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestFaultsThatTrialsFound checks that a fault is reported however often enclosing unions have found it in trials, in cheap
// and in expensive calls.
func TestFaultsThatTrialsFound(t *testing.T) {
	t.Parallel()
	const depth = 20
	tools, diags := Load("tools.json", []byte(`[{"name":"t","inputSchema":{"type":"object","properties":{"pad":{"items":{"properties":{"p":{}}}},"v":{"$ref":"#/$defs/d"}},
		"$defs":{"d":{"type":"object","anyOf":[{"properties":{"x":{"$ref":"#/$defs/d"},"n":{"type":"integer"}}},{"required":["y"]}]}}}}]`), Options{})
	if len(tools.Tools) != 1 {
		t.Fatal(diags)
	}
	want := "v." + strings.Repeat("x.", depth) + "n"
	for _, pad := range []int{0, 10_000} {
		call := `{"pad":[` + strings.Repeat(`{"p":1},`, pad) + `0],"v":` + strings.Repeat(`{"x":`, depth) + `{"n":"text"}` + strings.Repeat("}", depth) + "}"
		_, err := tools.Tools[0].Decode([]byte(call))
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		issues := invalid.Issues()
		if last := issues[len(issues)-1]; len(issues) != depth+2 || last.Field != want {
			t.Errorf("after %d parts: %d issues, the last at %s", pad, len(issues), last.Field)
		}
	}
}
