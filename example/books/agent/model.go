// Package agent is a bookkeeper's assistant: a model that calls tools, the loop that runs them
// through the gate, and clients of real models.
package agent

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Model is a language model, as far as the loop needs it.
type Model interface {
	// Next gives what the model says next: calls, or a text that ends its turn.
	Next(ctx context.Context, conversation []Message) (Reply, error)
}

// Message is one entry of a conversation: what a person said, what the model said, how its calls
// were answered, or what the system has to tell it. One of the four is set.
type Message struct {
	Person  string
	System  string
	Model   *Reply
	Answers []wire.Answer
}

// Reply is one turn of a model. Where it has calls, the text is what the model thinks aloud.
type Reply struct {
	Text  string
	Calls []runtime.ToolCall
}

// instructions are what real models are told before the conversation.
const instructions = `You keep the books of a small company through tools.
Call tools to look things up and to make entries. Never invent an id: look it up, or ask.
When a call is refused, the answer says what is wrong with it: mend that and call again.
Say that something is done only after a tool has confirmed it. Answer briefly.`
