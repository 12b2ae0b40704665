package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// argumentKeys are the members that may hold the arguments of a call. Compatible servers mix the forms of several
// providers, so all are accepted in every format.
var argumentKeys = [...]string{"arguments", "args", "input", "parameters"}

// nonArgumentKeys are members of a call that may hold objects but never the arguments.
var nonArgumentKeys = []string{
	"function", "custom", "caller", "cache_control", "extra_content", "metadata", "provider_metadata", "provider_specific_fields", "_meta", "task",
}

// readCall reads a complete call in the form of any provider. Absent arguments default to missing.
func readCall(f format, raw value, missing string) (call runtime.ToolCall, form argsForm, err error) {
	name := raw.Get("function", "name")
	if name == nil {
		name = raw.Get("name")
	}
	if !name.Is('"') {
		return call, form, fmt.Errorf("wire: %s contains a call without a name", f.name)
	}
	args, err := argumentsOf(raw)
	if err != nil {
		return call, form, fmt.Errorf("wire: %s contains an unreadable call of %s: %w", f.name, quote(name.Text()), err)
	}
	call = runtime.ToolCall{ID: raw.Get(f.id).Text(), Name: name.Text(), Arguments: missing}
	if args != nil {
		call.Arguments = args.Content()
	}
	if args.Is('{') || args == nil && missing != "" {
		form = argsAsJSON
	}
	return call, form, nil
}

// argumentsOf finds the arguments of a call, nil if it has none.
func argumentsOf(call value) (args value, err error) {
	for _, holder := range []value{call.Get("function"), call} {
		for _, key := range argumentKeys {
			switch place := holder.Get(key); {
			case place == nil || args != nil && isPlaceholder(place):
			case args == nil || isPlaceholder(args):
				args = place
			case args.Content() != place.Content():
				return nil, errors.New("it has arguments in two members, and they differ")
			}
		}
	}
	if args != nil {
		return args, nil
	}
	for key, member := range call.Members() {
		if strings.HasPrefix(member.Content(), "{") && !slices.Contains(nonArgumentKeys, key.Text()) {
			return nil, fmt.Errorf("its arguments seem to be in the unknown member %s", quote(key.Text()))
		}
	}
	return nil, nil
}

// isEmptyJSON reports whether v is absent, null, an empty string, or an object or array of only such values.
func isEmptyJSON(v value) bool { return isEmpty(v, maxAnswerDepth) }

// isPlaceholder reports whether v stands for arguments that are absent or follow.
func isPlaceholder(v value) bool { return isEmpty(v, 1) }

func isEmpty(v value, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, member := range v.Members() {
		if !isEmpty(member, depth-1) {
			return false
		}
	}
	for item := range v.Items() {
		if !isEmpty(item, depth-1) {
			return false
		}
	}
	text := v.Text()
	return len(v) == 0 || v.Is('{') || v.Is('[') || string(v) == "null" || v.Is('"') && (text == "" || strings.Trim(text, blanks) == "{}")
}

// maxAnswerDepth bounds the nesting of values that are searched for calls.
const maxAnswerDepth = 64

// parseWhole reads the calls of an unstreamed answer. whole returns the body in the form that a stream may have as well,
// which holds a single answer.
func parseWhole(f Format, data []byte, whole func(body value) (value, error)) ([]runtime.ToolCall, error) {
	formatName := formats[f].name
	answer, err := openBody(data, formatName)
	if err == nil {
		answer, err = whole(answer)
	}
	if err != nil {
		return nil, err
	}
	a := newAccumulator(formats[f])
	a.seen.Write(data)
	a.closed = true
	formats[f].read(&a, answer)
	turn, err := a.close()
	if calls := append(turn.Calls, turn.Unfinished...); err != nil || len(calls) > 0 {
		return calls, err
	}
	if len(turn.Custom) > 0 {
		const why = "only function calls are supported"
		return nil, fmt.Errorf("wire: %s contains a call of the custom tool %s; %s", formatName, quote(turn.Custom[0].Name), why)
	}
	if turn.Refusal != "" {
		turn.StopReason = "refusal"
	}
	if err := stopError(turn.StopReason); err != nil {
		return nil, err
	}
	if key := strayCall(answer, maxAnswerDepth); key != "" {
		return nil, fmt.Errorf("wire: %s contains a call in %s that cannot be read", formatName, quote(key))
	}
	return nil, nil
}

// close ends an unstreamed answer. If it cannot be read, the turn is empty.
func (a *accumulator) close() (Turn, error) {
	if a.finish(); a.err != nil {
		return Turn{}, a.err
	}
	return a.turn(), nil
}

// truncatedArguments marks arguments as incomplete by removing a closing brace. The provider or its library may
// have closed open braces of a truncated call, so valid JSON does not prove that the call is complete.
func truncatedArguments(arguments string) string {
	text := strings.TrimRight(arguments, blanks)
	if text != "" && json.Valid([]byte(text)) {
		text = text[:len(text)-1]
	}
	if text == "" || json.Valid([]byte(text)) { // a number
		return "{"
	}
	return text
}

// strayCall returns the key or type of a call in the form of any provider, "" if v contains none. depth bounds the nesting.
func strayCall(v value, depth int) (found string) {
	if depth == 0 {
		return ""
	}
	if kind := v.Get("type").Text(); v.Has("name") && slices.Contains([]string{"tool_use", "tool_call", "function_call"}, kind) {
		return kind
	}
	for item := range v.Items() {
		found = cmp.Or(found, strayCall(item, depth-1))
	}
	for name, member := range v.Members() {
		switch key := name.Text(); key {
		case "tool_calls", "toolCalls", "tool_call", "function_call", "tool_use":
			if !isEmptyJSON(member) {
				return key
			}
		case "functionCall", "toolUse":
			if string(member) != "null" {
				return key
			}
		}
		found = cmp.Or(found, strayCall(member, depth-1))
	}
	return found
}
