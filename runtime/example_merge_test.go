package runtime

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMerged holds that a patch applied to a text gives what it gives applied to the value, and
// that neither changes what it was given.
func TestMerged(t *testing.T) {
	t.Parallel()
	docs := []string{
		`{}`, `{"a":1}`, ` { "a" : { "b" : [1, {"c":null}], "é\"" : "\u00e9" } , "z" : 1e2 } `, `{"a":{"b":{"c":1,"d":2}},"x":[]}`,
		`{"a":"{\"b\":1}"}`, `{"a":[1,2]}`, `{"z":0,"a":{"b":null}}`,
	}
	patches := []string{
		`{}`, `{"a":2}`, `{"a":null}`, `{"a":{"b":5}}`, `{"a":{"b":{"c":null,"e":{"f":null,"g":1}}}}`, `{"y":{"n":null},"b":[null,{"k":null}]}`, `{"z":{"é\"":1}}`, `{"q":1,"a":{"q":2,"b":null}}`,
	}
	for _, doc := range docs {
		for _, patch := range patches {
			value, _ := parseAny([]byte(doc))
			changes, _ := parseAny([]byte(patch))
			given := string(patchOf([]byte(patch)).append(nil))
			want := string(writeJSON(mergePatch(value, changes)))
			for _, sound := range []bool{true, false} {
				known, ok := newDocument([]byte(doc), sound)
				if !ok {
					t.Fatalf("%s is no document", doc)
				}
				p := patchOf([]byte(patch))
				merged := known.appendMerged(nil, p)
				again, valid := parseAny(merged)
				if !valid || string(writeJSON(again)) != want {
					t.Errorf("%s with %s: %s, want %s", doc, patch, merged, want)
				}
				if after := string(p.append(nil)); after != given {
					t.Errorf("%s with %s: the patch became %s", doc, patch, after)
				}
			}
		}
	}
	for _, doc := range []string{``, ` `, `[]`, `"{}"`, `{"a":1}{}`, `{"a"`, `nope`, `{"a":1,}`, `{"a":tru}`} {
		if _, ok := newDocument([]byte(doc), false); ok {
			t.Errorf("%s is a document", doc)
		}
	}
	twice, ok := newDocument([]byte(`{"a":1,"b":0,"a":2}`), false)
	if v, there := twice.value([]pathStep{{Key: "a"}}); !ok || !there || v != json.Number("2") {
		t.Errorf("of a key that stands twice, %v is taken, not the last", v)
	}
}

// mergePatch applies a merge patch (RFC 7396) to a value, which stays as it is.
func mergePatch(doc, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object, ok := doc.(map[string]any)
	if !ok || object == nil {
		object = map[string]any{}
	} else {
		object = maps.Clone(object)
	}
	for key, v := range changes {
		if v == nil {
			delete(object, key)
			continue
		}
		object[key] = mergePatch(object[key], v)
	}
	return object
}

// TestDocument holds that a document finds what a parsed call has, and that no text, sound or not,
// makes it fail in another way than by not finding.
func TestDocument(t *testing.T) {
	t.Parallel()
	text := ` {"a" : [1, {"b\"":"}\\\"", "c":null}, [ ], "é\u0041"] ,"d":{ } ,"":-1.5e3, "e":true}`
	for _, tt := range []struct{ path, want string }{
		{"", ""}, {"a", ""}, {"a[0]", `1`}, {"a[1]", ""}, {`a[1]["b\""]`, `"}\\\""`}, {"a[1].c", "null"}, {"a[2]", "[]"},
		{"a[3]", `"éA"`}, {"a[4]", "-"}, {"a[-1]", "-"}, {"a.b", "-"}, {"d", "{}"}, {"d.x", "-"}, {`[""]`, `-1.5e3`}, {"e", "true"}, {"e.x", "-"}, {"f", "-"}, {"[0]", "-"},
	} {
		doc, ok := newDocument([]byte(text), true)
		v, there := doc.value(splitPath(tt.path))
		if got := string(writeJSON(v)); !ok || there != (tt.want != "-") || there && tt.want != "" && got != tt.want {
			t.Errorf("%q: %s, %v, want %s", tt.path, got, there, tt.want)
		}
	}
	// What is no JSON may only come here by a caller's mistake; it must still not panic.
	for i := range len(text) {
		for _, broken := range []string{text[:i] + "}", text[:i] + text[i+1:], text[:i] + `"` + text[i:], text[:i] + "{" + text[i:], text[:i] + `\` + text[i:]} {
			if doc, ok := newDocument([]byte(broken), true); ok {
				for _, path := range []string{"a[1].c", "a[3]", "d.x", "e", "f"} {
					doc.value(splitPath(path))
				}
				doc.appendMerged(nil, patchOf([]byte(`{"a":null,"d":{"x":1},"e":{"y":2},"n":3}`)))
			}
		}
	}
}

// TestEndOfValue holds that the end of a value is found wherever it stands, whatever is around it.
func TestEndOfValue(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	pieces := []string{`"a"`, `""`, `"{[\"]}"`, `"\\\\"`, `"\\"`, `"yY_ \u007f\u00e9é"`, `12.5`, `true`, `null`, `{}`, `[]`, `"a long text without anything"`}
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 || rnd.IntN(3) == 0 {
			return pieces[rnd.IntN(len(pieces))]
		}
		var parts []string
		object := rnd.IntN(2) == 0
		for range rnd.IntN(5) {
			part := value(depth - 1)
			if object {
				part = pieces[rnd.IntN(6)] + strings.Repeat(" ", rnd.IntN(2)) + ":" + part
			}
			parts = append(parts, part)
		}
		if object {
			return "{" + strings.Join(parts, ",") + "}"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for range 20_000 {
		text, before := value(4), strings.Repeat(" ", rnd.IntN(9))
		for _, behind := range []string{"", "}", `,"b":{"c":1}}`, " ]"} {
			if end := endOfValue([]byte(before+text+behind), len(before)); end != len(before+text) {
				t.Fatalf("%q in %q ends at %d", text, before+text+behind, end)
			}
		}
	}
}

// TestLeastSize holds that no way to write a value takes less than its least size.
func TestLeastSize(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`0`, ` "a" `, `"\u0041\n\/"`, `[ 1 , 2 ]`, `{ "a" : { } }`, `"é"`, `"\\"`, `[true,null,"\"]"]`} {
		v, _ := parseAny([]byte(text))
		written := len(writeJSON(v))
		if n := leastSize([]byte(text)); n > written {
			t.Errorf("%s takes at least %d bytes, but as %s it takes %d", text, n, writeJSON(v), written)
		}
		doc, _ := newDocument([]byte(`{"a":`+text+` , "b":[`+text+`]}`), true)
		for _, path := range []string{"a", "b[0]"} {
			m := doc.at(splitPath(path))
			if again := string(writeJSON(readValue(doc.raw(m)))); again != string(writeJSON(v)) {
				t.Errorf("%s at %s is read as %s", text, path, again)
			}
		}
	}
}
