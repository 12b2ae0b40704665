// Package agent is a bookkeeper's assistant: the loop that runs a model's calls through the gate, and models.
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

// Model is a language model, as far as the loop needs it.
type Model interface {
	// Next gives what the model says next: calls, or a text that ends its turn. It shows text as it comes.
	Next(ctx context.Context, conversation []Message, show func(text string)) (Reply, error)
}

// Message is one entry of a conversation. One of its members is set.
type Message struct {
	Person  string // what a person said
	System  string // what the system has to tell the model
	Model   *Reply
	Answers []wire.Answer // to the calls of the reply before
}

// Reply is one turn of a model. Where it has calls, the text is what the model thinks aloud.
type Reply struct {
	Text  string
	Calls []runtime.ToolCall
}

// maxTurns is how often the model may call tools for one request: the gate's limit is for invalid calls only.
const maxTurns = 12

// Agent leads conversations. What it keeps of them is what the model is sent.
type Agent struct {
	Model     Model
	Gate      *preflight.Gate
	Approvals *approval.Service // tells what became of calls that somebody had to approve
	// Run runs the calls of a turn in another way than through the gate, and believes the model; nil means the gate.
	Run func(context.Context, preflight.Turn, []runtime.ToolCall) []runtime.ToolOutput
	// Show takes what the model says while it says it, and Called each call before it is run, with the ID of the refused
	// call of the same tool that it takes the place of, "" for none.
	Show   func(thread, text string)
	Called func(thread string, call runtime.ToolCall, mends string)

	threads sync.Map // of *thread, by ID
}

type thread struct {
	mu           sync.Mutex // one request at a time
	conversation []Message
	known        runtime.Known // the ids that it has seen: the model cannot use others
}

func (t *thread) add(m Message) { t.conversation = append(t.conversation, m) }

// Say hands the model what a person says, runs the calls that it makes, and gives its last word.
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
	defer a.Gate.EndTurn(turn)     // the same words, said again, are another request
	refused := map[string]string{} // the IDs of calls, by tool
	for range maxTurns {
		reply, err := a.Model.Next(ctx, t.conversation, func(text string) { a.Show(id, text) })
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 && a.Run == nil {
			// What the model claims is compared with what ran; it may say it once more.
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
			// The gate has given up on the model's corrections: the person is asked.
			var given *preflight.CorrectionError
			if out.Error != nil && errors.As(out.Error, &given) {
				t.add(Message{Model: &Reply{Text: given.Question}})
				return given.Question, nil
			}
		}
	}
	return "", errors.New("the model does not come to an end")
}

// tellSettled tells the model what became of calls that were waiting for approval.
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
		t.known.AddText(string(out.Payload)) // the ids that it has made
		told = append(told, out.CallID)
	}
	return a.Approvals.Acknowledge(ctx, id, told...)
}
