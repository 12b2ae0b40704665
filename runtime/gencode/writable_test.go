package gencode

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// picky has a MarshalJSON that refuses some values, and one that writes no JSON of ours.
type picky string

func (p picky) MarshalJSON() ([]byte, error) {
	if p == "no" {
		return nil, errors.New("not today")
	}
	return []byte(p), nil
}

func TestWritable(t *testing.T) {
	t.Parallel()
	ring := []any{nil}
	ring[0] = ring
	loop := map[string]any{}
	loop["a"] = &loop
	wide := any(1)
	for range 30 {
		wide = []any{wide, wide}
	}
	deep := any("x")
	for range limits.HighestDepth {
		deep = []any{deep}
	}
	for _, tt := range []struct {
		name string
		v    any
		want string
	}{
		{"plain", map[string]any{"a": []any{nil, true, "x", json.Number("-1.5e3")}}, ""},
		{"basic", []any{1, int8(1), uint64(1), 1.5, float32(1.5), []string{"a"}, map[string]string{}, []int{1}, (*int)(nil), struct{}{}}, ""},
		{"raw", []any{json.RawMessage(`{"a":[1]}`), json.RawMessage(nil), (*json.RawMessage)(nil)}, ""},
		{"infinities", []any{math.Inf(1), float32(math.NaN()), []float64{math.Inf(-1)}}, "[0] range -1.7976931348623157e+308..1.7976931348623157e+308 +Inf; [1] range -3.4028234663852886e+38..3.4028234663852886e+38 NaN; [2] range -1.7976931348623157e+308..1.7976931348623157e+308 -Inf"},
		{"texts as numbers", []any{json.Number(""), json.Number("+1"), []json.Number{"x"}}, "[0] type number; [1] type number +1; [2] type <nil> <nil>"},
		{"types", map[string]any{"b": make(chan int), "a": func() {}}, "a type <nil> <nil>; b type <nil> <nil>"},
		{"raw text", []any{json.RawMessage("{"), json.RawMessage(`{"a":1,"a":2}`), json.RawMessage("1 2")},
			"[0] json <nil> <nil>; [1].a duplicateKey <nil> a; [2] json <nil> <nil>"},
		{"its own way", []any{picky("no"), picky("1"), picky(`{"a":1,"a":2}`), picky("x")}, "[0] format <nil> <nil>; [2].a duplicateKey <nil> a; [3] json <nil> <nil>"},
		{"ring", []any{1, ring}, "depth 10000 <nil>"},
		{"loop", []any{1, loop}, "[1].a depth <nil> <nil>"},
		{"wide", wide, "size 16777216 <nil>"},
		{"deep", deep, ""},
		{"too deep", []any{deep}, "depth 10000 <nil>"},
	} {
		if got := faults(func(c *Checker) { c.Writable(tt.v) }); got != tt.want {
			t.Errorf("%s: got %s\nwant %s", tt.name, got, tt.want)
		}
		held := faults(func(c *Checker) { Hold(c, tt.v, func(*Checker, any) {}) })
		if held != tt.want {
			t.Errorf("%s, held: got %s\nwant %s", tt.name, held, tt.want)
		}
		if got := faults(func(c *Checker) { HoldSound(c, tt.v, func(c *Checker, _ any) { c.Issue("x", nil, nil) }) }); (got == "") != (tt.want != "") {
			t.Errorf("%s, held soundly: got %s", tt.name, got)
		}
	}
}

// What is not checked any more because the value is endless is no second fault.
func TestWritableOnce(t *testing.T) {
	t.Parallel()
	wide := any(1)
	for range 30 {
		wide = []any{wide, wide}
	}
	m := map[string]any{"a": wide, "b": wide, "c": 1}
	if got := faults(func(c *Checker) { EachAny(c, m) }); got != "a size 16777216 <nil>" {
		t.Error(got)
	}
	if plain := Plain(wide); !hasNoJSON(plain) || kindOf(plain) != 0 {
		t.Errorf("%T", plain)
	}
}

// A float32 is the number that is written for it.
func TestWiden(t *testing.T) {
	t.Parallel()
	for v, want := range map[float32]float64{0: 0, 0.1: 0.1, -2.5: -2.5, 16777216: 16777216, math.MaxFloat32: 3.4028235e38, math.SmallestNonzeroFloat32: 1e-45, float32(math.Inf(1)): math.Inf(1)} {
		if got := Widen(v); got != want {
			t.Errorf("%v: %v", v, got)
		}
	}
	if v := Widen(float32(math.NaN())); v == v {
		t.Error(v)
	}
}

// A check of a sound value of the types that decoding gives costs no allocation.
func TestWritableAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("pools keep nothing under the race detector, with which the short tests run")
	}
	var v struct {
		free  any
		plain any
		list  []any
		table map[string]any
		raw   json.RawMessage
		n     json.Number
		f     float32
	}
	v.free = map[string]any{"a": []any{"x", json.Number("1"), 1, 1.5, true, nil, map[string]any{}}}
	v.list, v.table, v.raw = []any{v.free, 1}, map[string]any{"a": v.free, "b": 2}, json.RawMessage(strings.Repeat(" ", 10)+`{"a":[1,2]}`)
	v.n, v.f, v.plain = "1.50", 0.1, map[string]any{"a": []any{"x", json.Number("1")}}
	check := func(c *Checker) {
		c.Writable(v.free)
		Each(c, v.list, CheckAny)
		EachAny(c, v.table)
		c.Writable(&v.raw)
		c.IsNumber(v.n, TypeNumber)
		c.Maximum(Widen(v.f), 0.1)
		if c.Down() {
			Hold(c, v.plain, func(*Checker, any) {})
			c.Up()
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := ValidateWith(true, check); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
