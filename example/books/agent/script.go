package agent

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolgentest"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Script is a model without a network: it makes the first call of a scenario, and mends it from
// the hints that it gets and from nothing else. It knows no schema, and where a hint says nothing
// it makes the same call again. But for the IDs of its
// calls it is a function of the conversation.
type Script struct{}

// Next implements [Model].
func (Script) Next(_ context.Context, conversation []Message) (Reply, error) {
	turn := sinceRequest(conversation)
	if len(turn) == 0 {
		return Reply{Text: "What can I do for you?"}, nil
	}
	at := slices.IndexFunc(Scenarios, func(s Scenario) bool { return s.Request == turn[0].Person })
	if at < 0 {
		return Reply{Text: "I am a script, and know a few requests only. Choose one of the scenarios."}, nil
	}
	s := &Scenarios[at]
	if len(turn) == 1 {
		if s.Tool == "" {
			return Reply{Text: s.Done}, nil
		}
		return call(s.Tool, string(s.Arguments)), nil
	}
	answers := turn[len(turn)-1].Answers
	if len(answers) == 0 {
		return Reply{Text: s.Done}, nil
	}
	last := answers[len(answers)-1]
	if last.Call.Name != s.Tool {
		// A remedy was called: with what it found, the call that it was for can be mended.
		failed, ok := lastFailure(turn, s.Tool)
		if !ok || wire.Failed(last.Output) {
			return Reply{Text: "I could not look that up."}, nil
		}
		return call(s.Tool, s.mend(failed, last.Output.Payload)), nil
	}
	hint := last.Output.RetryHint
	if !wire.Failed(last.Output) {
		return Reply{Text: outcome(last.Output.Payload, s.Done)}, nil
	}
	switch {
	case hint == nil || hint.Reason == runtime.Internal || last.Output.Error.Kind == runtime.FailureHandler:
		return Reply{Text: "That did not work: " + last.Output.Error.Message}, nil
	case hint.Action == runtime.AskUser || hint.Action == runtime.Stop:
		return Reply{Text: hint.ClarifyingQuestion}, nil
	case len(hint.Remedies) > 0 && !called(turn, hint.Remedies[0].Call):
		return call(hint.Remedies[0].Call, "{}"), nil
	}
	return call(s.Tool, s.mend(last, nil)), nil
}

// sinceRequest is the part of a conversation that begins with what the person said last.
func sinceRequest(conversation []Message) []Message {
	for i := len(conversation) - 1; i >= 0; i-- {
		if conversation[i].Person != "" {
			return conversation[i:]
		}
	}
	return nil
}

// call is a reply with one call, under an ID that no other conversation has.
func call(tool, arguments string) Reply {
	return Reply{Calls: []runtime.ToolCall{{ID: "call_" + rand.Text(), Name: tool, Arguments: arguments}}}
}

func called(turn []Message, tool string) bool {
	return slices.ContainsFunc(turn, func(m Message) bool {
		return slices.ContainsFunc(m.Answers, func(a wire.Answer) bool { return a.Call.Name == tool })
	})
}

func lastFailure(turn []Message, tool string) (wire.Answer, bool) {
	for _, m := range slices.Backward(turn) {
		for _, a := range m.Answers {
			if a.Call.Name == tool && a.Output.RetryHint != nil {
				return a, true
			}
		}
	}
	return wire.Answer{}, false
}

// outcome is what the model says of a result. The gate answers a call that was not run with a
// status and a sentence.
func outcome(payload json.RawMessage, done string) string {
	var not struct {
		Hil     bool   `json:"__hil_required"`
		Status  string `json:"status"`
		Message string `json:"message"`
	}
	if json.Unmarshal(payload, &not) == nil && not.Message != "" && (not.Hil || not.Status != "") {
		return not.Message
	}
	return done
}

// mend follows the hint to the letter. Values come from the facts of the request and, where the
// hint says so, from what the remedy found.
func (s *Scenario) mend(failed wire.Answer, found json.RawMessage) string {
	hint, err := json.Marshal(failed.Output.RetryHint)
	if err != nil {
		return failed.Call.Arguments
	}
	known := map[string]any{}
	maps.Copy(known, s.Facts)
	if remedies := failed.Output.RetryHint.Remedies; len(remedies) > 0 && found != nil {
		if id, ok := firstAt(found, remedies[0].From); ok {
			known[remedies[0].Fills] = id
		}
	}
	r := toolgentest.Repairer{Ask: func(field string) (json.RawMessage, bool) { return answer(known, field) }}
	return string(r.Repair([]byte(failed.Call.Arguments), hint))
}

// answer is the value of a field, or of the members of a field put together. Items of lists are
// known without their index.
func answer(known map[string]any, field string) (json.RawMessage, bool) {
	path := withoutIndex(field)
	if v, ok := known[path]; ok {
		text, err := json.Marshal(v)
		return text, err == nil
	}
	item := map[string]any{}
	for at, v := range known {
		if key, ok := strings.CutPrefix(at, path+"[]."); ok {
			item[key] = v
		}
	}
	text, err := json.Marshal([]any{item})
	return text, err == nil && len(item) > 0
}

// withoutIndex writes Lines[2].Amount as Lines[].Amount.
func withoutIndex(field string) string {
	var b strings.Builder
	for field != "" {
		before, rest, ok := strings.Cut(field, "[")
		b.WriteString(before)
		if !ok {
			break
		}
		_, after, _ := strings.Cut(rest, "]")
		b.WriteString("[]")
		field = after
	}
	return b.String()
}

// firstAt is the first value at a path such as $.invoices[*].InvoiceId.
func firstAt(doc json.RawMessage, path string) (any, bool) {
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		return nil, false
	}
	for _, step := range strings.Split(strings.TrimPrefix(path, "$."), ".") {
		key, isList := strings.CutSuffix(step, "[*]")
		object, _ := v.(map[string]any)
		v = object[key]
		if list, _ := v.([]any); isList {
			if len(list) == 0 {
				return nil, false
			}
			v = list[0]
		}
	}
	return v, v != nil
}
