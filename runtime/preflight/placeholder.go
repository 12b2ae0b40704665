package preflight

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// The example of a hint has the name of a field in brackets where only the user knows the value:
// {"AccountId": "(AccountId)"}. Models copy that, and to a schema it is a text like any other. The
// gate knows what the model was shown, and takes such a value for a missing one.

// maxPlaceholders is how many placeholders of a tool are kept of a thread.
const maxPlaceholders = 64

// placeholderKey tells the placeholders of all tools and threads apart.
func (p *pass) placeholderKey() string { return hashed("placeholders", p.thread, p.call.Name) }

// keepPlaceholders notes what the example of a hint has of them. The model keeps the hint before it
// for as long as the conversation goes on, whatever becomes of the call.
func (p *pass) keepPlaceholders(hint *runtime.RetryHint) {
	var example any
	if hint == nil || json.Unmarshal(hint.ExampleInput, &example) != nil {
		return
	}
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	texts(example, "", "", func(_, key, text string) {
		if !isPlaceholder(key, text) {
			return
		}
		if shown := p.g.placeholders.at(p.placeholderKey()); !slices.Contains(*shown, text) {
			*shown = last(*shown, text, maxPlaceholders)
		}
	})
}

// refusePlaceholders makes a failure of a valid call that has placeholders of the examples that the
// model was shown for its tool in this thread.
func (p *pass) refusePlaceholders() {
	if p.turn == nil || p.failure != nil || p.inv == nil {
		return
	}
	var shown []string
	p.g.mu.Lock()
	if kept := p.g.placeholders.find(p.placeholderKey()); kept != nil {
		shown = slices.Clone(*kept)
	}
	p.g.mu.Unlock()
	if len(shown) == 0 {
		return
	}
	args, ok := parse(p.inv.Raw)
	if !ok {
		return
	}
	var faults []error
	texts(args, "", "", func(field, _, text string) {
		if slices.Contains(shown, text) {
			faults = append(faults, runtime.Invalid(field, "required", nil, ""))
		}
	})
	if len(faults) == 0 {
		return
	}
	err := errors.Join(faults...)
	hint := runtime.BuildHint(p.inv.Tool, err, runtime.WithCall(p.inv.Raw))
	p.failure = &runtime.CallFailure{
		Call: p.call, RetryHint: hint,
		Error: &runtime.ToolError{Kind: runtime.FailureValidation, Message: hint.Message, Cause: err},
	}
	p.inv = nil
}

// texts visits the strings of a value with their fields and keys, objects in the order of their
// keys.
func texts(v any, field, key string, visit func(field, key, text string)) {
	switch v := v.(type) {
	case string:
		visit(field, key, v)
	case []any:
		for i, item := range v {
			texts(item, joinIndex(field, i), key, visit)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			texts(v[k], runtime.JoinKey(field, k), k, visit)
		}
	}
}

// isPlaceholder reports whether a text of an example is the name of its field in brackets. A long
// name is cut there, a second item has a number behind it, and a minLength adds to the end.
func isPlaceholder(key, text string) bool {
	inner, opened := strings.CutPrefix(text, "(")
	name, _, closed := strings.Cut(inner, ")")
	const kept = 30 // runes of a name that no cut reaches
	begin := key
	if runes := []rune(key); len(runes) > kept {
		begin = string(runes[:kept])
	}
	return opened && closed && begin != "" && strings.HasPrefix(name, begin)
}
