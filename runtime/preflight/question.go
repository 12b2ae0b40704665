package preflight

import (
	"context"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// Question is what a person is asked before a write tool runs.
type Question struct {
	Thread string
	CallID string
	Tool   *runtime.ToolSpec
	// Tier is how strict the question is: 1 asks to confirm, 2 says what changes as well, 3 has a
	// phrase typed.
	Tier int
	// Text is the question in full, the changes and the phrase included.
	Text string
	// Changes are the values of the call, from tier 2 on.
	Changes []Change
	// Phrase is what has to be typed at tier 3, "" at the others.
	Phrase string
	// Options are the answers, that which confirms first.
	Options []MCQOption
	// Args are the arguments; sensitive values are masked, and what cannot be seen is escaped.
	Args json.RawMessage
	// Notice says what was wrong with the answer before, "" for the first time that is asked.
	Notice string
}

// Change is one value of a call, in words.
type Change struct {
	Field string // "Lines[0].Amount"
	Label string // what the field is called
	Value string // the value, cut; masked where it is sensitive
}

// The values of an answer.
const (
	Confirm = "confirm"
	Cancel  = "cancel"
)

// Answer is what the person says.
type Answer struct {
	Value  string // Confirm or Cancel
	Phrase string // what was typed, at tier 3
}

// Confirmer asks a person. The gate compares the phrase of tier 3 itself and asks again, with a
// Notice, if it is wrong. An error means that nobody answered, which is not a no: the call is not
// made, and the model learns that nobody was reached. The context ends when the question does.
type Confirmer interface {
	Confirm(ctx context.Context, q Question) (Answer, error)
}

// ConfirmerFunc is a function as a [Confirmer].
type ConfirmerFunc func(ctx context.Context, q Question) (Answer, error)

// Confirm calls f.
func (f ConfirmerFunc) Confirm(ctx context.Context, q Question) (Answer, error) { return f(ctx, q) }

// Questions are the texts of questions. What is nil or empty has its default, in English. A
// function that gives "" means the default for that question.
type Questions struct {
	// Text is the question; it must name the phrase at tier 3.
	Text func(Question) string
	// ConfirmLabel and CancelLabel are the labels of the two answers.
	ConfirmLabel, CancelLabel string
	// WrongPhrase is the notice after a wrong phrase; left is how many tries there are still.
	WrongPhrase func(q Question, left int) string
	// HandBack is the question for the user when the model could not mend its call; made is the
	// one that the gate has made.
	HandBack func(tool string, issues []runtime.ValidationIssue, made string) string
}
