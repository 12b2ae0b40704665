package inorder_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/gen/internal/inorder"
	"github.com/toolgen/toolgen/internal/testdiff"
)

func TestEach(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 500} {
		var got, want []int
		for i := range n {
			want = append(want, i*i)
		}
		inorder.Each(n, func(i int) int {
			if i%7 == 0 {
				runtime.Gosched()
			}
			return i * i
		}, func(_ int, square int) { got = append(got, square) })
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("%d pieces: (-want +got)\n%s", n, diff)
		}
	}
}

// TestEachHoldsFewResults bounds the buffered results while the first item is slow.
func TestEachHoldsFewResults(t *testing.T) {
	t.Parallel()
	var started, taken, most atomic.Int64
	inorder.Each(1000, func(i int) int {
		ahead := started.Add(1) - taken.Load()
		for {
			seen := most.Load()
			if ahead <= seen || most.CompareAndSwap(seen, ahead) {
				return i
			}
		}
	}, func(int, int) { taken.Add(1) })
	if limit := int64(2*runtime.GOMAXPROCS(0) + 2); most.Load() > limit {
		t.Errorf("%d results at once, more than %d", most.Load(), limit)
	}
}

func TestEachPassesPanicsOn(t *testing.T) {
	t.Parallel()
	taken := 0
	defer func() {
		if fault := recover(); fault != "piece 3" || taken != 3 {
			t.Errorf("got the panic %v after %d results", fault, taken)
		}
	}()
	inorder.Each(10, func(i int) int {
		if i == 3 {
			panic("piece 3")
		}
		return i
	}, func(int, int) { taken++ })
}
