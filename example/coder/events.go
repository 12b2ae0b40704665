package main

import (
	"encoding/json"

	"github.com/toolgen/toolgen/example/coder/workspace"
	"github.com/toolgen/toolgen/runtime"
)

// Events of a session in addition to those of package toolblock. All of them go to the transcript and the page.
// ID is the call's.

// changeEvent shows a change that is about to be made.
type changeEvent struct {
	ID      string `json:"id"`
	Summary string `json:"summary"`
	Diff    string `json:"diff"`
}

// questionEvent is a question for the viewer of the page.
type questionEvent struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Phrase must be typed to say yes, unless it is empty.
	Phrase string `json:"phrase"`
}

// answerEvent is a person's answer, or the one assumed without it.
type answerEvent struct {
	ID      string `json:"id"`
	Allowed bool   `json:"allowed"`
	By      string `json:"by"`
}

// outcomeEvent is the outcome of a valid call. Its text goes to the model.
type outcomeEvent struct {
	ID   string `json:"id"`
	Done bool   `json:"done"`
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
}

// endEvent is the last event. Calls that were not done were invalid, not allowed, or failed.
type endEvent struct {
	Done    int    `json:"done"`
	NotDone int    `json:"notDone"`
	Error   string `json:"error,omitempty"`
}

func (changeEvent) Type() string   { return "change" }
func (questionEvent) Type() string { return "question" }
func (answerEvent) Type() string   { return "answer" }
func (outcomeEvent) Type() string  { return "outcome" }
func (endEvent) Type() string      { return "end" }

// outcomeOf returns the event for the answer to a call.
func outcomeOf(out runtime.ToolOutput) outcomeEvent {
	e := outcomeEvent{ID: out.CallID, Done: out.Error == nil}
	if out.Error != nil {
		e.Text = out.RetryHint.Text()
		return e
	}
	var result workspace.Result
	if err := json.Unmarshal(out.Payload, &result); err != nil {
		e.Text = string(out.Payload) // from a tool with another result type
		return e
	}
	e.Text, e.Note = result.Text, result.Note
	return e
}
