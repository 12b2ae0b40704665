package wire

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// callBody is a call as any provider writes it. Servers that speak one provider's format take over the
// keys of another's, so that all of them are read in every format.
type callBody struct {
	Type       string          `json:"type"`
	ID         string          `json:"id"`
	CallID     string          `json:"call_id"`
	Status     string          `json:"status"`
	Name       *string         `json:"name"`
	Arguments  json.RawMessage `json:"arguments"`
	Args       json.RawMessage `json:"args"`
	Input      json.RawMessage `json:"input"`
	Parameters json.RawMessage `json:"parameters"`
	Function   *callBody       `json:"function"` // what Chat Completions puts around the name and the arguments

	PartialArgs  json.RawMessage `json:"partialArgs"` // Gemini streams a call in parts
	WillContinue bool            `json:"willContinue"`
}

// name is the name of the tool, nil where there is none.
func (c *callBody) name() *string {
	if c.Function != nil && c.Function.Name != nil {
		return c.Function.Name
	}
	return c.Name
}

// places are the values under all keys that arguments may stand under, without those that are missing.
func (c *callBody) places() []json.RawMessage {
	var all []json.RawMessage
	if c.Function != nil {
		all = c.Function.places()
	}
	for _, raw := range []json.RawMessage{c.Arguments, c.Args, c.Input, c.Parameters} {
		if len(raw) > 0 && string(raw) != "null" {
			all = append(all, raw)
		}
	}
	return all
}

// besideArguments are the members of a call that may be objects and are not its arguments.
var besideArguments = []string{"function", "custom", "caller", "cache_control", "extra_content", "metadata", "provider_metadata", "provider_specific_fields", "_meta", "task"}

// arguments finds the arguments of a call, nil where it has none.
func (c *callBody) arguments(raw json.RawMessage) (json.RawMessage, error) {
	places := c.places()
	if len(places) == 0 {
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) != nil {
			return nil, nil
		}
		for _, key := range slices.Sorted(maps.Keys(members)) {
			if strings.HasPrefix(written(members[key]), "{") && !slices.Contains(besideArguments, key) {
				return nil, fmt.Errorf("its arguments seem to stand under the unknown key %s", quote(key))
			}
		}
		return nil, nil
	}
	chosen := places[0]
	for _, place := range places[1:] {
		switch {
		case hollow(place):
		case hollow(chosen):
			chosen = place
		case written(chosen) != written(place):
			return nil, fmt.Errorf("it has two different arguments")
		}
	}
	return chosen, nil
}

// hollow reports whether JSON holds nothing: it is missing, null, an empty text, or an object or a list of such.
func hollow(raw json.RawMessage) bool {
	var v any
	return len(raw) == 0 || json.Unmarshal(raw, &v) == nil && isHollow(v)
}

func isHollow(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == "" || strings.Trim(v, " \t\r\n") == "{}"
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !isHollow(item) })
	case map[string]any:
		for _, member := range v {
			if !isHollow(member) {
				return false
			}
		}
		return true
	}
	return false
}

// reading is what a Parse function has read of a response, before it is known what that is worth.
type reading struct {
	of      string // the shape
	calls   []runtime.ToolCall
	unread  error           // a call that cannot be read
	skipped error           // a call of a kind that this package does not read
	parsed  bool            // the response ends with a call whose arguments came as an object, not as a text
	stop    string          // the provider's word for why the model stopped
	rest    json.RawMessage // where there may be calls that do not have the form of the shape
}

// add reads the next call. Arguments that are missing are those given.
func (r *reading) add(raw json.RawMessage, missing string) {
	var c callBody
	if err := json.Unmarshal(raw, &c); err != nil {
		r.refuse(misread(r.of, err))
		return
	}
	name := c.name()
	if name == nil {
		r.fault("a call that has no name")
		return
	}
	if c.WillContinue || len(c.PartialArgs) > 0 {
		r.fault("a part of a call of %s, as in a piece of a stream", quote(*name))
		return
	}
	args, err := c.arguments(raw)
	if err != nil {
		r.fault("a call of %s that cannot be read: %w", quote(*name), err)
		return
	}
	text := missing
	if args != nil {
		text = written(args)
	}
	id := c.ID
	if r.of == ofResponses {
		id = c.CallID // the id is that of the item
	}
	r.parsed = text != "" && (args == nil || args[0] == '{')
	r.calls = append(r.calls, runtime.ToolCall{ID: id, Name: *name, Arguments: text, StopReason: r.stop})
}

// fault says that the response holds something that must be neither run nor lost.
func (r *reading) fault(format string, args ...any) {
	r.refuse(fmt.Errorf("wire: %s holds "+format, append([]any{r.of}, args...)...))
}

func (r *reading) refuse(err error) {
	if r.unread == nil {
		r.unread = err
	}
}

// skip says that there is a call of a kind that is not read. It is an error where there is no other one.
func (r *reading) skip(kind string) {
	if r.skipped == nil {
		r.skipped = fmt.Errorf("wire: %s holds a call of the type %s, and only calls of functions are read", r.of, quote(kind))
	}
}

// result is what the Parse function gives: calls, or an error where there may be one that is not among
// them.
func (r *reading) result(data []byte) ([]runtime.ToolCall, error) {
	switch {
	case r.unread != nil:
		return nil, r.unread
	case misannounced(r.stop):
		return nil, stopped(r.stop)
	case len(r.calls) > 0:
		if last := &r.calls[len(r.calls)-1]; r.parsed && last.CutOff() {
			last.Arguments = part(last.Arguments)
		}
		return identify(finished(r.calls), data), nil
	case r.skipped != nil:
		return nil, r.skipped
	}
	if err := stopped(r.stop); err != nil {
		return nil, err
	}
	var v any
	if key := ""; json.Unmarshal(r.rest, &v) == nil && stray(v, &key) {
		return nil, fmt.Errorf("wire: %s holds a call under %s, where that shape has none", r.of, quote(key))
	}
	return nil, nil
}

// part is the text of arguments that may have been cut off. Whoever has parsed them, the provider or its library, has closed what
// was open, so that their end says nothing: without it nobody takes them for whole.
func part(arguments string) string {
	text := strings.TrimRight(arguments, " \t\r\n")
	if text != "" && json.Valid([]byte(text)) {
		text = text[:len(text)-1]
	}
	if text == "" || json.Valid([]byte(text)) { // a number
		return "{"
	}
	return text
}

// stray reports whether there is a call in the form of any provider, and under which key or type.
func stray(v any, key *string) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return stray(item, key) })
	case map[string]any:
		if _, named := v["name"]; named {
			if *key, _ = v["type"].(string); slices.Contains([]string{"tool_use", "tool_call", "function_call"}, *key) {
				return true
			}
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			switch *key = k; k {
			case "tool_calls", "toolCalls", "tool_call", "function_call", "functionCall", "tool_use", "toolUse":
				if !isHollow(v[k]) {
					return true
				}
			}
			if stray(v[k], key) {
				return true
			}
		}
	}
	return false
}
