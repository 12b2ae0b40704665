package runtime_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

func invalid(t *testing.T, err error) *runtime.ValidationError {
	t.Helper()
	var v *runtime.ValidationError
	if !errors.As(err, &v) {
		t.Fatalf("error %v", err)
	}
	return v
}

func TestCap(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{"Zzz":1,"Tags":[`)
	for i := range 500 {
		fmt.Fprintf(&b, "%d,", i)
	}
	b.WriteString(`0],"AccountId":"x","Applications":[],"Yyy":1}`)
	v, err := decodePayment([]byte(b.String()), runtime.MaxIssues(7))
	if v != nil {
		t.Error("a value with an error")
	}
	got := invalid(t, err)
	want := []string{
		"AccountId minLength want 5 got 1", `AccountId pattern want ^acc_\d+$ got x`, "Amount required", "Applications minItems want 1 got 0",
		"Tags[0] type want string got integer", "Tags[1] type want string got integer", "Tags[2] type want string got integer",
	}
	if short := issuesOf(err); !reflect.DeepEqual(short, want) {
		t.Errorf("got %q", short)
	}
	if got.Omitted() != 498+2 {
		t.Errorf("omitted %d", got.Omitted())
	}
	if text := got.Error(); !strings.HasSuffix(text, "and 500 more") || strings.Count(text, "\n") != 8 {
		t.Errorf("text %s", text)
	}
}

// TestCapKeepsTheFirst decodes an object whose first fields come last, so that their issues are found after the cap is reached.
func TestCapKeepsTheFirst(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{`)
	for i := range 10_000 {
		fmt.Fprintf(&b, `"unknown%d":{"a":1,"a":2},`, i)
	}
	b.WriteString(`"Memo":7,"Amount":"x"}`)
	_, err := decodePayment([]byte(b.String()))
	got := issuesOf(err)
	if len(got) != 100 || invalid(t, err).Omitted() != 20_004-100 {
		t.Fatalf("%d issues, %d omitted", len(got), invalid(t, err).Omitted())
	}
	want := []string{
		"AccountId required", "Amount type want number got string", "Applications required", "Memo type want string got integer",
		"unknown0 additionalProperties got unknown0", "unknown0.a duplicateKey got a", "unknown1 additionalProperties got unknown1",
	}
	if !reflect.DeepEqual(got[:len(want)], want) {
		t.Errorf("got %q", got[:len(want)])
	}
}

func repeated(prefix, item, suffix string, size int) []byte {
	n := size / len(item)
	return []byte(prefix + strings.TrimSuffix(strings.Repeat(item, n), ",") + suffix)
}

// TestGrowthIsLinear compares the time per byte of small and large inputs that are invalid in every potentially expensive way.
func TestGrowthIsLinear(t *testing.T) {
	if os.Getenv("TOOLGEN_NIGHTLY") == "" {
		t.Skip("measures time, which is unreliable on a busy machine; make nightly runs it")
	}
	unknown := func(format string) func(int) []byte {
		return func(size int) []byte {
			var b strings.Builder
			b.WriteString(`{`)
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, format, i)
			}
			b.WriteString(`"Amount":1}`)
			return []byte(b.String())
		}
	}
	tests := []struct {
		name string
		make func(size int) []byte
		opts []runtime.DecodeOption
	}{
		{"bad items", func(n int) []byte { return repeated(`{"Applications":[`, `{"InvoiceId":1,"Amount":-1},`, `]}`, n) }, nil},
		{"items of a wrong type", func(n int) []byte { return repeated(`{"Tags":[`, `1,`, `]}`, n) }, nil},
		{"duplicates", func(n int) []byte { return repeated(`{"Applications":[{`, `"x":1,`, `}]}`, n) }, nil},
		{"duplicates in skipped", func(n int) []byte { return repeated(`{"u":{`, `"x":1,`, `}}`, n) }, nil},
		{"unknown keys", unknown(`"key%d":1,`), nil},
		{"unknown keys with issues below", unknown(`"key%d":{"a":1,"a":2},`), nil},
		{"ignored keys", unknown(`"key%d":1,`), []runtime.DecodeOption{runtime.CollectReceipts(new([]runtime.Receipt))}},
		{"long string", func(n int) []byte { return repeated(`{"AccountId":"`, "\\u00e9\\n", `"}`, n) }, nil},
		{"long number", func(n int) []byte { return repeated(`{"Amount":`, "12345678", `}`, n) }, nil},
		{"deep issues", func(n int) []byte {
			return repeated(`{"u":`+strings.Repeat(`[`, 50)+`{`, `"x":1,`, `}`+strings.Repeat(`]`, 50)+`}`, n)
		}, nil},
		{"long key above issues", func(n int) []byte {
			return repeated(`{"`+strings.Repeat("k", n/2)+`":{`, `"x":1,`, `}}`, n/2)
		}, nil},
		{"coerced", func(n int) []byte { return repeated(`{"Applications":[`, `{"InvoiceId":1,"Amount":"-1"},`, `]}`, n) }, []runtime.DecodeOption{runtime.Lenient()}},
		{"repairs", func(n int) []byte { return repeated(`{"Tags":[`, "'\n',", `]}`, min(n, 1<<15)) }, []runtime.DecodeOption{runtime.Lenient()}},
		{"hardly JSON", func(n int) []byte { return repeated(`{"Tags":[`, `[1,],`, `]}`, n) }, []runtime.DecodeOption{runtime.Lenient()}},
		{"quotes", func(n int) []byte { return repeated(`{"Tags":"`, `\"`, `"}`, n) }, []runtime.DecodeOption{runtime.Lenient()}},
		{"JSON in strings", func(n int) []byte { return repeated(`{"Applications":[`, `"{\"InvoiceId\":\"x\",}",`, `]}`, n) }, []runtime.DecodeOption{runtime.Lenient()}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			small, large := 1<<17, 1<<22
			if len(test.opts) > 0 && test.name != "ignored keys" {
				small, large = 1<<12, 1<<16 // expensive for the repair engine
			}
			tool := paymentTool(0)
			cost := func(size int) float64 {
				in := test.make(size)
				opts := append([]runtime.DecodeOption{runtime.MaxBytes(1 << 25)}, test.opts...)
				best := time.Duration(1 << 62)
				for range 3 {
					start := time.Now()
					_, err := tool.DecodeArgs(in, opts...)
					best = min(best, time.Since(start))
					if err == nil {
						t.Fatal("no issues")
					}
				}
				return float64(best) / float64(len(in))
			}
			// A quadratic cost would be 32 times as high; large maps that exceed the cache are several times as slow. Several attempts, in case
			// the machine is busy.
			for chance := range 4 {
				a, b := cost(small), cost(large)
				if b < 12*a {
					break
				}
				if chance == 3 {
					t.Errorf("%.1f ns per byte at %d bytes, %.1f at %d", a, small, b, large)
				}
			}
		})
	}
}

func TestMemoryIsBounded(t *testing.T) {
	in := repeated(`{"Applications":[`, `{"InvoiceId":1,"Amount":-1},`, `]}`, 3<<20)
	allocs := testing.AllocsPerRun(1, func() { decodePayment(in) })
	if allocs > 10_000 {
		t.Errorf("%.0f allocations, but only a hundred issues are stored", allocs)
	}
}
