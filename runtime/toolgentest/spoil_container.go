package toolgentest

import (
	"encoding/json"
	"slices"
	"strings"
)

func (w *spoiler) object(m map[string]any, object map[string]any, p place) {
	props := objectOf(m["properties"])
	list, _ := m["required"].([]any)
	closed := m["additionalProperties"] == false
	open := m["additionalProperties"] == nil || m["additionalProperties"] == true
	for _, key := range keysOf(object) {
		schema, declared := props[key]
		if !declared {
			if extra, ok := m["additionalProperties"].(map[string]any); ok {
				w.walk(extra, object[key], place{at: p.at.key(key), plain: p.plain && m["additionalProperties"] != nil})
			}
			continue
		}
		at := place{at: p.at.key(key), plain: p.plain, required: slices.Contains(list, any(key))}
		if at.required {
			w.add(mutation{
				kind: DropRequired, place: at.at, known: p.plain,
				apply:  func(doc any) any { return remove(doc, at.at) },
				faults: []Fault{{at.at.String(), "required", DropRequired}},
			})
		}
		if closed || open && at.required {
			w.misspell(key, props, object, at, closed)
		}
		w.walk(schema, object[key], at)
	}
	if key := "note_to_self"; closed && props[key] == nil && object[key] == nil {
		at := p.at.key(key)
		w.add(mutation{
			kind: ExtraKey, place: at, known: p.plain,
			apply:  func(doc any) any { return put(doc, at, "x") },
			faults: []Fault{{at.String(), "additionalProperties", ExtraKey}},
		})
	}
}

// misspell adds a mutation that renames a key slightly.
func (w *spoiler) misspell(key string, props, object map[string]any, p place, closed bool) {
	for _, slip := range []string{strings.ReplaceAll(key, "_", "-"), camel(key), strings.ToUpper(key[:min(1, len(key))]) + key[min(1, len(key)):], key + "s", transpose(key)} {
		if slip == key || slip == "" || props[slip] != nil || object[slip] != nil {
			continue
		}
		to := append(slices.Clone(p.at[:len(p.at)-1]), step{key: slip})
		m := mutation{kind: MisspeltKey, place: p.at, known: p.plain}
		m.apply = func(doc any) any {
			v, _ := get(doc, p.at)
			return put(remove(doc, p.at), to, v)
		}
		if p.required {
			m.faults = append(m.faults, Fault{p.at.String(), "required", MisspeltKey})
		}
		if closed {
			m.faults = append(m.faults, Fault{to.String(), "additionalProperties", MisspeltKey})
		}
		w.add(m)
	}
}

// camel converts snake_case to camelCase.
func camel(key string) string {
	parts := strings.Split(key, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// transpose swaps two letters in the middle of a long word.
func transpose(key string) string {
	runes := []rune(key)
	if len(runes) < 6 {
		return key
	}
	i := len(runes) / 2
	runes[i], runes[i-1] = runes[i-1], runes[i]
	return string(runes)
}

func (w *spoiler) items(m map[string]any, items []any, p place) {
	least, hasLeast := intOf(m["minItems"])
	most, hasMost := intOf(m["maxItems"])
	unique := m["uniqueItems"] == true
	if len(p.at) > 0 {
		if hasLeast && least > 0 && least < 100 {
			w.replace(TooFewItems, p, items[:min(len(items), least-1)], "minItems", true)
		}
		if hasMost && most < 100 && len(items) > 0 {
			more := slices.Clone(items)
			for len(more) <= most {
				more = append(more, items[0])
			}
			w.replace(TooManyItems, p, more, "maxItems", !unique)
		}
		if unique && len(items) > 0 && (!hasMost || len(items) < most) {
			w.replace(DuplicateItem, p, append(slices.Clone(items), items[0]), "uniqueItems", true)
		}
	}
	schema, ok := m["items"].(map[string]any)
	if !ok || m["prefixItems"] != nil {
		return
	}
	for i, item := range items {
		if i == 4 {
			break
		}
		w.walk(schema, item, place{at: p.at.item(i), plain: p.plain && !unique})
	}
}

// texts adds mutations of the whole text.
func (w *spoiler) texts(args []byte) {
	root := objectOf(w.root)
	sure := len(typesOf(root)) == 1 && root["anyOf"] == nil && root["oneOf"] == nil
	whole := func(kind Kind, constraint string, text func([]byte) []byte) {
		w.add(mutation{kind: kind, known: sure || kind == BrokenSyntax, text: text, faults: []Fault{{"", constraint, kind}}})
	}
	whole(DoubleEncoding, "type", func(b []byte) []byte { s, _ := json.Marshal(string(b)); return s })
	if len(args) < 3 {
		return // {} has nothing to break
	}
	end := func(b []byte, s string) []byte { return append(slices.Clone(b[:len(b)-1]), s...) }
	whole(BrokenSyntax, "json", func(b []byte) []byte { return end(b, ",}") })
	whole(BrokenSyntax, "json", func(b []byte) []byte { return end(b, "}}") })
	whole(BrokenSyntax, "json", func(b []byte) []byte { return append([]byte("```json\n"), append(slices.Clone(b), "\n```"...)...) })
	whole(BrokenSyntax, "json", func(b []byte) []byte { return append([]byte("{/* the call */"), b[1:]...) })
	whole(BrokenSyntax, "json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `"`, "'", 2)) })
	whole(BrokenSyntax, "json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `"`, "", 2)) })
	whole(BrokenSyntax, "json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `":`, `" `, 1)) })
	if i := strings.Index(string(args), `,"`); i > 0 {
		whole(BrokenSyntax, "json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `,"`, ` "`, 1)) })
	}
}
