package dynamic

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime"
)

// FuzzHint feeds arbitrary schemas, arguments and texts of foreign errors: every form of every hint stays within its
// budget, is printable, and is deterministic.
func FuzzHint(f *testing.F) {
	for seed := range uint64(60) {
		r := sample.NewSchemas(seed)
		args, err := json.Marshal(r.Instance(3))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(r.Schema(), string(args), "")
	}
	const person = `{"type":"object","properties":{"name":{"type":"string","minLength":2},"age":{"type":"integer","minimum":0},"tags":{"type":"array","items":{"enum":["a","b"]}}},"required":["name"],"additionalProperties":false}`
	for _, text := range []string{
		"json: unknown field \"nmae\"",
		"name: must be at least 2 characters",
		"1 validation error for Person\nage\n  Input should be a valid integer [type=int_parsing, input_value='x', input_type=str]",
		`[{"instancePath":"/tags/0","schemaPath":"#/properties/tags/items/enum","keyword":"enum","params":{"allowedValues":["a","b"]},"message":"must be equal to one of the allowed values"}]`,
		`[{"code":"invalid_type","expected":"string","received":"undefined","path":["name"],"message":"Required"}]`,
		"Key: 'Person.Name' Error:Field validation for 'Name' failed on the 'min' tag",
		`validating root: validating /properties/name: minLength: "x"`,
	} {
		f.Add(person, `{"nmae":"x","age":"7"}`, text)
	}
	f.Fuzz(func(t *testing.T, schema, args, text string) {
		if len(schema) > 4096 || len(args) > 4096 || len(text) > 4096 {
			return
		}
		set, _ := Load("fuzz.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Fuzz"})
		for _, tool := range set.Tools {
			_, err := tool.Decode([]byte(args))
			if text != "" {
				err = errors.New(text)
			}
			if err == nil {
				continue
			}
			hint := runtime.BuildHint(tool, err, runtime.WithCall([]byte(args)))
			holds(t, hint, args)
			if again := runtime.BuildHint(tool, err, runtime.WithCall([]byte(args))); again.Text() != hint.Text() {
				t.Errorf("%s\n%s\ngives the hint\n%s\nand then\n%s", schema, args, hint.Text(), again.Text())
			}
		}
	})
}

// holds fails if a form of the hint is too long or not printable.
func holds(t *testing.T, hint *runtime.RetryHint, args string) {
	t.Helper()
	data, err := json.Marshal(hint)
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]string{"JSON": string(data), "text": hint.Text(), "notes": hint.Annotated([]byte(args))}
	for form, s := range forms {
		if len(s) > runtime.DefaultBudget {
			t.Errorf("the %s has %d bytes: %s", form, len(s), s)
		}
		odd := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
		if at := strings.IndexFunc(s, odd); at >= 0 || !utf8.ValidString(s) {
			t.Errorf("the %s is not printable: %q", form, s)
		}
	}
}
