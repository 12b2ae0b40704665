package rawjson_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

func TestWithoutKeepsOtherBytes(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":1}`: `{}`, `{ "a" : 1 , "b":2}`: `{ "b":2}`, `{"b":[1, 2] , "a":{"a":3} }`: `{"b":[1, 2] }`, `{"b":"\"a\":1,"}`: `{"b":"\"a\":1,"}`,
		`{"b":1, "\u0061":2, "a":3}`: `{"b":1, "a":3}`, `{}`: `{}`, `["a"]`: `["a"]`,
	} {
		if got := string(rawjson.Value(in).Without("a")); got != want {
			t.Errorf("%s without a is %s, not %s", in, got, want)
		}
	}
}

// FuzzValue compares values, trees and the scanner with encoding/json.
func FuzzValue(f *testing.F) {
	f.Add([]byte(`{"a":"\ud83d\ude00 \"","b":[1,{"c":null}]}`))
	f.Add([]byte(`[ "\\\\\"" , {"\u0061":1.0e0, "a":[] , "a":{} } ]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		text = bytes.TrimSpace(text)
		var want any
		if json.Unmarshal(text, &want) != nil {
			return
		}
		tree, err := rawjson.Parse[struct{}](text)
		var compact bytes.Buffer
		if compactErr := json.Compact(&compact, text); err != nil || compactErr != nil || tree.String() != compact.String() {
			t.Errorf("%s is parsed as %s: %v, %v", text, tree, err, compactErr)
		}
		if bytes.IndexByte([]byte(`{["`), text[0]) >= 0 {
			for cut := range len(text) {
				var s rawjson.Scanner
				if s.End(text[:cut]) >= 0 || s.End(text[cut:]) != len(text)-cut {
					t.Errorf("%s, cut at %d, ends elsewhere", text, cut)
				}
			}
		}
		value := rawjson.Value(text)
		if s, ok := want.(string); ok && joined(value.Text()) != joined(s) {
			t.Errorf("%s is read as %q, not %q", text, value.Text(), s)
		}
		if members, ok := want.(map[string]any); ok && text[0] == '{' {
			found := map[string]any{}
			for key, member := range value.Members() {
				var v any
				if err := json.Unmarshal(member, &v); err != nil {
					t.Errorf("%s: %v", text, err)
				}
				found[key.Text()] = v
			}
			if len(found) != len(members) {
				t.Errorf("%s has %d members, not %d", text, len(found), len(members))
			}
			for key := range members {
				if rest := value.Without(key); !json.Valid(rest) {
					t.Errorf("%s without %q is %s", text, key, rest)
				}
			}
		}
	})
}

// joined makes one replacement character of several: encoding/json replaces each byte.
func joined(s string) string { return regexp.MustCompile("\uFFFD+").ReplaceAllString(s, "\uFFFD") }
