package hint

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// Issue is a fault of a call.
type Issue view.Issue

// Hint is the RetryHint of package runtime.
type Hint struct {
	Reason             string          `json:"reason"`
	Action             string          `json:"action"`
	Tool               string          `json:"tool"`
	Message            string          `json:"message"`
	MissingFields      []string        `json:"missing_fields,omitempty"`
	Constraints        []Constraint    `json:"constraints,omitempty"`
	UnknownFields      []string        `json:"unknown_fields,omitempty"`
	Rules              []Rule          `json:"rules,omitempty"`
	Remedies           []Remedy        `json:"remedies,omitempty"`
	ClarifyingQuestion string          `json:"clarifying_question,omitempty"`
	ExampleInput       json.RawMessage `json:"example_input,omitempty"`
	Repeated           []string        `json:"repeated,omitempty"`
	Omitted            int             `json:"omitted,omitempty"`
	Changes            []Change        `json:"changes,omitempty"`
	CorrectedInput     json.RawMessage `json:"corrected_input,omitempty"`
	Ask                []string        `json:"ask,omitempty"`
	Unplaced           []string        `json:"unplaced,omitempty"`
	Since              string          `json:"since,omitempty"`
	Kind               string          `json:"kind,omitempty"`
	RetryAfter         int             `json:"retry_after,omitempty"`
}

// Change is one thing to do to a call.
type Change struct {
	Kind    string `json:"kind"`
	Field   string `json:"field,omitempty"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Certain bool   `json:"certain,omitempty"`
}

// Constraint is what one field has to satisfy; see FieldConstraint of package runtime.
type Constraint struct {
	Field         string            `json:"field"`
	Constraint    string            `json:"constraint,omitempty"`
	Type          string            `json:"type,omitempty"`
	AllowedValues []json.RawMessage `json:"allowed_values,omitempty"`
	Pattern       string            `json:"pattern,omitempty"`
	Min           json.Number       `json:"min,omitempty"`
	Max           json.Number       `json:"max,omitempty"`
	ExclusiveMin  json.Number       `json:"exclusive_min,omitempty"`
	ExclusiveMax  json.Number       `json:"exclusive_max,omitempty"`
	MultipleOf    json.Number       `json:"multiple_of,omitempty"`
	MinLength     *int              `json:"min_length,omitempty"`
	MaxLength     *int              `json:"max_length,omitempty"`
	MinItems      *int              `json:"min_items,omitempty"`
	MaxItems      *int              `json:"max_items,omitempty"`
	Unique        bool              `json:"unique,omitempty"`
	Format        string            `json:"format,omitempty"`
	Const         json.RawMessage   `json:"const,omitempty"`
	Got           any               `json:"got,omitempty"`
	Suggest       any               `json:"suggest,omitempty"`
}

// Rule is a rule that does not hold.
type Rule struct {
	ID      string   `json:"id"`
	Message string   `json:"message,omitempty"`
	Fields  []string `json:"fields,omitempty"`
}

// Remedy is a call that supplies what a field needs.
type Remedy struct {
	Field string `json:"field,omitempty"`
	Call  string `json:"call"`
	Fills string `json:"fills,omitempty"`
	From  string `json:"from,omitempty"`
	Text  string `json:"text,omitempty"`
	Why   string `json:"why,omitempty"`
}

// Why a call failed, and what may happen next.
const (
	InvalidArguments  = "invalid_arguments"
	MalformedResponse = "malformed_response"
	InvalidJSON       = "invalid_json"
	Truncated         = "truncated"
	ToolNotFound      = "tool_not_found"
	Internal          = "internal"

	Correct    = "correct"
	CallFirst  = "call_first"
	AskUser    = "ask_user"
	Shrink     = "shrink"
	RetryLater = "retry_later"
	Stop       = "stop"

	// What the rules say about sending a failed call again.
	RetryAgain = "after"
	RetryNever = "never"
)

// Tool is what a hint must know about a tool.
type Tool struct {
	repair.Tool
	Writes   bool
	MayWrite bool // it is not known to be read-only
	Remedies []Remedy
	Verify   *Remedy                   // finds out whether a write was done; nil if the rules name none
	Retry    string                    // RetryAgain, RetryNever or ""
	Set      func() []Sibling          // the tools that may be called; nil where they are not known
	Decode   func(text []byte) []Issue // the strict decoder; nil where none is known
	View     *view.View
}

// Failure is a call that failed.
type Failure struct {
	Issues     []Issue
	Omitted    int    // issues that are not listed
	Err        error  // where there are no issues
	Call       []byte // the arguments as the model wrote them; nil where they are not known
	StopReason string
	Ran        bool // the tool was called, and reported the failure
	Before     Repetition
}
