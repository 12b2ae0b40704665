package gencode

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// FuzzAgainstEncodingJSON compares the grammar with encoding/json. This package is stricter on purpose about duplicate keys,
// UTF-8, lone surrogates and depth.
func FuzzAgainstEncodingJSON(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `null`, `true`, `-0`, `1.5e-3`, `"a\u00e9\ud83d\ude00"`, `{"a":[1,{"b":null}],"c":"x"}`, `[[],{},"",0]`,
		`{"a":1,"a":2}`, `"\ud800"`, `"\ud800\u0041"`, "\"\xff\"", `01`, `1.`, `-`, `{"a"}`, `[1,]`, `"` + "\t" + `"`, `{"a":1}}`,
		`[        1        ,        2        ]`, `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"aaaaaaaaaaaaaaa"`, `truefalse`, `nul`, `[1 2]`,
		strings.Repeat("[", 80) + strings.Repeat("]", 80), "\ufeff1", `"é€😀éééééééé"`, `1e400`, `[1e-400,123456789012345678901234567890]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		anyErr := DecodeWith(data, func(d *Decoder) { d.Any(&v) })
		skipErr := DecodeWith(data, func(d *Decoder) { d.Skip() })
		peekErr := DecodeWith(data, func(d *Decoder) {
			d.PeekProperty("b")
			from := d.Offset()
			d.Skip()
			if len(d.issues) == 0 && d.fault == nil {
				d.Reread(from)
			}
		})
		if (anyErr == nil) != (skipErr == nil) || (anyErr == nil) != (peekErr == nil) {
			t.Fatalf("Any %v, Skip %v, Peek %v", anyErr, skipErr, peekErr)
		}
		if anyErr == nil {
			if !json.Valid(data) {
				t.Fatal("accepted invalid JSON")
			}
			var want any
			dec := json.NewDecoder(strings.NewReader(string(data)))
			dec.UseNumber()
			if err := dec.Decode(&want); err != nil || !reflect.DeepEqual(v, want) {
				t.Fatalf("got %#v, want %#v, %v", v, want, err)
			}
			return
		}
		if !json.Valid(data) || !utf8.Valid(data) {
			return
		}
		var invalid *runtime.ValidationError
		if !errors.As(anyErr, &invalid) {
			t.Fatal(anyErr)
		}
		for _, issue := range invalid.Issues() {
			switch {
			case issue.Constraint == constraint.DuplicateKey, issue.Constraint == constraint.Depth:
			case issue.Constraint == constraint.JSON && strings.Contains(issue.Message, "surrogate"):
			default:
				t.Fatalf("rejected valid JSON: %v", anyErr)
			}
		}
	})
}

// FuzzNumber compares the number decoders with each other and with encoding/json.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"0", "-0", "1", "12.50", "1e2", "9223372036854775808", "1e400", "1e-400", "0.1", "123456789012345", "1234567890123456.5", "-0.0e7"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var float float64
		var integer int64
		var number json.Number
		floatErr := DecodeWith([]byte(in), func(d *Decoder) { d.Float64(&float) })
		intErr := DecodeWith([]byte(in), func(d *Decoder) { d.Int64(&integer) })
		numberErr := DecodeWith([]byte(in), func(d *Decoder) { d.Number(&number) })
		var want float64
		wantErr := json.Unmarshal([]byte(in), &want)
		if floatErr == nil && (wantErr != nil || float != want) {
			t.Fatalf("Float64 %v, want %v %v", float, want, wantErr)
		}
		if floatErr == nil && numberErr != nil || intErr == nil && numberErr != nil {
			t.Fatalf("%v %v %v", floatErr, intErr, numberErr)
		}
		if intErr == nil && decimal.Compare(string(number), strconv.FormatInt(integer, 10)) != 0 {
			t.Fatalf("Int64 %d of %s", integer, in)
		}
		var wantInt int64
		if json.Unmarshal([]byte(in), &wantInt) == nil && json.Valid([]byte(in)) && strings.TrimSpace(in) != "null" && (intErr != nil || integer != wantInt) {
			t.Fatalf("Int64 %d, %v; want %d", integer, intErr, wantInt)
		}
	})
}
