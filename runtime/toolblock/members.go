package toolblock

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// memberSpan is the range of a member, with its comma.
type memberSpan struct {
	key      string
	from, to int
}

// membersOf returns the members of an object in valid JSON.
func membersOf(text []byte) []memberSpan {
	dec := json.NewDecoder(bytes.NewReader(text))
	if token, err := dec.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	var list []memberSpan
	for dec.More() {
		from := int(dec.InputOffset())
		token, err := dec.Token()
		key, ok := token.(string)
		if err != nil || !ok {
			return nil
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil
		}
		list = append(list, memberSpan{key, from, int(dec.InputOffset())})
	}
	return list
}

// withoutMember removes a member and keeps every other byte.
func withoutMember(text []byte, key string) []byte {
	list := membersOf(text)
	for i, m := range list {
		if m.key != key {
			continue
		}
		// The first member has no comma before it, so remove the one after it.
		from, to := m.from, m.to
		if i == 0 && len(list) > 1 {
			to += bytes.IndexByte(text[to:], ',') + 1
		}
		return append(append([]byte(nil), text[:from]...), text[to:]...)
	}
	return text
}

// keysOf returns the keys of an object in order.
func keysOf(text []byte) []string {
	list := membersOf(text)
	keys := make([]string, len(list))
	for i, m := range list {
		keys[i] = m.key
	}
	return keys
}

// variantSchema returns the branch of a union with a name, bundled with its definitions.
func variantSchema(schema, name string) (text, title, description string, ok bool) {
	type definitions map[string]json.RawMessage
	var root struct {
		OneOf, AnyOf []json.RawMessage
		Defs         definitions `json:"$defs"`
		Definitions  definitions
	}
	if json.Unmarshal([]byte(schema), &root) != nil {
		return "", "", "", false
	}
	for _, branch := range slices.Concat(root.OneOf, root.AnyOf) {
		var b struct {
			Ref                string `json:"$ref"`
			Title, Description string
			Properties         map[string]struct {
				Const json.RawMessage
				Enum  []json.RawMessage
			}
		}
		err := json.Unmarshal(branch, &b)
		key := b.Ref[strings.LastIndexByte(b.Ref, '/')+1:]
		for _, of := range []definitions{root.Defs, root.Definitions} {
			if target := of[key]; target != nil && b.Ref != "" {
				branch, err = target, json.Unmarshal(target, &b)
			}
		}
		named := func(value json.RawMessage) bool { return string(value) == string(show.JSON(name)) }
		if tool := b.Properties[toolKey]; err != nil || !named(tool.Const) && !slices.ContainsFunc(tool.Enum, named) {
			continue
		}
		text = string(branch)
		for i, word := range []string{"$defs", "definitions"} {
			defs := []definitions{root.Defs, root.Definitions}[i]
			if strings.Contains(text, `"#/`+word+`/`) && !strings.Contains(text, `"`+word+`":`) {
				text = strings.TrimSuffix(text, "}") + `,"` + word + `":` + string(show.JSON(defs)) + "}"
			}
		}
		return text, b.Title, b.Description, true
	}
	return "", "", "", false
}
