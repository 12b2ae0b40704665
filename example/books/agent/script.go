package agent

import (
	"context"
	"crypto/rand"
	_ "embed" // for the scenarios
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolgentest"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Scenario is a conversation of the scripted model: a person's request, a careless first call, and the facts
// that a careful reader finds in the request.
type Scenario struct {
	ID      string
	Title   string
	Request string // what the person says
	// Tool and Arguments are the first call. Like many calls of real models, it is wrong in some way.
	Tool      string
	Arguments json.RawMessage
	// Facts are the contents of the request, as arguments of the tool. The model uses a fact only if a hint
	// names its field.
	Facts map[string]any
	// Done is the model's final text if the tool has succeeded. A scenario without a tool has only this text.
	Done string
	// Outage makes the ledger fail once, after the call has passed validation.
	Outage bool
}

//go:embed scenarios.json
var scenarios []byte

// Scenarios returns the conversations of the demo.
func Scenarios() (list []Scenario) {
	if err := json.Unmarshal(scenarios, &list); err != nil {
		panic("scenarios.json: " + err.Error())
	}
	return list
}

// Script is a model without a network: it makes the first call of a scenario, and corrects it using only
// the hints that it gets. It does not know the schema; if a hint names nothing, it repeats the call. Except
// for call IDs, it is a function of the conversation.
type Script struct{}

// pace is the time the scripted model takes for a word.
const pace = 25 * time.Millisecond

// Next implements [Model].
func (Script) Next(ctx context.Context, conversation []Message, show func(text string)) (Reply, error) {
	reply := answer(conversation)
	for word := range strings.SplitAfterSeq(reply.Text, " ") {
		if word == "" {
			continue
		}
		show(word)
		select {
		case <-time.After(pace):
		case <-ctx.Done():
			return Reply{}, ctx.Err()
		}
	}
	return reply, nil
}

func answer(conversation []Message) Reply {
	var request string
	var answers []wire.Answer // since the request
	for _, m := range conversation {
		if m.Person != "" {
			request, answers = m.Person, nil
		}
		answers = append(answers, m.Answers...)
	}
	list := Scenarios()
	at := slices.IndexFunc(list, func(s Scenario) bool { return s.Request == request })
	if at < 0 {
		return Reply{Text: "I am a script, and know a few requests only. Choose one of the scenarios."}
	}
	s := list[at]
	switch {
	case len(answers) > 0:
		return s.next(answers)
	case s.Tool == "":
		return Reply{Text: s.Done}
	}
	return call(s.Tool, string(s.Arguments))
}

// next returns the model's reaction to the answers to its calls.
func (s *Scenario) next(answers []wire.Answer) Reply {
	last := answers[len(answers)-1]
	if last.Call.Name != s.Tool {
		// A remedy was called: its result supplies what the failed call lacked.
		for _, failed := range slices.Backward(answers) {
			if failed.Call.Name == s.Tool && !wire.Failed(last.Output) {
				return call(s.Tool, s.mend(failed, last.Output.Payload))
			}
		}
		return Reply{Text: "I could not look that up."}
	}
	if !wire.Failed(last.Output) {
		// The gate answers a call that it did not run with a status and a message.
		var not struct{ Status, Message string }
		if err := json.Unmarshal(last.Output.Payload, &not); err == nil && not.Status == "cancelled" {
			return Reply{Text: "Cancelled. Nothing was recorded."}
		} else if err == nil && not.Status != "" && not.Message != "" {
			return Reply{Text: "Nobody has answered, so nothing was recorded."}
		} else if err == nil && not.Message != "" {
			return Reply{Text: "That waits for approval: somebody else has to agree. Nothing has changed so far."}
		}
		return Reply{Text: s.Done}
	}
	hint := last.Output.RetryHint
	if hint == nil || hint.Reason == runtime.Internal || last.Output.Error.Kind == runtime.FailureHandler {
		return Reply{Text: "That did not work: " + last.Output.Error.Message}
	}
	if hint.Action == runtime.AskUser || hint.Action == runtime.Stop {
		return Reply{Text: hint.ClarifyingQuestion}
	}
	if len(hint.Remedies) > 0 {
		remedy := hint.Remedies[0].Call
		if !slices.ContainsFunc(answers, func(a wire.Answer) bool { return a.Call.Name == remedy }) {
			return call(remedy, "{}")
		}
	}
	return call(s.Tool, s.mend(last, nil))
}

// call is a reply with one call, under a unique ID.
func call(tool, arguments string) Reply {
	return Reply{Calls: []runtime.ToolCall{{ID: "call_" + rand.Text(), Name: tool, Arguments: arguments}}}
}

// mend follows the hint literally. Values come from the facts of the request and, where the hint says so,
// from the result of the remedy.
func (s *Scenario) mend(failed wire.Answer, found json.RawMessage) string {
	hint := failed.Output.RetryHint
	if hint == nil {
		return failed.Call.Arguments
	}
	known := s.Facts
	if len(hint.Remedies) > 0 && found != nil {
		if id := firstAt(found, hint.Remedies[0].From); id != nil {
			fill(known, hint.Remedies[0].Fills, id)
		}
	}
	truth, errTruth := json.Marshal(known)
	text, errHint := json.Marshal(hint)
	if errTruth != nil || errHint != nil {
		return failed.Call.Arguments
	}
	user := toolgentest.StandIn{Truth: truth}
	r := toolgentest.Repairer{Ask: user.Ask}
	return string(r.Repair([]byte(failed.Call.Arguments), text))
}

// fill sets a field such as Applications[].InvoiceId.
func fill(doc map[string]any, field string, value any) {
	list, key, nested := strings.Cut(field, "[].")
	if !nested {
		doc[field] = value
		return
	}
	items, _ := doc[list].([]any)
	for _, item := range items {
		if item, ok := item.(map[string]any); ok {
			item[key] = value
		}
	}
}

// firstAt returns the first value at a path such as $.invoices[*].InvoiceId, or nil.
func firstAt(text json.RawMessage, path string) any {
	list, key, _ := strings.Cut(strings.TrimPrefix(path, "$."), "[*].")
	var doc map[string]json.RawMessage
	var items []map[string]any
	if json.Unmarshal(text, &doc) != nil || json.Unmarshal(doc[list], &items) != nil || len(items) == 0 {
		return nil
	}
	return items[0][key]
}
