// Package agent is a bookkeeper's assistant: models, and the loop that runs their calls through the gate.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/claims"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Model is what the loop needs of a language model.
type Model interface {
	// Next returns the model's next turn: calls, or a text that ends its turn. It passes text to show while it streams.
	Next(ctx context.Context, conversation []Message, show func(text string)) (Reply, error)
}

// Message is an entry of a conversation. Exactly one field is set.
type Message struct {
	Person  string // what a person said
	System  string // what the system tells the model
	Model   *Reply
	Answers []wire.Answer // to the calls of the previous reply
}

// Reply is one turn of a model. If it has calls, the text is the model's commentary on them.
type Reply struct {
	Text  string
	Calls []runtime.ToolCall
}

// maxTurns limits the model turns with calls per request: the gate's limit is for invalid calls only.
const maxTurns = 12

// Agent leads conversations. It keeps of them what is sent to the model.
type Agent struct {
	Model     Model
	Gate      *preflight.Gate
	Approvals *approval.Service // reports the outcomes of calls that needed approval
	// Run replaces the gate: it runs the calls of a turn and trusts the model; nil means the gate.
	Run func(context.Context, preflight.Turn, []runtime.ToolCall) []runtime.ToolOutput
	// Show gets the model's text while it streams. Called gets each call before it runs, with the ID of the rejected
	// call of the same tool that it replaces, "" for none.
	Show   func(thread, text string)
	Called func(thread string, call runtime.ToolCall, mends string)

	threads sync.Map // of *thread, by ID
}

type thread struct {
	mu           sync.Mutex // one request at a time
	conversation []Message
	known        runtime.Known // the ids that the model has seen: it cannot use others
}

func (t *thread) add(m Message) { t.conversation = append(t.conversation, m) }

// Say passes a person's message to the model, runs its calls, and returns its final text.
func (a *Agent) Say(ctx context.Context, id, text string) (string, error) {
	loaded, _ := a.threads.LoadOrStore(id, new(thread))
	t := loaded.(*thread)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := a.tellSettled(ctx, id, t); err != nil {
		return "", err
	}
	t.add(Message{Person: text})
	t.known.AddText(text)
	ctx = runtime.WithKnown(ctx, &t.known)
	turn, run := preflight.Turn{Thread: id, Query: text}, a.Gate.Calls
	if a.Run != nil {
		run = a.Run
	}
	defer a.Gate.EndTurn(turn)     // the same words, repeated, are a new request
	refused := map[string]string{} // call IDs by tool
	for range maxTurns {
		reply, err := a.Model.Next(ctx, t.conversation, func(text string) { a.Show(id, text) })
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 && a.Run == nil {
			// The model's claims are compared with what ran; it gets one chance to correct itself.
			reply.Text = claims.New(a.Gate, func(ctx context.Context, f claims.Finding) (string, error) {
				again, err := a.Model.Next(ctx, append(slices.Clone(t.conversation), Message{Model: &reply}, Message{System: f.Prompt()}), func(string) {})
				return again.Text, err
			}).Reply(ctx, turn, reply.Text)
		}
		t.add(Message{Model: &reply})
		if len(reply.Calls) == 0 {
			return reply.Text, nil
		}
		for _, call := range reply.Calls {
			a.Called(id, call, refused[call.Name])
			delete(refused, call.Name)
		}
		outs := run(ctx, turn, reply.Calls)
		answers, err := wire.Pair(reply.Calls, outs)
		if err != nil {
			return "", err
		}
		t.add(Message{Answers: answers})
		for i, out := range outs {
			if out.Error != nil && out.Error.Kind != runtime.FailureHandler {
				refused[reply.Calls[i].Name] = reply.Calls[i].ID
			}
			// The gate has given up on corrections by the model: ask the person.
			var given *preflight.CorrectionError
			if out.Error != nil && errors.As(out.Error, &given) {
				t.add(Message{Model: &Reply{Text: given.Question}})
				return given.Question, nil
			}
		}
	}
	return "", errors.New("the model did not finish within the turn limit")
}

// tellSettled tells the model the outcomes of calls that were waiting for approval.
func (a *Agent) tellSettled(ctx context.Context, id string, t *thread) error {
	outs, err := a.Approvals.Results(ctx, id)
	if err != nil {
		return err
	}
	var told []string
	for _, out := range outs {
		text, err := json.Marshal(out)
		if err != nil {
			return err
		}
		t.add(Message{System: "A call of yours that waited for approval is settled: " + string(text)})
		t.known.AddText(string(out.Payload)) // ids that the call created
		told = append(told, out.CallID)
	}
	return a.Approvals.Acknowledge(ctx, id, told...)
}
