package export

import "encoding/json"

// objectRoot is the schema of a tool's arguments with the type object at its root. Arguments are always an
// object, so that it adds nothing where the schema says nothing of types, as one does that refers to its
// own definitions. But all providers look for it, and refuse a request with a tool that lacks it.
func objectRoot(schema string) json.RawMessage {
	const object = `{"type":"object"}`
	var root map[string]json.RawMessage
	if json.Unmarshal([]byte(schema), &root) != nil || len(root) == 0 {
		return json.RawMessage(object)
	}
	if root["type"] != nil {
		return json.RawMessage(schema)
	}
	return json.RawMessage(object[:len(object)-1] + "," + schema[1:])
}
