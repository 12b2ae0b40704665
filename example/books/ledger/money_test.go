package ledger

import (
	"encoding/json"
	"testing"

	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

func TestMoney(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`0`: "0.00", `0.1`: "0.10", `-0.05`: "-0.05", `1e2`: "100.00", `12.345`: "12.35", `-12.345`: "-12.35", `0.004999`: "0.00",
		`1E-2`: "0.01", `99999999999.99`: "99999999999.99", `100000000001`: "100000000001.00", `1e41`: "0.00", `1e999999999`: "0.00", `1e-99999`: "0.00",
		`"5"`: "0.00", `null`: "0.00", `true`: "0.00", `[1]`: "0.00", ``: "0.00", `1e99999999999999999999`: "0.00",
	} {
		if got := money(number(json.RawMessage(in))); string(got) != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
