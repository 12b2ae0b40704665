package toolblock

import "github.com/toolgen/toolgen/runtime"

// Event is an event of a stream, in the order of the text: [TextEvent], [StatusEvent], [BlockEvent] or
// [ErrorEvent].
type Event interface {
	// Type is the name of the event, for server-sent events.
	Type() string
}

// TextEvent is text outside of tool blocks, unchanged. Its boundaries follow the pieces of the input, but never
// split a character.
type TextEvent struct {
	Text string `json:"text"`
}

// Type is "text".
func (TextEvent) Type() string { return "text" }

// StatusEvent reports the state of a call. The first one of a block says "buffering"; it is sent as soon as
// tool and path are known, and at the latest immediately before the [BlockEvent].
type StatusEvent struct {
	ID       string `json:"id"`
	ToolType string `json:"toolType"` // as written by the model, or ""
	Path     string `json:"path"`     // "" if the tool has none
	Status   Status `json:"status"`
}

// Type is "json-tool-status".
func (StatusEvent) Type() string { return "json-tool-status" }

// BlockEvent is a complete tool block with the result of the checks. There is exactly one per block, unless an
// [ErrorEvent] reports that a limit was exceeded.
type BlockEvent struct {
	ID       string `json:"id"`
	ToolType string `json:"toolType"`
	Path     string `json:"path"`
	// Content is the block with its fences, as written or corrected. If a fence contains several objects, each
	// is a block, and only the first and the last include a fence.
	Content string `json:"content"`
	// JSON is the content between the fences, without markers of enclosing quotes and lists. It is not part of
	// the event's JSON.
	JSON string `json:"-"`
	// ValidationPassed: the call in Content is valid and may run.
	ValidationPassed bool `json:"validationPassed"`
	// Corrected: Content differs from what the model wrote, which is in Original.
	Corrected   bool       `json:"corrected"`
	CorrectedBy Correction `json:"correctedBy,omitempty"`
	Original    string     `json:"original,omitempty"`
	// Truncated: the end of the block is missing. Such a block is never corrected.
	Truncated bool   `json:"truncated,omitempty"`
	Status    Status `json:"status"` // processing or failed
	// Checks are the results of the four levels, in order.
	Checks []Check `json:"checks"`
	// Issues are the faults of the call, or those before it was corrected.
	Issues []Issue `json:"issues"`
	// Omitted is the number of further issues.
	Omitted int `json:"omitted,omitempty"`
	// Receipts list the changes by repairs, leniency and the corrector.
	Receipts []runtime.Receipt `json:"receipts"`
	// Attempts are the answers of the corrector, including rejected ones.
	Attempts []Attempt `json:"attempts,omitempty"`
	// Hint is the hint for the model about a failed block.
	Hint *runtime.RetryHint `json:"hint,omitempty"`
	// Error is why the block failed, if that is not the model's fault.
	Error string `json:"error,omitempty"`
}

// Type is "json-tool-block".
func (BlockEvent) Type() string { return "json-tool-block" }

// ErrorEvent reports a tool block that exceeds a limit. It is passed on as text and never runs.
type ErrorEvent struct {
	ID       string    `json:"id"`
	ToolType string    `json:"toolType"`
	Path     string    `json:"path"`
	Code     ErrorCode `json:"code"`
	Limit    int       `json:"limit"`
	Message  string    `json:"message"`
}

// Type is "json-tool-error".
func (ErrorEvent) Type() string { return "json-tool-error" }

// ErrorCode is the exceeded limit.
type ErrorCode string

const (
	// TooLarge means that the block exceeds [WithMaxBlockBytes].
	TooLarge ErrorCode = "too_large"
	// TooMany means that the block exceeds [WithMaxBlocks].
	TooMany ErrorCode = "too_many"
)

// Correction is the origin of a correction.
type Correction string

const (
	// ByRepair is the exact repair of syntax, which changes no value.
	ByRepair Correction = "repair"
	// ByCorrector is the [Corrector].
	ByCorrector Correction = "corrector"
)

// ReceiptCorrected is a value that a corrector changed.
const ReceiptCorrected runtime.ReceiptKind = "corrected"

// Attempt is an answer of a corrector.
type Attempt struct {
	Accepted bool    `json:"accepted"`
	Issues   []Issue `json:"issues,omitempty"` // faults of the answer
	Refused  string  `json:"refused,omitempty"`
}
