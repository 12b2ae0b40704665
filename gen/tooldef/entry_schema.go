package tooldef

import (
	"fmt"
	"slices"
	"strings"
)

// input returns the member with the tool's input schema, or nil. Equal duplicates count as one; different ones
// are an error.
func (r *reader) input(t *entry, n *Node) *Member {
	keys := inputKeys
	if e := r.opts.Envelope; e != "" {
		if i := slices.IndexFunc(e.keysOf(), func(key string) bool { return n.Get(key) != nil }); i >= 0 {
			keys = e.keysOf()
		}
	}
	var found *Member
	for _, key := range keys {
		i := n.find(key)
		if i < 0 || n.Members[i].Value.Is(Null) {
			continue
		}
		m := &n.Members[i]
		if found == nil {
			found = m
		} else if found.Value.CanonicalJSON() != m.Value.CanonicalJSON() {
			r.failTool(t, m.Value, key, fmt.Sprintf("%q and %q differ", found.Key, key), "keep the one that counts")
		}
	}
	return found
}

// form determines the envelope of a tool: from the options, the context, or its members.
func (r *reader) form(t *entry, n *Node, input *Member, around Envelope) Envelope {
	detected := around
	switch {
	case around == Bedrock || around == OpenAIChat || around == Gemini:
	case input == nil:
		switch {
		case around != "":
		case n.Get("type").IsText("function"):
			detected = OpenAIResponses
		case n.Get("annotations") != nil || n.Get("outputSchema") != nil || n.Get("inputSchema") != nil:
			detected = MCP
		case n.Get("type").IsText("custom") || n.Get("input_schema") != nil:
			detected = Anthropic
		default:
			detected = Function
		}
	case input.Key == "inputSchema":
		detected = MCP
	case input.Key == "input_schema":
		detected = Anthropic
	case input.Key != "parameters":
		detected = Gemini
	case n.Get("type").IsText("function"):
		detected = OpenAIResponses
	case isUpperType(input.Value.Get("type")):
		detected = Gemini
	default:
		detected = Function
	}
	forced := r.opts.Envelope
	if forced == "" || forced == detected {
		return detected
	}
	if input != nil && !slices.Contains(forced.keysOf(), input.Key) {
		r.failTool(t, input.Value, input.Key,
			fmt.Sprintf("a tool in the envelope %s has its schema in %q, this one in %q", forced, forced.keysOf()[0], input.Key),
			fmt.Sprintf("leave --envelope out, or use --envelope %s", detected))
	}
	return forced
}

// isUpperType reports whether a type is an upper-case OpenAPI type, as in Gemini.
func isUpperType(n *Node) bool {
	return n.Is(String) && n.Text == strings.ToUpper(n.Text) && isTypeName(strings.ToLower(n.Text))
}

// inputSchema returns the input schema of a tool, by default an empty object schema.
func (r *reader) inputSchema(t *entry, n *Node, input *Member) *Node {
	if input == nil {
		if t.Envelope == MCP || t.Envelope == Anthropic || t.Envelope == Bedrock {
			key := t.Envelope.keysOf()[0]
			r.warnTool(t, n, key, fmt.Sprintf("the tool has no %q and is read as one without arguments", key), "write its schema")
		}
		empty := &Node{Kind: Object, Pos: n.Pos, Pointer: n.Pointer}
		empty.Set("type", n.text("object"))
		empty.Set("properties", &Node{Kind: Object, Pos: n.Pos, Pointer: n.Pointer})
		return empty
	}
	return r.checkSchema(t, r.unwrapJSON(t, input.Value), input.Key)
}

// outputSchema returns the output schema of a tool, or nil.
func (r *reader) outputSchema(t *entry, n *Node) *Node {
	for _, key := range outputKeys {
		if value := n.Get(key); value != nil && !value.Is(Null) {
			return r.checkOutput(t, r.unwrapJSON(t, value), key)
		}
	}
	return nil
}

// checkOutput returns an output schema, or nil if it is unusable.
func (r *reader) checkOutput(t *entry, n *Node, key string) *Node {
	before, failed := len(r.diags), t.failed
	n = r.checkSchema(t, n, key)
	if t.failed == failed {
		return n
	}
	t.failed = failed
	copy(r.diags[before:], r.diags[before:].OfResult())
	return nil
}

// unwrapJSON unwraps Bedrock's {"json": …}.
func (r *reader) unwrapJSON(t *entry, n *Node) *Node {
	if inner := n.Get("json"); inner.Is(Object) && (t.Envelope == Bedrock || len(n.Members) == 1) {
		return inner
	}
	return n
}

// checkSchema rejects values that cannot be the schema of arguments or results.
func (r *reader) checkSchema(t *entry, n *Node, key string) *Node {
	if n.isEmpty(Array) {
		r.warnTool(t, n, key, fmt.Sprintf("%q is an empty list, and is read as an empty object", key), "write {}")
		n.Kind = Object
	}
	if !n.Is(Object) {
		fix := `write {"type": "object"} for a tool without arguments`
		if n.Is(String) && strings.HasPrefix(strings.TrimSpace(n.Text), "{") {
			fix = "write the schema itself, not a string that holds its text"
		}
		r.failTool(t, n, key, fmt.Sprintf("%q has to be a JSON Schema object, this is %s", key, n.Describe()), fix)
	}
	return n
}
