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
	// Tier is how strict the question is: 1 asks to confirm, 2 also lists the changes, 3 requires a typed phrase.
	Tier int
	// Text is the full question, including the changes and the phrase.
	Text string
	// Changes are the values of the call, from tier 2 on.
	Changes []Change
	// Phrase must be typed at tier 3; it is "" at other tiers.
	Phrase string
	// Options are the answers; the first one confirms.
	Options []MCQOption
	// Args are the arguments. Sensitive values are masked, and invisible characters escaped.
	Args json.RawMessage
	// Notice says what was wrong with the previous answer, "" the first time.
	Notice string
}

// Change is one value of a call, in words.
type Change struct {
	Field string // "Lines[0].Amount"
	Label string // name of the field for people
	Value string // the value, truncated; masked if it is sensitive
}

// The values of an [Answer] and of an [MCQResponse].
const (
	Confirm = "confirm"
	Cancel  = "cancel"
)

// Answer is a person's answer.
type Answer struct {
	Value  string // Confirm or Cancel
	Phrase string // what was typed, at tier 3
}

// Confirmer asks a person. The gate compares the phrase of tier 3 itself and, if it is wrong, asks again with a
// Notice. An error means that nobody answered, which is not a no: the call is not made, and the model learns that
// nobody was reached. The context ends with the question.
type Confirmer interface {
	Confirm(ctx context.Context, q Question) (Answer, error)
}

// ConfirmerFunc is a function as a [Confirmer].
type ConfirmerFunc func(ctx context.Context, q Question) (Answer, error)

// Confirm calls f.
func (f ConfirmerFunc) Confirm(ctx context.Context, q Question) (Answer, error) { return f(ctx, q) }

// Questions are the texts of questions. A nil or empty field, or a function that returns "", selects the English
// default.
type Questions struct {
	// Text is the question; it must name the phrase at tier 3.
	Text func(Question) string
	// ConfirmLabel and CancelLabel are the labels of the two answers.
	ConfirmLabel, CancelLabel string
	// WrongPhrase is the notice after a wrong phrase; left is the number of tries left.
	WrongPhrase func(q Question, left int) string
	// HandBack is the question for the user if the model could not correct its call; made is the default question.
	HandBack func(tool string, issues []runtime.ValidationIssue, made string) string
}
