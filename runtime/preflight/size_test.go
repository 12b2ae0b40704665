package preflight_test

import (
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestLimitBeforeWork checks that arguments beyond the limit are rejected before anything reads them: they take little more memory than
// their copies.
func TestLimitBeforeWork(t *testing.T) {
	long := `{"AccountId":"a","Amount":1,"Applications":[` + strings.Repeat(`{"InvoiceId":"i","Amount":1},`, 16<<20/29) + `{}]}`
	for name, c := range map[string]struct {
		set  *runtime.Toolset
		args string
		most uint64 // bytes
	}{
		"default":    {newSet(done), long, 4 * 16 << 20},
		"own limit":  {newSet(done).Decoding(runtime.MaxBytes(1 << 20)), long[:8<<20], 4 * 8 << 20},
		"is no JSON": {newSet(done), long[:12<<20], 4 * 12 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, k := newGate(t, c.set)
				taken := allocated(func() {
					out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, call("c1", "create_payment", c.args))
					if out.Error == nil || out.Error.Kind != runtime.FailureParse && out.Error.Kind != runtime.FailureValidation {
						t.Fatalf("%+v", out)
					}
					if out.RetryHint == nil || !strings.Contains(out.Error.Message, "too long: at most") {
						t.Errorf("%+v", out.Error)
					}
				})
				if taken > c.most {
					t.Errorf("%d MiB for a call of %d MiB", taken>>20, len(c.args)>>20)
				}
				// The corrected call may have the same ID, as after any invalid call.
				if out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1")); out.Error != nil {
					t.Error(out.Error)
				}
				closeGate(t, g, k, preflight.OutcomeBlocked, preflight.OutcomeDone)
			})
		})
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	f()
	goruntime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
