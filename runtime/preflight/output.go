package preflight

import "github.com/toolgen/toolgen/runtime"

const faultOfProgram = "The call failed because of a fault of the program; other arguments would not help."

// abort ends a call that was not run because of neither the model nor the person.
func (v *visit) abort(at StepName, cause error, message string) ending {
	v.step(at, StepFailed, message, 0)
	return ending{out: internalOutput(v.call, cause, message), outcome: OutcomeAborted}
}

// internalOutput is the output of a call that failed for a reason that the model cannot correct.
func internalOutput(call runtime.ToolCall, cause error, message string) runtime.ToolOutput {
	return failedOutput(call, runtime.FailureInternal, cause, message)
}

func failedOutput(call runtime.ToolCall, kind runtime.FailureKind, cause error, message string) runtime.ToolOutput {
	return runtime.ToolOutput{
		CallID:    call.ID,
		Error:     &runtime.ToolError{Kind: kind, Message: message, Cause: cause},
		RetryHint: &runtime.RetryHint{Reason: runtime.Internal, Action: runtime.Stop, Tool: cut(call.Name, maxLabel), Message: message},
	}
}

// notMade is the output of a call that was not made although nothing failed.
func notMade(call runtime.ToolCall, status, message string) runtime.ToolOutput {
	return runtime.ToolOutput{CallID: call.ID, Payload: encoded(struct {
		Status  string `json:"status"`
		Tool    string `json:"tool"`
		Message string `json:"message"`
	}{status, cut(call.Name, maxLabel), message})}
}
