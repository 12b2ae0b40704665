package wire

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// maxHintBytes is the size beyond which a hint is not one that [runtime.BuildHint] made.
const maxHintBytes = 4096

// Failure is a failed call for machines: the structured content of an MCP result that is an error.
type Failure struct {
	Error     *runtime.ToolError `json:"error,omitempty"`
	RetryHint *runtime.RetryHint `json:"retry_hint,omitempty"`
}

// failureOf is what machines are told of a failed call.
func failureOf(out runtime.ToolOutput) Failure {
	f := Failure{RetryHint: boundHint(out.RetryHint)}
	if out.Error != nil {
		f.Error = &runtime.ToolError{Kind: runtime.FailureKind(clip(string(out.Error.Kind), maxQuoted)), Message: clip(out.Error.Message, maxNote)}
	}
	return f
}

// boundHint is the hint, or what is left of one that is too long or cannot be marshalled. Hints
// may come from elsewhere, and one of them must not cost a whole message.
func boundHint(h *runtime.RetryHint) *runtime.RetryHint {
	if h == nil {
		return nil
	}
	if len(h.Message)+len(h.Tool) <= maxHintBytes { // else it is not worth marshalling
		if raw, err := json.Marshal(h); err == nil && len(raw) <= maxHintBytes {
			return h
		}
	}
	return &runtime.RetryHint{
		Reason: runtime.Reason(clip(string(h.Reason), maxQuoted)), Action: runtime.Action(clip(string(h.Action), maxQuoted)),
		Tool: clip(h.Tool, maxShownName), Message: clip(h.Message, maxNote),
	}
}
