package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Varied is a Go value built without a decoder, and the results for it.
type Varied struct {
	Valid bool   // Validate accepts it
	Text  string // its JSON, if it marshals
	// Problem describes a disagreement of Validate, encoding/json and the decoder.
	Problem string `json:",omitempty"`
	Value   string `json:",omitempty"` // in Go syntax, if there is a problem
}

// anyDepth disables the decoder's limits, which do not belong to the schema.
var anyDepth = []runtime.DecodeOption{runtime.MaxDepth(10_000), runtime.MaxBytes(1 << 26)}

// varyAll builds Go values of the type that the arguments decode to, by modifying the decoded value or from
// scratch, and checks each.
func varyAll(tool runtime.Tool, q Question) (v Verdict) {
	decode := reflect.ValueOf(tool).MethodByName("DecodeArgs")
	if !decode.IsValid() {
		return Verdict{Failure: "the tool has no Go type"}
	}
	typ := decode.Type().Out(0).Elem()
	random := newVarier(q.Seed)
	for i := range q.Vary {
		value := reflect.New(typ)
		based := false
		if i%4 != 3 {
			if decoded, err := tool.Decode([]byte(q.Args), anyDepth...); err == nil {
				value, based = reflect.ValueOf(decoded), true
			} else {
				based = built(value, q.Args)
			}
		}
		if based {
			random.learn(value.Elem(), 0)
			for range 1 + random.IntN(3) {
				random.change(value.Elem(), 0)
			}
		} else {
			random.fill(value.Elem(), 0)
		}
		v.Varied = append(v.Varied, judgeValue(tool, value.Interface(), q.Lax))
	}
	return v
}

// built fills a value from arguments, bypassing the decoder, and reports success.
func built(value reflect.Value, text string) bool {
	var args any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(&args) == nil && build(value.Elem(), args) == nil
}

// judgeValue compares Validate of a Go value with decoding its JSON.
func judgeValue(tool runtime.Tool, value any, lax bool) (out Varied) {
	defer func() {
		if r := recover(); r != nil {
			out.Problem = fmt.Sprintf("panic: %v", r)
		}
		if out.Problem != "" {
			out.Value = fmt.Sprintf("%.2000s", show(reflect.ValueOf(value), 0))
		}
	}()
	checked, ok := value.(interface{ Validate() error })
	if !ok {
		return Varied{Problem: "the Go type has no Validate"}
	}
	err := checked.Validate()
	out.Valid = err == nil
	text, cannot := json.Marshal(value)
	out.Text = string(text)
	if !out.Valid {
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) || len(invalid.Issues()) == 0 {
			out.Problem = fmt.Sprintf("the error of Validate has no issues: %v", err)
		} else if cannot == nil && !lax && !strictOnPurpose(invalid) && !noText(reflect.ValueOf(value), 0) {
			if _, refused := tool.Decode(text, anyDepth...); refused == nil {
				out.Problem = "Validate refuses what decoding takes: " + err.Error()
			}
		}
		return out
	}
	switch {
	case cannot != nil:
		out.Problem = "Validate takes what has no JSON: " + cannot.Error()
		return out
	case bytes.Contains(text, []byte(`\ufffd`)) && noText(reflect.ValueOf(value), 0): // as encoding/json writes it
		out.Problem = "Validate takes text that is not UTF-8"
		return out
	}
	var receipts []runtime.Receipt
	again, refused := tool.Decode(text, append(slices.Clone(anyDepth), runtime.CollectReceipts(&receipts))...)
	if refused != nil {
		out.Problem = "Validate takes what decoding refuses: " + refused.Error()
		return out
	}
	back, err := json.Marshal(again)
	dropped := slices.ContainsFunc(receipts, func(r runtime.Receipt) bool { return r.Kind == runtime.ReceiptIgnored })
	if err != nil || !dropped && !bytes.Equal(back, text) && !sameJSON(back, text, lax) {
		out.Problem = fmt.Sprintf("decodes to %s (%v)", back, err)
	}
	return out
}

// strictOnPurpose reports whether Validate may reject more than decoding: an empty json.Number marshals as 0.
func strictOnPurpose(invalid *runtime.ValidationError) bool {
	return slices.ContainsFunc(invalid.Issues(), func(i runtime.ValidationIssue) bool { return i.Got == "" })
}

// sameJSON compares JSON with numbers as text; if blank is set, null equals an absent member.
func sameJSON(a, b []byte, blank bool) bool {
	var x, y any
	for text, to := range map[*[]byte]*any{&a: &x, &b: &y} {
		d := json.NewDecoder(bytes.NewReader(*text))
		d.UseNumber()
		if d.Decode(to) != nil {
			return false
		}
	}
	if blank {
		dropNulls(x)
		dropNulls(y)
	}
	return reflect.DeepEqual(x, y)
}

func dropNulls(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			dropNulls(item)
		}
	case map[string]any:
		for key, member := range v {
			if dropNulls(member); member == nil {
				delete(v, key)
			}
		}
	}
}

// show formats a value in Go-like syntax, following pointers, unlike %#v.
func show(v reflect.Value, depth int) string {
	if !v.IsValid() || depth > 12 {
		return "nil"
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return fmt.Sprintf("(%s)(nil)", v.Type())
		}
		return "&" + show(v.Elem(), depth+1)
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			parts = append(parts, v.Type().Field(i).Name+": "+show(v.Field(i), depth+1))
		}
		return v.Type().Name() + "{" + strings.Join(parts, ", ") + "}"
	case reflect.Slice:
		if v.IsNil() {
			return "nil"
		}
		var parts []string
		for i := range v.Len() {
			parts = append(parts, show(v.Index(i), depth+1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Map:
		if v.IsNil() {
			return "nil"
		}
		var parts []string
		for _, key := range v.MapKeys() {
			parts = append(parts, fmt.Sprintf("%q: %s", key, show(v.MapIndex(key), depth+1)))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.String:
		return fmt.Sprintf("%s(%q)", v.Type(), v.String())
	}
	return fmt.Sprintf("%s(%v)", v.Type(), v)
}
