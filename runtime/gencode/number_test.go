package gencode

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// decodeOne decodes a text as one value and returns its issues in short form.
func decodeOne(text string, decode func(*Decoder)) string {
	err := DecodeWith([]byte(text), decode)
	if err == nil {
		return ""
	}
	var list []string
	for _, i := range err.(*runtime.ValidationError).Issues() {
		list = append(list, fmt.Sprintf("%s %v %v", i.Constraint, roomInShort(i.Expected), i.Got))
	}
	return strings.Join(list, "; ")
}

// roomInShort formats the expected value of a range issue as "least..greatest" or "×step"; other values are unchanged.
func roomInShort(expected any) any {
	switch room, ok := expected.(map[string]any); {
	case !ok:
		return expected
	case room["multipleOf"] != nil:
		return fmt.Sprint("×", room["multipleOf"])
	default:
		return fmt.Sprint(room["minimum"], "..", room["maximum"])
	}
}

func TestInt64(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want int64
		fail string
	}{
		{"0", 0, ""}, {"-0", 0, ""}, {"-0.0", 0, ""}, {"3.0", 3, ""}, {"3e2", 300, ""}, {"3E+2", 300, ""}, {"1200e-2", 12, ""},
		{"9223372036854775807", math.MaxInt64, ""}, {"-9223372036854775808", math.MinInt64, ""},
		{"9223372036854775808", math.MaxInt64, "range -9223372036854775808..9223372036854775807 9223372036854775808"},
		{"-9223372036854775809", math.MinInt64, "range -9223372036854775808..9223372036854775807 -9223372036854775809"},
		{"9007199254740993", 9007199254740993, ""}, {"9007199254740993.0", 9007199254740993, ""},
		{"0.000000000000000000009223372036854775807e39", math.MaxInt64, ""},
		{"100000000000000000000000000000000000e-30", 100000, ""},
		{"7e999999", math.MaxInt64, "range -9223372036854775808..9223372036854775807 7e999999"}, {"-7e9999999", math.MinInt64, "range -9223372036854775808..9223372036854775807 -7e9999999"},
		{"0e99999999999999999999", 0, ""},
		{"0.5", 0, "type integer number"}, {"1e-400", 0, "type integer number"}, {"15e-1", 0, "type integer number"},
		{`"3"`, 0, "type integer string"}, {"null", 0, "type integer null"}, {"true", 0, "type integer boolean"},
	}
	for _, test := range tests {
		var v int64
		if got := decodeOne(test.in, func(d *Decoder) { d.Int64(&v) }); got != test.fail || v != test.want {
			t.Errorf("%s: %d, %q; want %d, %q", test.in, v, got, test.want, test.fail)
		}
	}
}

func TestSmallIntegers(t *testing.T) {
	t.Parallel()
	var i32 int32
	var u32 uint32
	var u64 uint64
	tests := []struct {
		name, in, want string
		decode         func(*Decoder)
		value          func() any
		is             any
	}{
		{"int32 most", "2147483647", "", func(d *Decoder) { d.Int32(&i32) }, func() any { return i32 }, int32(math.MaxInt32)},
		{"int32 more", "2147483648", "range -2147483648..2147483647 2147483648", func(d *Decoder) { d.Int32(&i32) }, func() any { return i32 }, int32(math.MaxInt32)},
		{"int32 bound first", "2147483648", "maximum 10 2147483648", func(d *Decoder) { d.Int32(&i32); d.BoundInt("maximum", int64(i32), 10) }, func() any { return i32 }, int32(math.MaxInt32)},
		{"uint32 most", "4294967295", "", func(d *Decoder) { d.Uint32(&u32) }, func() any { return u32 }, uint32(math.MaxUint32)},
		{"uint32 less", "-1", "range 0..4294967295 -1", func(d *Decoder) { d.Uint32(&u32) }, func() any { return u32 }, uint32(0)},
		{"uint64 most", "18446744073709551615", "", func(d *Decoder) { d.Uint64(&u64) }, func() any { return u64 }, uint64(math.MaxUint64)},
		{"uint64 more", "18446744073709551616", "range 0..18446744073709551615 18446744073709551616", func(d *Decoder) { d.Uint64(&u64) }, func() any { return u64 }, uint64(math.MaxUint64)},
		{"uint64 less", "-1", "range 0..18446744073709551615 -1", func(d *Decoder) { d.Uint64(&u64) }, func() any { return u64 }, uint64(0)},
		{"uint64 limit", "18446744073709551615", "maximum 9223372036854775807 18446744073709551615", func(d *Decoder) { d.Uint64(&u64); d.Compare("maximum", u64, "9223372036854775807") }, func() any { return u64 }, uint64(math.MaxUint64)},
	}
	for _, test := range tests {
		if got := decodeOne(test.in, test.decode); got != test.want || test.value() != test.is {
			t.Errorf("%s: %v, %q; want %v, %q", test.name, test.value(), got, test.is, test.want)
		}
	}
}

func TestFloat64(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want float64
		fail string
	}{
		{"0", 0, ""}, {"-1.5", -1.5, ""}, {"0.1", 0.1, ""}, {"1e2", 100, ""}, {"123456789.123456", 123456789.123456, ""},
		{"123456789012345678901234567890", 123456789012345678901234567890, ""}, {"1.7976931348623157e308", math.MaxFloat64, ""},
		{"5e-324", 5e-324, ""}, {"9007199254740993", 9007199254740992, ""},
		{"1e400", math.MaxFloat64, "range -1.7976931348623157e+308..1.7976931348623157e+308 1e400"}, {"-7e9999999", -math.MaxFloat64, "range -1.7976931348623157e+308..1.7976931348623157e+308 -7e9999999"},
		{"1e-400", 0, "range ×5e-324 1e-400"}, {"0e-400", 0, ""}, {"0.0e99999", 0, ""},
		{`"1"`, 0, "type number string"},
	}
	for _, test := range tests {
		var v float64
		if got := decodeOne(test.in, func(d *Decoder) { d.Float64(&v) }); got != test.fail || v != test.want {
			t.Errorf("%s: %g, %q; want %g, %q", test.in, v, got, test.want, test.fail)
		}
	}
	var f float32
	if got := decodeOne("3.5e38", func(d *Decoder) { d.Float32(&f) }); got != "range -3.4028234663852886e+38..3.4028234663852886e+38 3.5e38" {
		t.Errorf("float32: %q", got)
	}
	if got := decodeOne("0.1", func(d *Decoder) { d.Float32(&f) }); got != "" || f != 0.1 {
		t.Errorf("float32: %v, %q", f, got)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in, keyword string
		limit       float64
		want        string
	}{
		{"9007199254740993", "maximum", 9007199254740992, "maximum 9007199254740992 9007199254740993"},
		{"9007199254740992", "maximum", 9007199254740992, ""},
		{"9007199254740993", "exclusiveMinimum", 9007199254740992, ""},
		{"0.99999999999999999999", "exclusiveMaximum", 1, ""},
		{"1.00000000000000000001", "maximum", 1, "maximum 1 1.00000000000000000001"},
		{"0.30000000000000000001", "maximum", 0.3, "maximum 0.3 0.30000000000000000001"},
		{"0.3", "maximum", 0.3, ""}, {"0.30", "exclusiveMaximum", 0.3, "exclusiveMaximum 0.3 0.3"},
		{"1e400", "maximum", 5, "maximum 5 1e400"}, {"1e400", "minimum", 5, "range -1.7976931348623157e+308..1.7976931348623157e+308 1e400"},
		{"-1e400", "minimum", 5, "minimum 5 -1e400"}, {"1e-400", "exclusiveMinimum", 0, "range ×5e-324 1e-400"},
		{"-1e-400", "minimum", 0, "minimum 0 -1e-400"}, {"-0.0", "minimum", 0, ""}, {"-0.0", "exclusiveMinimum", 0, "exclusiveMinimum 0 0"},
		{"7e9999999", "maximum", 1e300, "maximum 1e+300 7e9999999"}, {"5", "minimum", 5, ""}, {"4.99", "minimum", 5, "minimum 5 4.99"},
	}
	for _, test := range tests {
		got := decodeOne(test.in, func(d *Decoder) {
			var v float64
			if d.Float64(&v) {
				switch test.keyword {
				case "minimum":
					d.Bound("minimum", v, test.limit)
				case "maximum":
					d.Bound("maximum", v, test.limit)
				case "exclusiveMinimum":
					d.Bound("exclusiveMinimum", v, test.limit)
				case "exclusiveMaximum":
					d.Bound("exclusiveMaximum", v, test.limit)
				}
			}
		})
		if got != test.want {
			t.Errorf("%s %s %g: %q, want %q", test.in, test.keyword, test.limit, got, test.want)
		}
	}
}

func TestMultipleOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in, of string
		want   bool
	}{
		{"0.1", "0.01", true}, {"0.075", "0.01", false}, {"19.99", "0.01", true}, {"4.35", "0.01", true}, {"1.005", "0.01", false},
		{"0.30000000000000004", "0.1", false}, {"0.3", "0.1", true}, {"3", "1.5", true}, {"-4.5", "1.5", true}, {"35", "1.5", false},
		{"9007199254740993", "2", false}, {"9007199254740992", "2", true}, {"1e308", "0.5", true}, {"1e-7", "1e-8", true},
		{"7e9999999", "7", true}, {"7e9999999", "11", false}, {"7e999999", "3e-5", false}, {"6e999999", "3e-5", true},
		{"0", "0.01", true}, {"-0.0", "3", true}, {"12391239123", "1e-8", true}, {"123456789012345.67", "0.01", true},
		{"1234567890123456789012345678901234567890", "12345678901234567890", true}, {"1234567890123456789012345678901234567891", "12345678901234567890", false},
		{"123456789012345678900000000000000000000", "12345678901234567890", true}, {"0.5", "12345678901234567890", false},
		{"1e-400", "1e-401", true}, {"2", "4", false},
	}
	for _, test := range tests {
		for name, check := range map[string]func(d *Decoder){
			"float":  func(d *Decoder) { var v float64; d.Float64(&v); d.MultipleOf(v, test.of) },
			"number": func(d *Decoder) { var v json.Number; d.Number(&v); d.Compare("multipleOf", v, test.of) },
		} {
			got := decodeOne(test.in, check)
			if strings.HasPrefix(got, "multipleOf") == test.want {
				t.Errorf("%s: %s of %s: %q", name, test.in, test.of, got)
			}
		}
	}
}

func TestHugeExponentsAreQuick(t *testing.T) {
	t.Parallel()
	start := time.Now()
	const rounds = 100
	for range rounds {
		decodeOne("7e9999999", func(d *Decoder) {
			var v float64
			d.Float64(&v)
			d.Bound("maximum", v, 5)
			d.MultipleOf(v, "0.01")
			d.MultipleOf(v, "12345678901234567890")
			d.EnumNumber("enum", v, "1", "2")
		})
		decodeOne("-7e-9999999", func(d *Decoder) {
			var v json.Number
			d.Integer(&v)
			d.Compare("minimum", v, "5")
		})
		decodeOne("7e99999999999999999999999999999", func(d *Decoder) {
			var v any
			d.Any(&v)
			d.EnumAny(v, "1", "7e99999999999999999999999999999")
		})
	}
	if took := time.Since(start) / rounds; took > 100*time.Millisecond {
		t.Errorf("took %v", took)
	}
}

// TestDecimalAgainstRat compares decimals with an implementation that expands them.
func TestDecimalAgainstRat(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	literal := func() string {
		var b strings.Builder
		if rng.IntN(3) == 0 {
			b.WriteByte('-')
		}
		digits := func(most int) {
			for range rng.IntN(most) + 1 {
				b.WriteByte("0001259"[rng.IntN(7)])
			}
		}
		if rng.IntN(3) == 0 {
			b.WriteByte('0')
		} else {
			b.WriteByte("123"[rng.IntN(3)])
			digits(12)
		}
		if rng.IntN(2) == 0 {
			b.WriteByte('.')
			digits(12)
		}
		if rng.IntN(2) == 0 {
			fmt.Fprintf(&b, "e%d", rng.IntN(41)-20)
		}
		return b.String()
	}
	rat := func(s string) *big.Rat {
		r, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("not a number: %s", s)
		}
		return r
	}
	for range 20_000 {
		a, b := literal(), literal()
		ra, rb := rat(a), rat(b)
		da, db := decimal.Parse(a), decimal.Parse(b)
		if got, want := da.Compare(db), ra.Cmp(rb); got != want {
			t.Fatalf("compare %s %s: %d, want %d", a, b, got, want)
		}
		if got := da.IsIntegral(); got != ra.IsInt() {
			t.Fatalf("integral %s: %v", a, got)
		}
		if got, want := da.Canonical() == db.Canonical(), ra.Cmp(rb) == 0; got != want {
			t.Fatalf("canonical %s %s: %s %s", a, b, da.Canonical(), db.Canonical())
		}
		n, ok := da.Int64()
		if want := ra.IsInt() && ra.Num().IsInt64(); ok != want || ok && n != ra.Num().Int64() {
			t.Fatalf("int64 %s: %d %v", a, n, ok)
		}
		if rb.Sign() != 0 {
			want := new(big.Rat).Quo(ra, rb).IsInt()
			if got := decimal.Satisfies("multipleOf", da, db); got != want {
				t.Fatalf("%s multiple of %s: %v", a, b, got)
			}
			// A float with few digits is judged by its shortest decimal form.
			if f, err := json.Number(a).Float64(); err == nil && da.Significant() <= exactDigits && rb.Sign() > 0 {
				if got, decided := decimal.MultipleOfFloat(f, b); decided && got != want {
					t.Fatalf("float %s multiple of %s: %v", a, b, got)
				}
			}
		}
	}
}

func TestNumberText(t *testing.T) {
	t.Parallel()
	var n json.Number
	for in, want := range map[string]string{"1.50": "", "1e2": "", "12345678901234567890.0": "", "1.5": "type integer number", `"1"`: "type integer string"} {
		if in == "1.50" {
			want = "type integer number"
		}
		if got := decodeOne(in, func(d *Decoder) { d.Integer(&n) }); got != want {
			t.Errorf("Integer %s: %q, want %q", in, got, want)
		}
	}
	if got := decodeOne("-1.50e+3", func(d *Decoder) { d.Number(&n) }); got != "" || n != "-1.50e+3" {
		t.Errorf("Number: %s %q", n, got)
	}
}
