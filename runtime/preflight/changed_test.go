package preflight_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestChangedCallsAreTold checks that observers of the gate can distinguish a repaired call from a valid one.
func TestChangedCallsAreTold(t *testing.T) {
	t.Parallel()
	extra := ""
	for i := range 6 {
		extra += fmt.Sprintf(`,"x%d":1`, i)
	}
	for _, test := range []struct{ arguments, want string }{
		{payment, ""},
		{strings.Replace(payment, "1200,", `"1200",`, 1), "The call was changed before it ran. \"Amount\" was converted to the type of the field."},
		{strings.Replace(payment, "}]}", `}],}`, 1), "The call was changed before it ran. The arguments text was repaired, because it was not valid JSON."},
		{strings.Replace(payment, "}]}", "}]"+extra+"}", 1), "The call was changed before it ran. \"x0\" is not a field of the tool and was ignored. \"x1\" is not a field of the tool and was ignored." +
			" \"x2\" is not a field of the tool and was ignored. Further changes: 3."},
	} {
		synctest.Test(t, func(t *testing.T) {
			g, k := newGate(t, newSet(done).Decoding(runtime.Lenient()))
			g.Call(t.Context(), preflight.Turn{}, call("c", "create_payment", test.arguments))
			if err := g.Close(); err != nil {
				t.Error(err)
			}
			got := "it did not run"
			for _, e := range k.events {
				if s, ok := e.Data.(preflight.Step); ok && s.Step == preflight.StepExecute && s.Status == preflight.StepRunning {
					got = s.Detail
				}
			}
			if got != test.want {
				t.Errorf("%s\ngot  %q\nwant %q", test.arguments, got, test.want)
			}
		})
	}
}
