package toolblock

import (
	"bytes"
	"encoding/json"
	"strings"
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
	type object = map[string]json.RawMessage
	var root object
	if json.Unmarshal([]byte(schema), &root) != nil {
		return "", "", "", false
	}
	var branches, more []json.RawMessage
	_ = json.Unmarshal(root["oneOf"], &branches) // no oneOf, no branches
	_ = json.Unmarshal(root["anyOf"], &more)
	for _, branch := range append(branches, more...) {
		branch = resolved(root, branch)
		var b struct {
			Title       string
			Description string
			Properties  map[string]struct {
				Const json.RawMessage
				Enum  []json.RawMessage
			}
		}
		if json.Unmarshal(branch, &b) != nil {
			continue
		}
		for _, value := range append(b.Properties[toolKey].Enum, b.Properties[toolKey].Const) {
			var s string
			if json.Unmarshal(value, &s) != nil || s != name {
				continue
			}
			return withDefinitions(root, string(branch)), b.Title, b.Description, true
		}
	}
	return "", "", "", false
}

// resolved follows one local reference.
func resolved(root map[string]json.RawMessage, schema json.RawMessage) json.RawMessage {
	var ref struct {
		Ref string `json:"$ref"`
	}
	if json.Unmarshal(schema, &ref) != nil || ref.Ref == "" {
		return schema
	}
	for _, word := range definitionWords {
		if key, found := strings.CutPrefix(ref.Ref, "#/"+word+"/"); found {
			var all map[string]json.RawMessage
			if json.Unmarshal(root[word], &all) == nil && all[key] != nil {
				return all[key]
			}
		}
	}
	return schema
}

var definitionWords = []string{"$defs", "definitions"}

// withDefinitions adds the definitions to a branch that needs them.
func withDefinitions(root map[string]json.RawMessage, branch string) string {
	if !strings.Contains(branch, `"$ref"`) {
		return branch
	}
	for _, word := range definitionWords {
		if defs := root[word]; defs != nil && !strings.Contains(branch, `"`+word+`":`) {
			branch = strings.TrimSuffix(branch, "}") + `,"` + word + `":` + string(defs) + "}"
		}
	}
	return branch
}
