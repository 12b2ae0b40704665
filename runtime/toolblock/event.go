package toolblock

import "github.com/toolgen/toolgen/runtime"

// Event is something that a stream tells, in the order of the text. It is one of [TextEvent],
// [StatusEvent], [BlockEvent] and [ErrorEvent].
type Event interface {
	// Type is the name of the event, as a stream of server-sent events would give it.
	Type() string
}

// TextEvent is text that is no part of a tool block, exactly as it came. Where texts are cut into
// events follows the pieces of the input; a character is never cut in two.
type TextEvent struct {
	Text string `json:"text"`
}

// Type is "text".
func (TextEvent) Type() string { return "text" }

// StatusEvent tells how a call fares. The first one of a block says "buffering", as soon as the
// tool and the path are known, and at the latest right before the block's [BlockEvent].
type StatusEvent struct {
	ID       string `json:"id"`
	ToolType string `json:"toolType"` // as the model wrote it, "" where it wrote no name
	Path     string `json:"path"`     // "" where the tool has none
	Status   Status `json:"status"`
}

// Type is "json-tool-status".
func (StatusEvent) Type() string { return "json-tool-status" }

// BlockEvent is a tool block that has been read to its end, and what the checks say of it. There
// is exactly one for each block, unless an [ErrorEvent] says that the block is too long.
type BlockEvent struct {
	ID       string `json:"id"`
	ToolType string `json:"toolType"`
	Path     string `json:"path"`
	// Content is the block with its fences: as the model wrote it, or corrected. Of several objects in one
	// fence each is a block, and only the first and the last have a fence.
	Content string `json:"content"`
	// JSON is what stands between the fences of Content, without the markers of the quotes and lists that the
	// block is in. It is no part of the event's own JSON.
	JSON string `json:"-"`
	// ValidationPassed says that the call in Content is valid, and may be run.
	ValidationPassed bool `json:"validationPassed"`
	// Corrected says that Content is not what the model wrote; Original is, then.
	Corrected   bool       `json:"corrected"`
	CorrectedBy Correction `json:"correctedBy,omitempty"`
	Original    string     `json:"original,omitempty"`
	// Truncated says that the end of the block is missing. Such a block is never corrected.
	Truncated bool   `json:"truncated,omitempty"`
	Status    Status `json:"status"` // processing or failed
	// Checks are the four levels, in order.
	Checks []Check `json:"checks"`
	// Issues is what is wrong with the call, or was before it was corrected.
	Issues []Issue `json:"issues"`
	// Omitted is the number of further issues.
	Omitted int `json:"omitted,omitempty"`
	// Receipts is what was changed: by repairs, by leniency and by the corrector.
	Receipts []runtime.Receipt `json:"receipts"`
	// Attempts are the corrector's, those that were refused included.
	Attempts []Attempt `json:"attempts,omitempty"`
	// Hint is what to tell the model of a block that failed.
	Hint *runtime.RetryHint `json:"hint,omitempty"`
	// Error says why the block failed, where that is not the model's fault.
	Error string `json:"error,omitempty"`
}

// Type is "json-tool-block".
func (BlockEvent) Type() string { return "json-tool-block" }

// ErrorEvent says that a tool block is not read as one. It is passed on as text, and never run.
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

// ErrorCode says which limit a block exceeds.
type ErrorCode string

const (
	// TooLarge is a block of more bytes than [WithMaxBlockBytes] allows.
	TooLarge ErrorCode = "too_large"
	// TooMany is a block beyond the number that [WithMaxBlocks] allows.
	TooMany ErrorCode = "too_many"
)

// Correction says who corrected a block.
type Correction string

const (
	// ByRepair is the exact repair of the syntax, which changes no value.
	ByRepair Correction = "repair"
	// ByCorrector is the [Corrector].
	ByCorrector Correction = "corrector"
)

// ReceiptCorrected is a value that a corrector changed.
const ReceiptCorrected runtime.ReceiptKind = "corrected"

// Attempt is one answer of a corrector.
type Attempt struct {
	Accepted bool    `json:"accepted"`
	Issues   []Issue `json:"issues,omitempty"` // what is wrong with the answer
	Refused  string  `json:"refused,omitempty"`
}
