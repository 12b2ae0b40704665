package wire

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// maxHintBytes is larger than any hint of [runtime.BuildHint].
const maxHintBytes = 4096

// Failure is the machine-readable form of a failed call, used as structured content of MCP errors.
type Failure struct {
	Error     *runtime.ToolError `json:"error,omitempty"`
	RetryHint *runtime.RetryHint `json:"retry_hint,omitempty"`
}

func newFailure(out runtime.ToolOutput) Failure {
	f := Failure{RetryHint: boundHint(out.RetryHint)}
	if out.Error != nil {
		kind := runtime.FailureKind(clip(string(out.Error.Kind), maxQuoted))
		f.Error = &runtime.ToolError{Kind: kind, Message: clip(out.Error.Message, maxNote)}
	}
	return f
}

// boundHint returns the hint, reduced to its truncated message if it is too long or cannot be marshaled. Hints
// may be built by the caller, and one bad hint must not fail a whole message.
func boundHint(h *runtime.RetryHint) *runtime.RetryHint {
	if h == nil {
		return nil
	}
	if raw, err := json.Marshal(h); err == nil && len(raw) <= maxHintBytes {
		return h
	}
	return &runtime.RetryHint{
		Reason: runtime.Reason(clip(string(h.Reason), maxQuoted)), Action: runtime.Action(clip(string(h.Action), maxQuoted)),
		Tool: clip(h.Tool, maxShownName), Message: clip(h.Message, maxNote),
	}
}
