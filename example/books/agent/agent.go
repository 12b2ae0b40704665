package agent

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/wire"
)

// maxTurns is how often the model may call tools for one request. The gate's own limit is lower:
// this one stops a model that goes on and on with calls that are valid.
const maxTurns = 12

// Agent leads conversations. What it keeps of them is what the model is sent.
type Agent struct {
	Model Model
	Gate  *preflight.Gate
	// Run runs the calls of a turn in another way than through the gate, and believes the model;
	// nil means the gate.
	Run func(context.Context, preflight.Turn, []runtime.ToolCall) []runtime.ToolOutput
	// Approvals tells what became of calls that somebody had to approve; nil where there are none.
	Approvals *approval.Service

	mu      sync.Mutex
	threads map[string]*thread
}

type thread struct {
	mu           sync.Mutex // one request at a time
	conversation []Message
}

func (a *Agent) thread(id string) *thread {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.threads == nil {
		a.threads = map[string]*thread{}
	}
	t := a.threads[id]
	if t == nil {
		t = &thread{}
		a.threads[id] = t
	}
	return t
}

// Say hands the model what a person says, runs the calls that it makes, and gives its last word.
func (a *Agent) Say(ctx context.Context, id, text string) (string, error) {
	t := a.thread(id)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := a.settled(ctx, id, t); err != nil {
		return "", err
	}
	t.conversation = append(t.conversation, Message{Person: text})
	turn, run := preflight.Turn{Thread: id, Query: text}, a.Gate.Calls
	if a.Run != nil {
		run = a.Run
	}
	defer a.Gate.EndTurn(turn) // the same words, said again, are another request
	for range maxTurns {
		reply, err := a.Model.Next(ctx, t.conversation)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 && a.Run == nil {
			// What the model claims is held against what has happened.
			reply.Text = a.Gate.CheckReply(turn, reply.Text).Text
		}
		t.conversation = append(t.conversation, Message{Model: &reply})
		if len(reply.Calls) == 0 {
			return reply.Text, nil
		}
		outs := run(ctx, turn, reply.Calls)
		answers, err := wire.Pair(reply.Calls, outs)
		if err != nil {
			return "", err
		}
		t.conversation = append(t.conversation, Message{Answers: answers})
		if question := handedBack(outs); question != "" {
			t.conversation = append(t.conversation, Message{Model: &Reply{Text: question}})
			return question, nil
		}
	}
	return "", errors.New("the model does not come to an end")
}

// handedBack is the question for the person, if the gate has given up on the model's corrections.
func handedBack(outs []runtime.ToolOutput) string {
	for _, out := range outs {
		var given *preflight.CorrectionError
		if out.Error != nil && errors.As(out.Error, &given) {
			return given.Question
		}
	}
	return ""
}

// settled tells the model what became of calls that were waiting for approval.
func (a *Agent) settled(ctx context.Context, id string, t *thread) error {
	if a.Approvals == nil {
		return nil
	}
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
		t.conversation = append(t.conversation, Message{System: "A call of yours that waited for approval is settled: " + string(text)})
		told = append(told, out.CallID)
	}
	return a.Approvals.Acknowledge(ctx, id, told...)
}
