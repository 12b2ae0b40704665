package wire

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// callBody is a call in the form of any provider. Compatible servers mix the keys of several providers, so all
// keys are accepted in every format.
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
	Function   *callBody       `json:"function"` // the wrapper of Chat Completions

	PartialArgs  json.RawMessage `json:"partialArgs"` // a partial call of a Gemini stream
	WillContinue bool            `json:"willContinue"`
}

// name returns the tool's name, nil if absent.
func (c *callBody) name() *string {
	if c.Function != nil && c.Function.Name != nil {
		return c.Function.Name
	}
	return c.Name
}

// argumentCandidates returns the non-null values of all keys that may hold the arguments.
func (c *callBody) argumentCandidates() []json.RawMessage {
	var all []json.RawMessage
	if c.Function != nil {
		all = c.Function.argumentCandidates()
	}
	for _, raw := range []json.RawMessage{c.Arguments, c.Args, c.Input, c.Parameters} {
		if len(raw) > 0 && string(raw) != "null" {
			all = append(all, raw)
		}
	}
	return all
}

// nonArgumentKeys are members of a call that may hold objects but never the arguments.
var nonArgumentKeys = []string{"function", "custom", "caller", "cache_control", "extra_content", "metadata", "provider_metadata", "provider_specific_fields", "_meta", "task"}

// arguments finds the arguments of a call, nil if it has none.
func (c *callBody) arguments(raw json.RawMessage) (json.RawMessage, error) {
	places := c.argumentCandidates()
	if len(places) == 0 {
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) != nil {
			return nil, nil
		}
		for _, key := range slices.Sorted(maps.Keys(members)) {
			if strings.HasPrefix(argumentsText(members[key]), "{") && !slices.Contains(nonArgumentKeys, key) {
				return nil, fmt.Errorf("its arguments seem to be in the unknown member %s", quote(key))
			}
		}
		return nil, nil
	}
	chosen := places[0]
	for _, place := range places[1:] {
		switch {
		case isEmptyJSON(place):
		case isEmptyJSON(chosen):
			chosen = place
		case argumentsText(chosen) != argumentsText(place):
			return nil, fmt.Errorf("it has arguments in two members, and they differ")
		}
	}
	return chosen, nil
}

// isEmptyJSON reports whether raw is absent, null, an empty string, or an object or array of only such values.
func isEmptyJSON(raw json.RawMessage) bool {
	var v any
	return len(raw) == 0 || json.Unmarshal(raw, &v) == nil && isEmptyValue(v)
}

func isEmptyValue(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == "" || strings.Trim(v, " \t\r\n") == "{}"
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !isEmptyValue(item) })
	case map[string]any:
		for _, member := range v {
			if !isEmptyValue(member) {
				return false
			}
		}
		return true
	}
	return false
}

// response is what a Parse function has read so far.
type response struct {
	formatName string // for error messages
	calls      []runtime.ToolCall
	firstErr   error           // the first call that could not be read
	skipped    error           // a call of an unsupported kind
	parsedArgs bool            // the last call's arguments were an object, not a string
	stop       string          // the provider's stop reason
	rest       json.RawMessage // scanned for calls in foreign forms
}

// add reads one call. Absent arguments default to missing.
func (r *response) add(raw json.RawMessage, missing string) {
	var c callBody
	if err := json.Unmarshal(raw, &c); err != nil {
		r.fail(decodeError(r.formatName, err))
		return
	}
	name := c.name()
	if name == nil {
		r.failf("a call without a name")
		return
	}
	if c.WillContinue || len(c.PartialArgs) > 0 {
		r.failf("a partial call of %s, as in a stream", quote(*name))
		return
	}
	args, err := c.arguments(raw)
	if err != nil {
		r.failf("an unreadable call of %s: %w", quote(*name), err)
		return
	}
	text := missing
	if args != nil {
		text = argumentsText(args)
	}
	id := c.ID
	if r.formatName == nameResponses {
		id = c.CallID // here id is the id of the item
	}
	r.parsedArgs = text != "" && (args == nil || args[0] == '{')
	r.calls = append(r.calls, runtime.ToolCall{ID: id, Name: *name, Arguments: text, StopReason: r.stop})
}

// failf records content that must be neither run nor dropped silently.
func (r *response) failf(format string, args ...any) {
	r.fail(fmt.Errorf("wire: %s contains "+format, append([]any{r.formatName}, args...)...))
}

func (r *response) fail(err error) {
	if r.firstErr == nil {
		r.firstErr = err
	}
}

// skip records a call of an unsupported kind, which is an error only if there are no others.
func (r *response) skip(kind string) {
	if r.skipped == nil {
		r.skipped = fmt.Errorf("wire: %s contains a call of type %s; only function calls are supported", r.formatName, quote(kind))
	}
}

// result returns the calls, or an error if a call may be missing from them.
func (r *response) result(data []byte) ([]runtime.ToolCall, error) {
	switch {
	case r.firstErr != nil:
		return nil, r.firstErr
	case isInvalidCallReason(r.stop):
		return nil, stopError(r.stop)
	case len(r.calls) > 0:
		if last := &r.calls[len(r.calls)-1]; r.parsedArgs && last.CutOff() {
			last.Arguments = truncatedArguments(last.Arguments)
		}
		return assignIDs(clearStopReasons(r.calls), data), nil
	case r.skipped != nil:
		return nil, r.skipped
	}
	if err := stopError(r.stop); err != nil {
		return nil, err
	}
	var v any
	if key := ""; json.Unmarshal(r.rest, &v) == nil && findStrayCall(v, &key) {
		return nil, fmt.Errorf("wire: %s contains a call in %s, where the format has none", r.formatName, quote(key))
	}
	return nil, nil
}

// truncatedArguments marks arguments as incomplete by removing a closing brace. The provider or its library may
// have closed open braces of a truncated call, so valid JSON does not prove that the call is complete.
func truncatedArguments(arguments string) string {
	text := strings.TrimRight(arguments, " \t\r\n")
	if text != "" && json.Valid([]byte(text)) {
		text = text[:len(text)-1]
	}
	if text == "" || json.Valid([]byte(text)) { // a number
		return "{"
	}
	return text
}

// findStrayCall reports whether v contains a call in the form of any provider, and stores its key or type.
func findStrayCall(v any, key *string) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return findStrayCall(item, key) })
	case map[string]any:
		if _, named := v["name"]; named {
			if *key, _ = v["type"].(string); slices.Contains([]string{"tool_use", "tool_call", "function_call"}, *key) {
				return true
			}
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			switch *key = k; k {
			case "tool_calls", "toolCalls", "tool_call", "function_call", "functionCall", "tool_use", "toolUse":
				if !isEmptyValue(v[k]) {
					return true
				}
			}
			if findStrayCall(v[k], key) {
				return true
			}
		}
	}
	return false
}
