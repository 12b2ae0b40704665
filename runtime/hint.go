package runtime

import (
	"bytes"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/hint"
)

// RetryHint tells a model, in few bytes, what was wrong with its call and how to correct it. [BuildHint]
// makes it; its JSON is the form for programs, [RetryHint.Text] the one for models.
//
// Every text in it that comes from the call, from a schema or from a foreign error is cut and
// cleaned of control characters.
type RetryHint struct {
	Reason             Reason            `json:"reason"`
	Action             Action            `json:"action"`
	Tool               string            `json:"tool"`
	Message            string            `json:"message"`                       // one sentence: the first pertinent issue
	MissingFields      []string          `json:"missing_fields,omitempty"`      // at most 3
	Constraints        []FieldConstraint `json:"constraints,omitempty"`         // at most 3, one a field
	UnknownFields      []string          `json:"unknown_fields,omitempty"`      // at most 3
	Rules              []RuleHint        `json:"rules,omitempty"`               // at most 3
	Remedies           []Remedy          `json:"remedies,omitempty"`            // calls to make first
	ClarifyingQuestion string            `json:"clarifying_question,omitempty"` // one question, at most 3 fields
	ExampleInput       json.RawMessage   `json:"example_input,omitempty"`       // CorrectedInput with a placeholder for each field in Ask
	Repeated           []string          `json:"repeated,omitempty"`            // at most 3 fields that failed before
	Omitted            int               `json:"omitted,omitempty"`             // issues not shown

	Changes        []Change        `json:"changes,omitempty"`         // what to do to the call, in order
	CorrectedInput json.RawMessage `json:"corrected_input,omitempty"` // the call, with only what is certain from call and schema
	Ask            []string        `json:"ask,omitempty"`             // fields whose value must still be given or chosen
	Unplaced       []string        `json:"unplaced,omitempty"`        // what the call has and no field takes
	Since          string          `json:"since,omitempty"`           // what has changed since the last try

	// Kind is what sort of failure a backend has reported, as far as that is known: a Kind of package backend.
	Kind       string `json:"kind,omitempty"`
	RetryAfter int    `json:"retry_after,omitempty"` // seconds to wait before the call is sent again
}

// Change is one thing to do to a call.
type Change struct {
	// Kind is an edit, which is certain: syntax, close, rename, move, wrap, unwrap, parse, split, convert,
	// match, reformat, remove; or what needs more: give (a value is missing, or must be given again), choose
	// (likewise, one of some values), ask (likewise, by the user), place (a value that no field takes, and that may be
	// meant for another one), leave (a value that no field takes), mend (what is there must change as a whole), stay (a
	// value that is not shown stays as it was sent).
	Kind    string `json:"kind"`
	Field   string `json:"field,omitempty"` // the place in the corrected call
	From    string `json:"from,omitempty"`  // the place in the call, or the value there
	To      string `json:"to,omitempty"`    // the value, what it must be, or the values to choose from; the new name; the question to the user; the names that are still free; why no field takes it
	Certain bool   `json:"certain,omitempty"`
}

// FieldConstraint is what one field has to satisfy. Constraint is the keyword that failed first;
// the rest is what the schema says about the field.
type FieldConstraint struct {
	Field         string            `json:"field"`
	Constraint    string            `json:"constraint,omitempty"`
	Type          string            `json:"type,omitempty"`           // JSON type name, or names joined by "|"
	AllowedValues []json.RawMessage `json:"allowed_values,omitempty"` // at most 5, then "…"
	Pattern       string            `json:"pattern,omitempty"`
	Min           json.Number       `json:"min,omitempty"` // of the number; for objects, of its properties
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
	Got           any               `json:"got,omitempty"`     // what came, cut; never for sensitive fields
	Suggest       any               `json:"suggest,omitempty"` // the key or value that was probably meant
}

// UnmarshalJSON reads an entry as json.Marshal writes it. Numbers keep all their digits, however large they are.
func (c *FieldConstraint) UnmarshalJSON(data []byte) error {
	type plain FieldConstraint
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return dec.Decode((*plain)(c))
}

// RuleHint is a rule that does not hold, in its own words.
type RuleHint struct {
	ID      string   `json:"id"`
	Message string   `json:"message,omitempty"`
	Fields  []string `json:"fields,omitempty"` // what the rule looked at
}

// Remedy is a call that supplies what a field needs.
type Remedy struct {
	Field string `json:"field,omitempty"` // the field that the remedy belongs to
	Call  string `json:"call"`            // the tool to call first
	Fills string `json:"fills,omitempty"` // the field that takes the value
	From  string `json:"from,omitempty"`  // where in the called tool's result the value is
	Text  string `json:"text,omitempty"`
	// Why is "" where the rules name the call, "named" where the error does, "suggested" where the tool is about the
	// same by its name or description, and "verify" where it may tell whether a write was done.
	Why string `json:"why,omitempty"`
}

// HintOption changes how [BuildHint] works.
type HintOption struct {
	apply func(*hintConfig)
}

type hintConfig struct {
	budget     int
	call       []byte
	stopReason string
	result     bool            // the error is about a result
	kind       FailureKind     // what the caller found, "" if nothing
	set        *Toolset        // the tools that may be called instead, nil if unknown
	ran        bool            // the tool was called, and reported the failure
	before     hint.Repetition // what a ledger knows of failures before
	decoding   []DecodeOption  // with which the call was decoded, for their limits
}

// DefaultBudget is the size that a hint keeps within, as JSON, in bytes.
const DefaultBudget = 1024

// minBudget is the smallest budget that a hint can keep: its four fixed members.
const minBudget = 192

// WithBudget sets the number of bytes that the hint may take, both as JSON and as text. Budgets
// below 192 bytes are read as 192, the least that says anything.
func WithBudget(bytes int) HintOption {
	return HintOption{func(c *hintConfig) { c.budget = max(bytes, minBudget) }}
}

// WithCall gives the arguments that failed, as the model wrote them. With them the hint has the changes that
// they need and the call as far as it is known; without them it has what the issues say.
func WithCall(args []byte) HintOption {
	return HintOption{func(c *hintConfig) { c.call = args }}
}

// WithStopReason gives the provider's reason for the end of the model's turn. It tells a call
// that was cut off at the length limit from one that is merely incomplete.
func WithStopReason(reason string) HintOption {
	return HintOption{func(c *hintConfig) { c.stopReason = reason }}
}

// WithTools is for a call that its tool has refused, or in which it failed, and gives the tools that the model may call
// instead: the hint can name the tool that looks up what a backend has not found, or that tells whether a write was done.
func WithTools(set *Toolset) HintOption {
	return HintOption{func(c *hintConfig) { c.set, c.ran = set, true }}
}

// hintConfigOf reads options.
func hintConfigOf(opts []HintOption) hintConfig {
	cfg := hintConfig{budget: DefaultBudget}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&cfg)
		}
	}
	return cfg
}

// Text is the hint as a model reads it: instructions, in the order in which to follow them, then the call
// as far as it is known. What comes from the call or from a schema stands in quotes or is a plain path, so
// that it never reads as a sentence of the hint. It depends on the exported fields only: a hint that went
// through JSON gives the same text.
func (h *RetryHint) Text() string {
	if h == nil {
		return ""
	}
	return h.plain().Text()
}

// Annotated is the call with a comment at the place of each issue that the hint shows; what is
// sound is left out as "…". It keeps the budget of a hint, [DefaultBudget] unless [WithBudget] says
// otherwise, whatever the size of the call. Like [RetryHint.Text] it depends on the exported
// fields only, and shows no value that the hint does not show: those of sensitive fields.
func (h *RetryHint) Annotated(call []byte, opts ...HintOption) string {
	if h == nil {
		return ""
	}
	return h.plain().Annotated(call, hintConfigOf(opts).budget)
}
