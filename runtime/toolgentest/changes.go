package toolgentest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// mistakes are what a model may write in place of a value. Whether that is a fault, the tool says: a mistake counts if
// it violates one of the constraints.
var mistakes = []struct {
	kind     Kind
	violates string
	instead  func(v any) []any
}{
	{Null, "type", func(any) []any { return []any{nil} }},
	{WrongType, "type", ofOtherType},
	{DoubleEncoding, "type", asText},
	{OutOfBounds, "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", outOfBounds},
	{TooFewItems, "minItems", func(v any) []any { return ofList(v, func(items []any) []any { return items[:0] }) }},
	{TooManyItems, "maxItems", func(v any) []any { return ofList(v, func(items []any) []any { return slices.Repeat(items, 9) }) }},
	{DuplicateItem, "uniqueItems", func(v any) []any {
		return ofList(v, func(items []any) []any { return slices.Concat(items, items[:1]) })
	}},
	{BadLength, "minLength maxLength", func(v any) []any { return ofText(v, "", "{}"+strings.Repeat("y", 100), strings.Repeat("{} ", 999)) }},
	{BadPattern, "pattern", func(v any) []any { return ofText(v, "~ no match ~", "~", "{} ~") }},
	{BadFormat, "format", func(v any) []any { return ofText(v, "next Monday at 9", "ann at example", "10.1.2") }},
	{NearEnum, "enum", nearText},
	{FarEnum, "enum", func(v any) []any { return ofText(v, "no such value") }},
	{WrongBranch, "const", func(v any) []any { return ofText(v, "no_such_variant") }},
}

func ofOtherType(v any) []any {
	others := []any{"twelve", json.Number("12345"), true, []any{"x"}, map[string]any{"value": "x"}, json.Number("0.5")}
	if n, ok := v.(json.Number); ok {
		others = append(others, string(n))
	}
	return others
}

func asText(v any) []any {
	switch v.(type) {
	case map[string]any, []any:
		return []any{string(show.JSON(v))}
	}
	return nil
}

func outOfBounds(v any) (others []any) {
	if n, ok := v.(json.Number); ok {
		f, _ := n.Float64()
		for _, other := range []float64{f - 1, f + 1, -f - 1, f + .5, f + .001, f + 1e4, f - 1e4, f + 1e9} {
			others = append(others, number(other))
		}
	}
	return others
}

func number(f float64) json.Number { return json.Number(strconv.FormatFloat(f, 'f', -1, 64)) }

// ofList returns another list in place of a list that is not empty.
func ofList(v any, other func(items []any) []any) []any {
	if items, ok := v.([]any); ok && len(items) > 0 {
		return []any{other(items)}
	}
	return nil
}

// ofText returns texts in place of a text, which {} stands for.
func ofText(v any, texts ...string) (others []any) {
	if s, ok := v.(string); ok {
		for _, text := range texts {
			others = append(others, strings.ReplaceAll(text, "{}", s))
		}
	}
	return others
}

func nearText(v any) []any {
	s, _ := v.(string)
	if len(s) < 2 || !utf8.ValidString(s[:len(s)-1]) {
		return nil
	}
	return []any{strings.ToUpper(s), strings.ToLower(s), strings.ReplaceAll(s, "_", "-"), s + "s", s[:len(s)-1]}
}

// changesOf returns the mistakes that may be made in a call.
func changesOf(call Call) map[Kind][]change {
	byKind := map[Kind][]change{}
	add := func(c change) { byKind[c.kind] = append(byKind[c.kind], c) }
	var walk func(at path, v any)
	walk = func(at path, v any) {
		for _, m := range mistakes {
			for _, other := range m.instead(v) {
				if len(at) > 0 {
					add(change{kind: m.kind, violates: m.violates, at: at, apply: func(doc any) any { return put(doc, at, other) }})
				}
			}
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sortedKeys(v) {
				for _, c := range keyChanges(v, at, key) {
					add(c)
				}
				walk(at.key(key), v[key])
			}
			extra := at.key("note_to_self")
			add(change{kind: ExtraKey, violates: "additionalProperties", at: extra, apply: func(doc any) any { return put(doc, extra, "x") }})
		case []any:
			for i, item := range v[:min(len(v), maxWalked)] {
				walk(at.item(i), item)
			}
		}
	}
	if doc, ok := show.Parse(call.Args); ok {
		walk(nil, doc)
		for _, c := range textChanges(call.Args) {
			add(c)
		}
	}
	return byKind
}

// maxWalked is the number of items of an array whose contents are changed.
const maxWalked = 4

// keyChanges drops and misspells a key of an object at a path.
func keyChanges(object map[string]any, at path, key string) []change {
	place := at.key(key)
	list := []change{{kind: DropRequired, violates: "required", at: place, apply: func(doc any) any { return remove(doc, place) }}}
	for _, slip := range misspelt(key) {
		if _, taken := object[slip]; !taken {
			list = append(list, change{kind: MisspeltKey, violates: "required additionalProperties", at: place, apply: func(doc any) any {
				v, _ := get(doc, place)
				return put(remove(doc, place), at.key(slip), v)
			}})
		}
	}
	return list
}

// misspelt returns slight changes of a key: other separators and capitals, a plural, and swapped letters.
func misspelt(key string) []string {
	parts := strings.Split(key, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = capitalized(parts[i])
	}
	swapped := []rune(key)
	if i := len(swapped) / 2; len(swapped) >= 6 {
		swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
	}
	return []string{strings.ReplaceAll(key, "_", "-"), strings.Join(parts, ""), capitalized(key), key + "s", string(swapped)}
}

func capitalized(s string) string {
	n := min(1, len(s))
	return strings.ToUpper(s[:n]) + s[n:]
}

// textChanges are changes of the whole text.
func textChanges(args []byte) []change {
	list := []change{{kind: DoubleEncoding, violates: "type", text: func(b []byte) []byte { return show.JSON(string(b)) }}}
	if len(args) < 3 {
		return list // {} has nothing to break
	}
	for _, broken := range []func(b []byte) []byte{
		func(b []byte) []byte { return append(bytes.Clone(b[:len(b)-1]), ",}"...) },
		func(b []byte) []byte { return append(bytes.Clone(b), '}') },
		func(b []byte) []byte { return slices.Concat([]byte("```json\n"), b, []byte("\n```")) },
		func(b []byte) []byte { return append([]byte("{/* the call */"), b[1:]...) },
		func(b []byte) []byte { return bytes.Replace(b, []byte(`"`), []byte("'"), 2) },
		func(b []byte) []byte { return bytes.Replace(b, []byte(`"`), nil, 2) },
		func(b []byte) []byte { return bytes.Replace(b, []byte(`":`), []byte(`" `), 1) },
		func(b []byte) []byte { return bytes.Replace(b, []byte(`,"`), []byte(` "`), 1) },
	} {
		list = append(list, change{kind: BrokenSyntax, violates: "json", text: broken})
	}
	return list
}
