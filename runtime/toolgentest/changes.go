package toolgentest

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// spoiler collects the ways to spoil a call.
type spoiler struct {
	byKind map[Kind][]change
}

func changesOf(call Call) map[Kind][]change {
	w := &spoiler{byKind: map[Kind][]change{}}
	doc, err := parse(call.Args)
	root, schemaErr := schemaOf(call.tool)
	if err == nil && schemaErr == nil {
		w.walk(nil, doc, root.Root().Alternatives)
		w.texts(call.Args)
	}
	return w.byKind
}

func (w *spoiler) add(c change) { w.byKind[c.kind] = append(w.byKind[c.kind], c) }

// replace adds a change of a value.
func (w *spoiler) replace(kind Kind, constraint string, at path, v any) {
	w.add(change{kind: kind, constraint: constraint, at: at, apply: func(doc any) any { return put(doc, at, v) }})
}

// walk visits a value and its children. schemas may describe it.
func (w *spoiler) walk(at path, v any, schemas []*repair.Schema) {
	if len(at) > 0 {
		w.types(at, v)
	}
	switch v := v.(type) {
	case map[string]any:
		w.object(at, v, schemas)
	case []any:
		w.items(at, v, schemas)
	case json.Number:
		w.bounds(at, v, schemas)
	case string:
		w.listed(at, v, schemas)
		w.string(at, v, schemas)
	}
}

// types adds values of other types.
func (w *spoiler) types(at path, v any) {
	w.replace(Null, "type", at, nil)
	for _, other := range []any{"twelve", json.Number("12345"), true, []any{"x"}, map[string]any{"value": "x"}, json.Number("0.5")} {
		w.replace(WrongType, "type", at, other)
	}
	switch v := v.(type) {
	case json.Number:
		w.replace(WrongType, "type", at, string(v))
	case map[string]any, []any:
		w.replace(DoubleEncoding, "type", at, string(show.JSON(v)))
	}
}

func (w *spoiler) object(at path, object map[string]any, schemas []*repair.Schema) {
	props := map[string]bool{}
	for _, s := range schemas {
		for _, p := range s.Object.Properties {
			props[p.Name] = true
		}
	}
	for _, key := range sortedKeys(object) {
		place := at.key(key)
		w.add(change{kind: DropRequired, constraint: "required", at: place, apply: func(doc any) any { return remove(doc, place) }})
		for _, slip := range misspelt(key) {
			if _, taken := object[slip]; !props[key] || props[slip] || taken || slip == "" {
				continue
			}
			rename := func(doc any) any {
				v, _ := get(doc, place)
				return put(remove(doc, place), at.key(slip), v)
			}
			w.add(change{kind: MisspeltKey, constraint: "required", at: place, apply: rename})
			w.add(change{kind: MisspeltKey, constraint: "additionalProperties", at: place, apply: rename})
		}
		w.walk(place, object[key], below(schemas, place[len(at)]))
	}
	w.replace(ExtraKey, "additionalProperties", at.key("note_to_self"), "x")
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

// maxWalked is the number of items of an array whose contents are changed.
const maxWalked = 4

func (w *spoiler) items(at path, items []any, schemas []*repair.Schema) {
	for _, s := range schemas {
		least, most := s.Count("minItems"), s.Count("maxItems")
		if s.Types&repair.Array == 0 {
			continue
		}
		if least > 0 {
			w.replace(TooFewItems, "minItems", at, items[:min(len(items), least-1)])
		}
		if most >= 0 && most < 100 && len(items) > 0 {
			more := slices.Concat(items, slices.Repeat(items[:1], max(most+1-len(items), 0)))
			w.replace(TooManyItems, "maxItems", at, more)
		}
	}
	if len(items) > 0 {
		w.replace(DuplicateItem, "uniqueItems", at, slices.Concat(items, items[:1]))
	}
	for i, item := range items[:min(len(items), maxWalked)] {
		place := at.item(i)
		w.walk(place, item, below(schemas, place[len(at)]))
	}
}

// listed adds values that are not allowed where the schema lists some.
func (w *spoiler) listed(at path, s string, schemas []*repair.Schema) {
	var all []any
	for _, schema := range schemas {
		all = append(all, valuesOf(schema.Enum)...)
	}
	if len(all) == 0 {
		return
	}
	for _, near := range []string{strings.ToUpper(s), strings.ToLower(s), strings.ReplaceAll(s, "_", "-"), s + "s", s[:max(len(s)-1, 0)]} {
		if near != "" && utf8.ValidString(near) && !contains(all, near) {
			w.replace(NearEnum, "enum", at, near)
		}
	}
	w.replace(FarEnum, "enum", at, "no such value")
	for _, other := range append(all, "no_such_variant") { // the value of another branch, or of none
		if other != s {
			w.replace(WrongBranch, "const", at, other)
		}
	}
}

func (w *spoiler) bounds(at path, v json.Number, schemas []*repair.Schema) {
	for _, s := range schemas {
		outside := func(word, limit string, excluded bool, beyond float64) {
			if excluded {
				word, beyond = "exclusiveM"+word[1:], 0
			}
			if f, ok := floatOf(limit); ok && math.Abs(f) < 1e12 {
				w.replace(OutOfBounds, word, at, number(f+beyond))
			}
		}
		outside("minimum", s.Range.Min, s.Range.MinOut, -1)
		outside("maximum", s.Range.Max, s.Range.MaxOut, 1)
		of, ok := floatOf(s.Range.Multiple)
		if f, err := v.Float64(); ok && err == nil && math.Abs(f) < 1e9 {
			w.replace(OutOfBounds, "multipleOf", at, number(f+of/2))
		}
	}
}

func number(f float64) json.Number { return json.Number(strconv.FormatFloat(f, 'f', -1, 64)) }

// brokenFormats are texts that violate a format.
var brokenFormats = map[string]string{
	"date": "tomorrow", "date-time": "next Monday at 9", "time": "noon", "email": "ann at example", "ipv4": "10.1.2", "ipv6": "localhost",
	"uuid": "1234", "uri": "not a uri", "duration": "two hours",
}

func (w *spoiler) string(at path, s string, schemas []*repair.Schema) {
	runes := []rune(s)
	for _, schema := range schemas {
		least, most := schema.Count("minLength"), schema.Count("maxLength")
		if least > 0 {
			w.replace(BadLength, "minLength", at, string(runes[:min(len(runes), least-1)]))
		}
		if most >= 0 && most < 2000 {
			w.replace(BadLength, "maxLength", at, s+strings.Repeat("y", max(most+1-len(runes), 0)))
		}
		if schema.Text("pattern") != "" {
			for _, broken := range []string{"~ no match ~", "~", s + " ~"} {
				w.replace(BadPattern, "pattern", at, broken)
			}
		}
		if broken, ok := brokenFormats[schema.Text("format")]; ok {
			w.replace(BadFormat, "format", at, broken)
		}
	}
}

// texts adds changes of the whole text.
func (w *spoiler) texts(args []byte) {
	w.add(change{kind: DoubleEncoding, constraint: "type", text: func(b []byte) []byte { return show.JSON(string(b)) }})
	if len(args) < 3 {
		return // {} has nothing to break
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
		w.add(change{kind: BrokenSyntax, constraint: "json", text: broken})
	}
}
