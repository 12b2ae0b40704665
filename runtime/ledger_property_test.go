package runtime

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestLedgerProperties checks for random sequences of failures at one decision point that every failure is an attempt, that repetitions
// are counted, that the third ends in a question and the fourth in a stop, and that a call with a subset of the faults is progress.
func TestLedgerProperties(t *testing.T) {
	t.Parallel()
	tools := payTools()
	calls := []string{
		`{"AccountId":"acc_x1","Amount":%d,"Applications":[]}`,
		`{"AccountId":"acc_x1","Amount":-%d,"Applications":[{"InvoiceId":"inv_1","Amount":5}]}`,
		`{"AccountId":"acc_x1","Amount":-%d,"Applications":[]}`,
		`{"Amount":%d}`,
	}
	for seed := range uint64(30) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		var l Ledger
		times := map[int]int{}
		last := -1
		for n := range 8 {
			kind := rnd.IntN(len(calls))
			h := turnOf(&l, tools, "p", "create_payment", fmt.Sprintf(calls[kind], n+1)).RetryHint
			times[kind]++
			attempts := l.Attempts("p")
			if len(attempts) != n+1 {
				t.Fatalf("seed %d: %d attempts after %d failures", seed, len(attempts), n+1)
			}
			switch a := attempts[n]; {
			case a.Times > times[kind] || a.Times < 1:
				t.Fatalf("seed %d: failure %d counts as number %d of its kind, want %d", seed, n, a.Times, times[kind])
			case a.Progress != (last == 2 && kind < 2):
				t.Fatalf("seed %d: failure %d of kind %d after one of kind %d: progress is %t", seed, n, kind, last, a.Progress)
			case a.Times > 3 && h.Action != Stop:
				t.Fatalf("seed %d: the action of failure number %d is %s", seed, a.Times, h.Action)
			}
			last = kind
		}
	}
}
