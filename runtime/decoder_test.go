package runtime_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// issuesOf lists issues in short form: "field constraint expected got".
func issuesOf(err error) []string {
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		if err == nil {
			return nil
		}
		return []string{"not a ValidationError: " + err.Error()}
	}
	var list []string
	for _, i := range invalid.Issues() {
		short := fmt.Sprintf("%s %s", i.Field, i.Constraint)
		if i.Expected != nil {
			short += fmt.Sprintf(" want %v", i.Expected)
		}
		if i.Got != nil {
			short += fmt.Sprintf(" got %v", i.Got)
		}
		list = append(list, strings.TrimSpace(short))
	}
	return list
}

func TestDecode(t *testing.T) {
	t.Parallel()
	const good = `{"AccountId":"acc_1","Amount":12.34,"Applications":[{"InvoiceId":"inv1","Amount":12.34}]}`
	tests := []struct {
		name, in string
		want     []string
	}{
		{"sound", good, nil},
		{"any order, space", "\t{ \"Applications\" : [ { \"Amount\" : 1e2 , \"InvoiceId\" : \"inv\" } ] ,\r\n \"Amount\" : 3 , \"AccountId\" : \"acc_1\" } \n", nil},
		{"escaped key", `{"Account\u0049d":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}]}`, nil},
		{"missing", `{}`, []string{"AccountId required", "Amount required", "Applications required"}},
		{"missing among others", `{"Amount":0}`, []string{"AccountId required", "Amount exclusiveMinimum want 0 got 0", "Applications required"}},
		{"wrong root", `[1,{"a":1}]`, []string{"type want object got array"}},
		{"null root", `null`, []string{"type want object got null"}},
		{"types", `{"AccountId":7,"Amount":"x","Applications":{},"Memo":null,"Tags":[1,"a",null],"Due":4.5}`, []string{
			"AccountId type want string got integer", "Amount type want number got string", "Applications type want array got object",
			"Memo type want string got null", "Tags[0] type want string got integer", "Tags[2] type want string got null",
			"Due type want [string null] got number",
		}},
		{"several of one value", `{"AccountId":"x","Amount":-0.001,"Applications":[]}`, []string{
			"AccountId minLength want 5 got 1", `AccountId pattern want ^acc_\d+$ got x`,
			"Amount exclusiveMinimum want 0 got -0.001", "Amount multipleOf want 0.01 got -0.001",
			"Applications minItems want 1 got 0",
		}},
		{"schema order", `{"Due":"x","Tags":["a","a"],"Zzz":1,"Memo":"12345678901","Aaa":{"b":[]},"Amount":1,"Applications":[{"Amount":-1,"InvoiceId":"i"},7,{"InvoiceId":"inv","Count":11}]}`, []string{
			"AccountId required", "Applications[0].InvoiceId minLength want 3 got 1", "Applications[0].Amount minimum want 0 got -1",
			"Applications[1] type want object got integer", "Applications[2].Amount required", "Applications[2].Count maximum want 10 got 11",
			"Memo maxLength want 10 got 11", "Tags uniqueItems want true got a", "Due format want date got x",
			"Zzz additionalProperties got Zzz", "Aaa additionalProperties got Aaa",
		}},
		{"near key", `{"AccountID":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}]}`, []string{
			"AccountId required", "AccountID additionalProperties want AccountId got AccountID",
		}},
		{"odd keys", `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1,"a.b":{"x":1,"x":2}}],"b c":1,"":2}`, []string{
			`Applications[0]["a.b"].x duplicateKey got x`, `["b c"] additionalProperties got b c`, `[""] additionalProperties got`,
		}},
		{"duplicates", `{"AccountId":"acc_1","Amount":1,"Amount":"x","Applications":[{"InvoiceId":"inv","Amount":1,"e":1,"e":2,"Count":1,"C\u006funt":99}],"u":{"v":[{"w":1,"\u0077":2}]},"u":3}`, []string{
			"Amount duplicateKey got Amount", "Applications[0].Count duplicateKey got Count", "Applications[0].e duplicateKey got e",
			"u duplicateKey got u",
		}},
		{"duplicates below", `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}],"u":{"v":[{"w":1,"\u0077":2,"w":{"x":1,"x":2}}]}}`, []string{
			"u additionalProperties got u", "u.v[0].w duplicateKey got w",
		}},
		{"faults before and in duplicates", `{"AccountId":"x","Applications":[{"InvoiceId":"i","Amount":1},{"Amount":-1,"Amount":"x","InvoiceId":"inv"}],"Amount":1,"AccountId":{"a":1,"a":2},"Applications":[7],"Tags":[1],"AccountId":1}`, []string{
			"AccountId duplicateKey got AccountId", "Applications duplicateKey got Applications", "Tags[0] type want string got integer",
		}},
		{"object-level after fields", `{"AccountId":"acc_1","Amount":1,"Applications":[{"a":1,"b":1,"c":1,"d":1,"Amount":-1,"InvoiceId":"inv"}]}`, []string{
			"Applications[0].Amount minimum want 0 got -1", "Applications[0] maxProperties want 5 got 6",
		}},
		{"null in nullable", `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}],"Due":null}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v, err := decodePayment([]byte(test.in))
			if got := issuesOf(err); !reflect.DeepEqual(got, test.want) {
				t.Errorf("issues\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
			if (err == nil) != (v != nil) {
				t.Errorf("value %v with error %v", v, err)
			}
		})
	}
}

func TestDecodeValue(t *testing.T) {
	t.Parallel()
	const in = `{"AccountId":"acc_1","Amount":12.5,"Applications":[{"InvoiceId":"in\u00e9\ud83d\ude00\n","Amount":0,"Count":3e0,"more":{"a":[1.50,null,true,"x"]}}],"Memo":"né","Tags":[],"Due":null}`
	v, err := decodePayment([]byte(in), runtime.CopyStrings())
	if err != nil {
		t.Fatal(err)
	}
	memo, count := "né", int64(3)
	want := &payment{
		AccountID: "acc_1", Amount: 12.5, Memo: &memo, Tags: []string{}, Due: runtime.NullOf[string](),
		Applications: []paymentApplication{{
			InvoiceID: "iné😀\n", Count: &count,
			Extra: map[string]any{"more": map[string]any{"a": []any{json.Number("1.50"), nil, true, "x"}}},
		}},
	}
	v.Applications = append([]paymentApplication(nil), v.Applications...)
	if !reflect.DeepEqual(v, want) {
		t.Errorf("got %+v\nwant %+v", v, want)
	}
	if err := v.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSyntax(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"empty", "", "json"},
		{"blank", " \n", "json"},
		{"trailing", `{} x`, "json"},
		{"two values", `{}{}`, "json"},
		{"byte order mark", "\ufeff{}", "json"},
		{"trailing comma", `{"a":1,}`, "json"},
		{"single quotes", `{'a':1}`, "json"},
		{"leading zero", `{"a":01}`, "json"},
		{"minus leading zero", `{"Amount":-01}`, "json"},
		{"plus", `{"Amount":+1}`, "json"},
		{"no digit after point", `{"Amount":1.}`, "json"},
		{"no digit before point", `{"Amount":.5}`, "json"},
		{"no exponent", `{"Amount":1e}`, "json"},
		{"NaN", `{"Amount":NaN}`, "json"},
		{"word", `{"Tags":[nul]}`, "json"},
		{"long word", `{"u":truee}`, "json"},
		{"control in string", "{\"AccountId\":\"a\nb\"}", "json"},
		{"NUL in string", "{\"AccountId\":\"a\x00b\"}", "json"},
		{"NUL outside", "{\x00}", "json"},
		{"invalid UTF-8", "{\"AccountId\":\"a\xffb\"}", "json"},
		{"invalid UTF-8 in key", "{\"a\xc3\":1}", "json"},
		{"invalid UTF-8 in skipped", "{\"u\":[\"a\xed\xa0\x80\"]}", "json"},
		{"overlong UTF-8", "{\"u\":\"\xc0\xaf\"}", "json"},
		{"lone high surrogate", `{"AccountId":"\ud800"}`, "json"},
		{"lone low surrogate", `{"AccountId":"\udc00x"}`, "json"},
		{"two high surrogates", `{"AccountId":"\ud800\ud800"}`, "json"},
		{"bad escape", `{"AccountId":"\x41"}`, "json"},
		{"bad hex", `{"AccountId":"\u00g0"}`, "json"},
		{"missing colon", `{"a" 1}`, "json"},
		{"missing comma", `{"a":1 "b":2}`, "json"},
		{"missing comma in array", `{"Tags":["a" "b"]}`, "json"},
		{"wrong bracket", `{"Tags":["a"}`, "json"},
		{"comment", `{/**/}`, "json"},
		{"fault after issues", `{"Amount":"x","Memo":]`, "json"},

		{"open object", `{`, "truncated"},
		{"open key", `{"Acc`, "truncated"},
		{"after key", `{"Amount"`, "truncated"},
		{"after colon", `{"Amount":`, "truncated"},
		{"in number", `{"Amount":-`, "truncated"},
		{"after number", `{"Amount":1`, "truncated"},
		{"in fraction", `{"Amount":1.`, "truncated"},
		{"in exponent", `{"Amount":1e+`, "truncated"},
		{"in word", `{"Due":nu`, "truncated"},
		{"in string", `{"AccountId":"ac`, "truncated"},
		{"in rune", "{\"AccountId\":\"a\xc3", "truncated"},
		{"in escape", `{"AccountId":"a\`, "truncated"},
		{"in hex", `{"AccountId":"a\u00`, "truncated"},
		{"between surrogates", `{"AccountId":"a\ud800`, "truncated"},
		{"between surrogates, backslash", `{"AccountId":"a\ud800\`, "truncated"},
		{"in second surrogate", `{"AccountId":"a\ud800\udc`, "truncated"},
		{"after comma", `{"Amount":1,`, "truncated"},
		{"open array", `{"Tags":["a",`, "truncated"},
		{"in skipped", `{"u":[{"a":"b`, "truncated"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v, err := decodePayment([]byte(test.in))
			if got := issuesOf(err); len(got) != 1 || got[0] != test.want || v != nil {
				t.Errorf("got %q, value %v, want %q", got, v, test.want)
			}
			if err != nil && !strings.Contains(err.Error(), "byte") && test.name != "empty" && test.name != "blank" {
				t.Errorf("no offset in %q", err)
			}
		})
	}
}

func TestEveryPrefixIsRefused(t *testing.T) {
	t.Parallel()
	const in = `{"AccountId":"acc_1\u00e9\ud83d\ude00é","Amount":-1.5e+2,"Applications":[{"InvoiceId":"inv","Amount":1,"x":[true,false,null]}],"Due":null,"Memo":"m"}`
	for n := 1; n < len(in); n++ {
		_, err := decodePayment([]byte(in[:n]))
		if got := issuesOf(err); len(got) != 1 || got[0] != "truncated" {
			t.Errorf("%s: %q", in[:n], got)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	nested := func(n int) []byte {
		return []byte(`{"u":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}")
	}
	tests := []struct {
		name string
		in   []byte
		opts []runtime.DecodeOption
		want string
	}{
		{"depth within", nested(63), nil, "AccountId required"},
		{"depth beyond", nested(64), nil, "depth want 64"},
		{"depth option", nested(3), []runtime.DecodeOption{runtime.MaxDepth(3)}, "depth want 3"},
		{"depth of the deepest", nested(1_000_000), []runtime.DecodeOption{runtime.MaxDepth(1 << 40)}, "depth want 10000"},
		{"size", make([]byte, 4<<20+1), nil, "size want 4194304 got 4194305"},
		{"size option", []byte(`{"a":1}`), []runtime.DecodeOption{runtime.MaxBytes(6)}, "size want 6 got 7"},
		{"size exact", []byte(`{"a":1}`), []runtime.DecodeOption{runtime.MaxBytes(7)}, "AccountId required"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := decodePayment(test.in, test.opts...)
			if got := issuesOf(err); len(got) == 0 || got[0] != test.want {
				t.Errorf("got %.200q, want %q first", got, test.want)
			}
		})
	}
}

func TestUnmarshalLeavesValueOnError(t *testing.T) {
	t.Parallel()
	v := payment{AccountID: "acc_9", Amount: 4}
	if err := json.Unmarshal([]byte(`{"AccountId":"acc_2","Amount":"x"}`), &v); !errors.Is(err, runtime.ErrInvalidArguments) {
		t.Errorf("error %v", err)
	}
	if v.AccountID != "acc_9" || v.Amount != 4 {
		t.Errorf("value changed: %+v", v)
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	memo := "much too long"
	tenth := 0.1
	v := &payment{Amount: tenth + 0.2, Memo: &memo, Due: runtime.ValueOf("tomorrow")}
	want := []string{
		"AccountId minLength want 5 got 0", `AccountId pattern want ^acc_\d+$ got`,
		"Amount multipleOf want 0.01 got 0.30000000000000004", "Applications required",
		"Memo maxLength want 10 got 13", "Due format want date got tomorrow",
	}
	if got := issuesOf(v.Validate()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	var none *payment
	if got := issuesOf(none.Validate()); !reflect.DeepEqual(got, []string{"type want object got null"}) {
		t.Errorf("nil: %q", got)
	}
}
