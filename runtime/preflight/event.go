package preflight

import (
	"encoding/json"
	"fmt"
	"time"
)

// Event is an event of the gate. Its JSON is {"type", "data", "tool_call_id"}.
type Event struct {
	// Seq is the number of the event in its thread, starting at 1. It is not part of the JSON. The gate leaves it 0;
	// a sink that stores events assigns it, such as package eventstream.
	Seq int64
	// Thread is the conversation of the event. It is not part of the JSON.
	Thread string
	// CallID is the ID of the call, or one from the gate if the call has none.
	CallID string
	// Data is what happened.
	Data EventData
}

// EventData is the data of an event: one of the types of this file.
type EventData interface {
	// EventType returns the member "type" of the event's JSON.
	EventType() string
}

// WriteValidation is the result of checking the arguments of a write tool against schema and rules.
type WriteValidation struct {
	Tool            string           `json:"tool"`
	Status          ValidationStatus `json:"status"`
	MissingFields   []string         `json:"missing_fields,omitzero"`   // of a blocked call: the fields to correct or supply
	Message         string           `json:"message,omitempty"`         // of a blocked call
	FieldsValidated []string         `json:"fields_validated,omitzero"` // of a call that passed: the fields that it has
	DurationMS      int64            `json:"duration_ms"`
}

// ValidationStatus is the outcome of a validation.
type ValidationStatus string

const (
	// Blocked means that the call is invalid and nothing was done.
	Blocked ValidationStatus = "blocked"
	// Passed means that the call is valid.
	Passed ValidationStatus = "passed"
)

// ToolRetry means that a call is about to be repeated: by the model, after it was blocked, or by the gate, after a
// transport error.
type ToolRetry struct {
	Tool    string `json:"tool"`
	Attempt int    `json:"attempt"` // the number of the attempt to come; the first call is attempt 1
	Reason  string `json:"reason"`
}

// ToolResult is the last event of a call. Every call that the gate accepts has exactly one.
type ToolResult struct {
	Tool    string          `json:"tool"`
	Success bool            `json:"success"`
	Result  json.RawMessage `json:"result"` // the payload, or what the model reads instead
}

// MCQ is a multiple-choice question for the person: whether a call may run. [Gate.Respond] takes the answer.
type MCQ struct {
	Type        string          `json:"mcq_type"` // "write_confirmation"
	Question    string          `json:"question"`
	Options     []MCQOption     `json:"options"`
	PendingTool string          `json:"pending_tool"`
	PendingArgs json.RawMessage `json:"pending_args"`           // sensitive values are masked
	NeedsPhrase bool            `json:"needs_phrase,omitempty"` // to confirm, the phrase that the question names has to be typed
}

// MCQOption is one answer that an [MCQ] offers.
type MCQOption struct {
	Label string `json:"label"` // for the person
	Value string `json:"value"` // "confirm" or "cancel"
}

// MCQResponse is the person's answer to an [MCQ].
type MCQResponse struct {
	ToolCallID string `json:"tool_call_id"`
	Value      string `json:"value"`            // "confirm" or "cancel"
	Phrase     string `json:"phrase,omitempty"` // what was typed, where the question asks for a phrase
}

// Step is one step of a call through the gate, for diagnosis.
type Step struct {
	Tool       string     `json:"tool"`
	Step       StepName   `json:"step"`
	Status     StepStatus `json:"status"`
	Detail     string     `json:"detail,omitempty"`
	DurationMS int64      `json:"duration_ms"`
}

// StepName names a step of a call.
type StepName string

// The steps of a call, in their order.
const (
	StepWriteCheck        StepName = "write_check"        // is it a write tool
	StepValidation        StepName = "write_validation"   // silently, and again after the confirmation
	StepWriteConfirmation StepName = "write_confirmation" // the person is asked
	StepApproval          StepName = "approval"           // submitted for approval
	StepExecute           StepName = "mcp_execute"
	StepParseResult       StepName = "parse_result"
	StepClaimCheck        StepName = "claim_check" // what the reply says, against what happened
)

// StepStatus is the state of a step.
type StepStatus string

// The states of a step.
const (
	StepRunning StepStatus = "running"
	StepPass    StepStatus = "pass"
	StepWarn    StepStatus = "warn" // the call goes back to the model, or a claim was false
	StepDone    StepStatus = "done"
	StepFailed  StepStatus = "failed"
)

// ClarifyingQuestion asks the person, because the model could not correct its call.
type ClarifyingQuestion struct {
	Tool     string   `json:"tool"`
	Question string   `json:"question"`
	Fields   []string `json:"fields,omitempty"` // what is still missing
}

// EventType implements [EventData].
func (WriteValidation) EventType() string { return "write_validation" }

// EventType implements [EventData].
func (ToolRetry) EventType() string { return "tool_retry" }

// EventType implements [EventData].
func (ToolResult) EventType() string { return "tool_result" }

// EventType implements [EventData].
func (MCQ) EventType() string { return "mcq" }

// EventType implements [EventData].
func (MCQResponse) EventType() string { return "mcq_response" }

// EventType implements [EventData].
func (Step) EventType() string { return "step" }

// EventType implements [EventData].
func (ClarifyingQuestion) EventType() string { return "clarifying_question" }

type eventJSON struct {
	Type   string          `json:"type"`
	Data   json.RawMessage `json:"data"`
	CallID string          `json:"tool_call_id,omitempty"`
}

// MarshalJSON writes {"type", "data", "tool_call_id"}.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Data == nil {
		return nil, fmt.Errorf("preflight: an event without data")
	}
	data, err := json.Marshal(e.Data)
	if err != nil {
		return nil, err
	}
	return json.Marshal(eventJSON{Type: e.Data.EventType(), Data: data, CallID: e.CallID})
}

// UnmarshalJSON reads the output of [Event.MarshalJSON]. An unknown type is an error.
func (e *Event) UnmarshalJSON(text []byte) error {
	var raw eventJSON
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	read, ok := eventTypes[raw.Type]
	if !ok {
		return fmt.Errorf("preflight: unknown type of event %.64q", raw.Type)
	}
	data, err := read(raw.Data)
	if err != nil {
		return err
	}
	e.CallID, e.Data = raw.CallID, data
	return nil
}

var eventTypes = map[string]func([]byte) (EventData, error){
	WriteValidation{}.EventType():    readData[WriteValidation],
	ToolRetry{}.EventType():          readData[ToolRetry],
	ToolResult{}.EventType():         readData[ToolResult],
	MCQ{}.EventType():                readData[MCQ],
	MCQResponse{}.EventType():        readData[MCQResponse],
	Step{}.EventType():               readData[Step],
	ClarifyingQuestion{}.EventType(): readData[ClarifyingQuestion],
}

func readData[T EventData](data []byte) (EventData, error) {
	var v T
	err := json.Unmarshal(data, &v)
	return v, err
}

// Sink receives events. The gate passes each sink its events one by one and in order, in a goroutine per sink, so that
// a sink that is slow, fails or panics never affects a call.
type Sink interface {
	Emit(Event)
}

// SinkFunc is a function as a [Sink].
type SinkFunc func(Event)

// Emit calls f.
func (f SinkFunc) Emit(e Event) { f(e) }

// Record describes a completed call for logs.
type Record struct {
	Thread   string    // the conversation
	Point    string    // the decision point, at which attempts are counted
	Query    string    // what the person asked for, cut
	CallID   string    // or what the gate calls a call without an ID
	Tool     string    //
	Write    bool      // it is a write tool
	Attempt  int       // which attempt at the decision point this was, from 1
	Outcome  Outcome   //
	Fields   []string  // the fields that were checked: of a blocked call the faulty ones, else all that it has
	Broken   []string  // of a blocked call: what it breaks, such as "Amount: minimum", a rule by its id
	Result   []byte    // JSON: what the tool answered; nil if it did not run. Sensitive values are masked.
	Started  time.Time //
	Duration time.Duration
}

// Outcome is the outcome of a call.
type Outcome string

// The outcomes of a call.
const (
	OutcomeBlocked   Outcome = "blocked"   // invalid: the model gets a hint how to correct it
	OutcomeHandBack  Outcome = "hand_back" // invalid once too often: the person is asked, and after that the model is asked to stop
	OutcomeCancelled Outcome = "cancelled" // the person said no, or the call was rejected or not approved in time
	OutcomeUnasked   Outcome = "unasked"   // nobody answered the question in time, or nobody could be asked
	OutcomeApproval  Outcome = "approval"  // waits for somebody to approve
	OutcomeAborted   Outcome = "aborted"   // not run, because of a fault of the program, or because the caller went away
	OutcomeFailed    Outcome = "failed"    // valid, but the tool failed
	OutcomeDone      Outcome = "done"      // the tool succeeded
)

// Ran reports whether the tool was run.
func (o Outcome) Ran() bool { return o == OutcomeFailed || o == OutcomeDone }

// Recorder receives records. Like a [Sink], it never delays a call.
type Recorder interface {
	Record(Record)
}
