package runtime_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

func TestWrapMatchAndUnions(t *testing.T) {
	t.Parallel()
	wrap, match, unwrap, coerce, all := runtime.WrapSingletons(), runtime.MatchEnums(), runtime.UnwrapStrings(), runtime.CoerceScalars(), runtime.Lenient()
	tests := []struct {
		name, in string
		opt      runtime.DecodeOption
		want     read
	}{
		{"wrap", `{"status":"open","tags":"a","lines":{"sku":"s","price":1}}`, wrap, read{
			value:    `{"status":"open","tags":["a"],"lines":[{"sku":"s","price":1}]}`,
			receipts: []string{`tags wrap_singleton "a" "array"`, `lines wrap_singleton "{\"sku\":\"s\",\"price\":1}" "array"`},
			text:     `{"status":"open","tags":["a"],"lines":[{"sku":"s","price":1}]}`,
		}},
		{"wrapped and checked", `{"status":"open","lines":{"sku":"s","price":-1,"x":1}}`, wrap, read{
			issues:   []string{"lines[0].price minimum want 0 got -1", "lines[0].x additionalProperties got x"},
			receipts: []string{`lines wrap_singleton "{\"sku\":\"s\",\"price\":-1,\"x\":1}" "array"`},
		}},
		{"wrap no list of lists", `{"status":"open","grid":1}`, all, read{issues: []string{"grid type want array got integer"}}},
		{"wrap inside a list of lists", `{"status":"open","grid":[1,[2]]}`, wrap, read{
			value:    `{"status":"open","grid":[[1],[2]]}`,
			receipts: []string{`grid[0] wrap_singleton 1 "array"`}, text: `{"status":"open","grid":[[1],[2]]}`,
		}},
		{"wrap nothing without a type", `{"status":"open","things":"x"}`, all, read{issues: []string{"things type want array got string"}}},
		{"wrap no null", `{"status":"open","grid":[null]}`, wrap, read{issues: []string{"grid[0] type want array got null"}}},
		{"wrap no other type", `{"status":"open","tags":{"a":1},"lines":7}`, wrap, read{issues: []string{"tags type want array got object", "lines type want array got integer"}}},
		{"wrap no list in a string", `{"status":"open","tags":" [\"a\",\"b\"]"}`, wrap, read{issues: []string{"tags type want array got string"}}},
		{"wrap no broken list", `{"status":"open","tags":"[\"a\",\"b"}`, all, read{issues: []string{"tags type want array got string"}}},
		{"wrap nothing empty", `{"status":"open","tags":" "}`, all, read{issues: []string{"tags type want array got string"}}},
		{"wrap coerced", `{"status":"open","tags":7,"grid":["1"]}`, all, read{
			value:    `{"status":"open","tags":["7"],"grid":[[1]]}`,
			receipts: []string{`tags wrap_singleton 7 "array"`, `tags[0] coerce_scalar 7 "7"`, `grid[0] wrap_singleton "1" "array"`, `grid[0][0] coerce_scalar "1" 1`},
			text:     `{"status":"open","tags":["7"],"grid":[[1]]}`,
		}},
		{"wrap unwrapped", `{"status":"open","lines":"{\"sku\":\"s\",\"price\":\"1\"}"}`, all, read{
			value: `{"status":"open","lines":[{"sku":"s","price":1}]}`,
			receipts: []string{
				`lines wrap_singleton "{\"sku\":\"s\",\"price\":\"1\"}" "array"`, `lines[0] unwrap_string "{\"sku\":\"s\",\"price\":\"1\"}" "object"`, `lines[0].price coerce_scalar "1" 1`,
			},
			text: `{"status":"open","lines":[{"sku":"s","price":1}]}`,
		}},

		{"match", `{"kinds":["goods","SERVICES"],"status":"In-Progress"}`, match, read{
			value:    `{"status":"in_progress","kinds":["GOODS","SERVICES"]}`,
			receipts: []string{`kinds[0] match_enum "goods" "GOODS"`, `status match_enum "In-Progress" "in_progress"`},
			text:     `{"kinds":["GOODS","SERVICES"],"status":"in_progress"}`,
		}},
		{"match and other checks", `{"status":"IN - - PROGRESS"}`, match, read{
			value: `{"status":"in_progress"}`, receipts: []string{`status match_enum "IN - - PROGRESS" "in_progress"`}, text: `{"status":"in_progress"}`,
		}},
		{"match with other faults", `{"status":"OPEN","count":1001,"z":"\u0041"}`, match, read{
			issues: []string{"count maximum want 1000 got 1001"}, receipts: []string{`status match_enum "OPEN" "open"`, `z ignored "A" null`},
		}},
		{"match no tie", `{"status":"On Hold"}`, all, read{issues: []string{"status enum want [open in_progress on-hold on hold closed] got On Hold"}}},
		{"match exactly first", `{"status":"on hold"}`, all, read{value: `{"status":"on hold"}`}},
		{"match no other word", `{"status":"opened"}`, all, read{issues: []string{"status enum want [open in_progress on-hold on hold closed] got opened"}}},
		{"match no sign", `{"status":"open","priority":"1D"}`, all, read{issues: []string{"priority enum want [1-0 10 -1d Highest] got 1D"}}},
		{"match no joined number", `{"status":"open","priority":"1_0"}`, match, read{
			value: `{"status":"open","priority":"1-0"}`, receipts: []string{`priority match_enum "1_0" "1-0"`}, text: `{"status":"open","priority":"1-0"}`,
		}},
		{"match of mixed types", `{"status":"open","lines":[{"sku":"s","price":0,"unit":"Piece"}]}`, match, read{
			value:    `{"status":"open","lines":[{"sku":"s","price":0,"unit":"PIECE"}]}`,
			receipts: []string{`lines[0].unit match_enum "Piece" "PIECE"`}, text: `{"status":"open","lines":[{"sku":"s","price":0,"unit":"PIECE"}]}`,
		}},
		{"match deep in strings", `"{\"lines\":\"[{\\\"sku\\\":\\\"s\\\",\\\"price\\\":0,\\\"unit\\\":\\\"KG\\\"}]\",\"status\":\"Open\",\"kinds\":\"goods\"}"`, all, read{
			value: `{"status":"open","kinds":["GOODS"],"lines":[{"sku":"s","price":0,"unit":"kg"}]}`,
			receipts: []string{
				` unwrap_string "{\"lines\":\"[{\\\"sku\\\":\\\"s\\\",\\\"price\\\":0,\\\"unit\\\":\\\"KG\\\"}]\",\"status…" "object"`,
				`lines unwrap_string "[{\"sku\":\"s\",\"price\":0,\"unit\":\"KG\"}]" "array"`, `lines[0].unit match_enum "KG" "kg"`,
				`status match_enum "Open" "open"`, `kinds wrap_singleton "goods" "array"`, `kinds[0] match_enum "goods" "GOODS"`,
			},
			text: `{"lines":[{"sku":"s","price":0,"unit":"kg"}],"status":"open","kinds":["GOODS"]}`,
		}},
		{"match no discriminator", `{"status":"open","op":{"do":"Drop"}}`, all, read{issues: []string{"op oneOf want map[do:[add drop]] got Drop"}}},
		{"match before a duplicate", `{"status":"Open","count":null,"count":1}`, all, read{
			issues: []string{"count duplicateKey got count"}, receipts: []string{`status match_enum "Open" "open"`, "count null_is_absent null null"},
		}},

		{"union strictly first", `{"status":"open","quantity":{"n":"42"}}`, all, read{value: `{"status":"open","quantity":{"n":"42"}}`}},
		{"union by leniency", `{"status":"open","quantity":{"n":"42","label":"small"}}`, all, read{
			value:    `{"status":"open","quantity":{"n":42,"label":"SMALL"}}`,
			receipts: []string{`quantity.n coerce_scalar "42" 42`, `quantity.label match_enum "small" "SMALL"`},
			text:     `{"status":"open","quantity":{"n":42,"label":"SMALL"}}`,
		}},
		{"union strictly first in a string", `{"status":"open","quantity":"{\"n\":\"42\"}"}`, all, read{
			value: `{"status":"open","quantity":{"n":"42"}}`, receipts: []string{`quantity unwrap_string "{\"n\":\"42\"}" "object"`}, text: `{"status":"open","quantity":{"n":"42"}}`,
		}},
		{"union either", `{"status":"open","quantity":{"n":7,"label":null,"mode":null}}`, runtime.NullIsAbsent(), read{
			issues: []string{"quantity oneOf want [counted described]", "quantity.mode additionalProperties got mode"}, receipts: []string{"quantity.label null_is_absent null null"},
		}},
		{"union of two scalars", `{"status":"open","target":"42"}`, all, read{issues: []string{"target anyOf want [integer list] got 42"}}},
		{"union in a string", `{"status":"open","target":"[1,\"2\"]","op":"{\"do\":\"add\",\"n\":1}","quantity":"{\"n\":1}"}`, all, read{
			value: `{"status":"open","quantity":{"n":1},"op":{"do":"add","n":1},"target":[1,2]}`,
			receipts: []string{
				`target unwrap_string "[1,\"2\"]" "array"`, `target[1] coerce_scalar "2" 2`, `op unwrap_string "{\"do\":\"add\",\"n\":1}" "object"`, `quantity unwrap_string "{\"n\":1}" "object"`,
			},
			text: `{"status":"open","target":[1,2],"op":{"do":"add","n":1},"quantity":{"n":1}}`,
		}},
		{"union not in a string", `{"status":"open","op":"{\"do\":\"add\",\"n\":1}"}`, coerce, read{issues: []string{"op type want object got string"}}},
		{"untyped", `{"status":"open","note":"[1]","things":["1",null,"{}"]}`, all, read{value: `{"status":"open","things":["1",null,"{}"],"note":"[1]"}`}},
		{"untyped null", `{"status":"open","note":null}`, all, read{value: `{"status":"open"}`}},
		{"unwrap twice", `"\"{\\\"status\\\":\\\"open\\\"}\""`, unwrap, read{issues: []string{"type want object got string"}}},
		{"members dropped", `{ "flag":null , "count": null,"status":"open", "tags":null}`, all, read{
			value:    `{"status":"open"}`,
			receipts: []string{"flag null_is_absent null null", "count null_is_absent null null", "tags null_is_absent null null"},
			text:     `{  "status":"open"}`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := readOrder(t, test.in, test.opt)
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s\n got %s\nwant %s", test.in, show(got), show(test.want))
			}
			if got.text == "" {
				return
			}
			if strict := readOrder(t, got.text); strict.value != got.value {
				t.Errorf("the text as it was read gives %s", show(strict))
			}
		})
	}
}

func show(r read) string {
	return strings.Join([]string{r.value, strings.Join(r.issues, "; "), strings.Join(r.receipts, "\n     "), r.text}, "\n     ")
}

// TestEmptyIsNoSoundNull: null may be a sound value, which no leniency touches.
func TestEmptyIsNoSoundNull(t *testing.T) {
	t.Parallel()
	var receipts []runtime.Receipt
	var v any
	err := runtime.DecodeWith([]byte(" null"), func(d *runtime.Decoder) { v = 0; d.Any(&v) }, runtime.Lenient(), runtime.CollectReceipts(&receipts))
	if err != nil || v != nil || receipts != nil {
		t.Errorf("%v, %v, %v", v, err, receipts)
	}
	for in, want := range map[string]string{"null": "type want integer got null", "": "json"} {
		var n int64
		err := runtime.DecodeWith([]byte(in), func(d *runtime.Decoder) { d.Int64(&n) }, runtime.Lenient(), runtime.CollectReceipts(&receipts))
		if got := issuesOf(err); len(got) != 1 || got[0] != want || receipts != nil {
			t.Errorf("%q: %q, %v", in, got, receipts)
		}
	}
}

// TestLeniencyIsNoGuess: a value that leniency fits to two variants fits none.
func TestLeniencyIsNoGuess(t *testing.T) {
	t.Parallel()
	spec := runtime.ObjectSpec{Keys: []string{"a"}, Required: []int{0}, Closed: true}
	union := runtime.UnionSpec{Keyword: "anyOf", Labels: []string{"integer", "number", "boolean"}, Kinds: []runtime.JSONType{runtime.TypeObject, runtime.TypeObject, runtime.TypeObject}}
	variant := func(read func(d *runtime.Decoder) any) func(d *runtime.Decoder) any {
		return func(d *runtime.Decoder) (v any) {
			o := runtime.Object{Spec: &spec}
			for d.Next(&o) {
				v = read(d)
			}
			return v
		}
	}
	for in, want := range map[string]string{
		`{"a":1}`:      `1 []`,
		`{"a":"1.5"}`:  `1.5 []`,
		`{"a":"true"}`: `true []`,
		`{"a":"1"}`:    `<nil> [a type want integer got string anyOf want [integer number boolean]]`,
		`{"a":"x"}`:    `<nil> [a type want integer got string anyOf want [integer number boolean]]`,
	} {
		var got any
		err := runtime.DecodeWith([]byte(in), func(d *runtime.Decoder) {
			got = runtime.Choose(d, &union,
				variant(func(d *runtime.Decoder) any { var v int64; d.Int64(&v); return v }),
				variant(func(d *runtime.Decoder) any { var v float64; d.Float64(&v); return v }),
				variant(func(d *runtime.Decoder) any { var v bool; d.Bool(&v); return v }))
		}, runtime.Lenient())
		if is := fmt.Sprintf("%v %v", got, issuesOf(err)); is != want {
			t.Errorf("%s: %s, want %s", in, is, want)
		}
	}
}

// TestManyChangesAreNoBurden: what leniency has to remember does not make the rest slower.
func TestManyChangesAreNoBurden(t *testing.T) {
	t.Parallel()
	union := runtime.UnionSpec{Keyword: "oneOf", Labels: []string{"a", "b"}, Kinds: []runtime.JSONType{runtime.TypeObject, runtime.TypeObject}}
	text := `[` + strings.Repeat(`{"n":7,"label":"big"},{"n":"7","label":"big"},`, 20_000) + `{"n":1}]`
	began := time.Now()
	var again any
	err := runtime.DecodeWith([]byte(text), func(d *runtime.Decoder) {
		from := d.Offset()
		var items [][]any
		runtime.Slice(d, &items, func(v *[]any, d *runtime.Decoder) {
			runtime.Slice(d, v, func(v *any, d *runtime.Decoder) {
				*v = runtime.Choose(d, &union,
					func(d *runtime.Decoder) any { return runtime.Variant(d, (*counted).decode) },
					func(d *runtime.Decoder) any { return runtime.Variant(d, (*described).decode) })
			})
		})
		again = d.Reread(from)
	}, runtime.Lenient())
	items, _ := again.([]any)
	if err != nil || len(items) != 40_001 || !reflect.DeepEqual(items[1], []any{map[string]any{"n": json.Number("7"), "label": "BIG"}}) {
		t.Errorf("%v, %d items", err, len(items))
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
