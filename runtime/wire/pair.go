package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Answer is a call with its output.
type Answer struct {
	Call   runtime.ToolCall
	Output runtime.ToolOutput
}

// Pair matches outputs to calls by id and returns one answer per call, in the order of the calls. A call
// without an output is answered with an internal error. Duplicate call ids are answered once, as in
// [runtime.Toolset.ConvertCalls]. Calls without an id, which the Parse functions never return, are matched by
// order to outputs without one if their numbers agree.
//
// The answers are complete and may be sent even if the error is not nil. The error lists duplicate outputs,
// which are dropped, and outputs that answer no call.
func Pair(calls []runtime.ToolCall, outs []runtime.ToolOutput) ([]Answer, error) {
	var problems []error
	calls = uniqueCalls(calls)
	left := make(map[string][]runtime.ToolOutput, len(outs)) // by call id
	for _, out := range outs {
		left[out.CallID] = append(left[out.CallID], out)
	}
	named := func(call runtime.ToolCall) bool { return call.ID != "" }
	if n, given := len(slices.DeleteFunc(slices.Clone(calls), named)), len(left[""]); n != given {
		problems = append(problems, fmt.Errorf("wire: %d calls have no id, but %d outputs have none", n, given))
		delete(left, "") // matching by order would be a guess
	}
	answers := make([]Answer, len(calls))
	answered := make(map[string]bool, len(calls))
	for i, call := range calls {
		answers[i], answered[call.ID] = Answer{call, missingOutput(call)}, true
		if given := left[call.ID]; len(given) > 0 {
			answers[i].Output, left[call.ID] = given[0], given[1:]
		}
	}
	for _, out := range outs { // in a stable order
		if len(left[out.CallID]) == 0 {
			continue
		}
		problem := "wire: an output answers the unknown call %s"
		if answered[out.CallID] {
			problem = "wire: call %s is answered twice"
		}
		problems = append(problems, fmt.Errorf(problem, quote(out.CallID)))
		delete(left, out.CallID)
	}
	return answers, errors.Join(problems...)
}

// each returns the form of each element of a list, never nil.
func each[S, T any](list []S, form func(S) T) []T {
	forms := make([]T, len(list))
	for i, one := range list {
		forms[i] = form(one)
	}
	return forms
}

// uniqueCalls keeps the first call of each id, and every call without one.
func uniqueCalls(calls []runtime.ToolCall) []runtime.ToolCall {
	seen := make(map[string]bool, len(calls))
	return slices.DeleteFunc(slices.Clone(calls), func(call runtime.ToolCall) bool {
		twice := call.ID != "" && seen[call.ID]
		seen[call.ID] = true
		return twice
	})
}

// missingOutput answers a call without an output. It does not claim that the tool did not run, which is
// unknown.
func missingOutput(call runtime.ToolCall) runtime.ToolOutput {
	const message = "This call has no result: the server failed before it got one."
	return runtime.ToolOutput{
		CallID: call.ID,
		Error:  &runtime.ToolError{Kind: runtime.FailureInternal, Message: message},
		RetryHint: &runtime.RetryHint{
			Reason: runtime.Internal, Action: runtime.Stop, Tool: clip(call.Name, maxShownName), Message: message,
		},
	}
}

// generatedIDPrefix marks ids that this package assigned.
const generatedIDPrefix = "toolgen_call_"

// generatedID returns the id of the nth call of a response without one. Ids are derived from the response: the gate
// of package preflight treats an equal id as the same call, so ids of different responses must differ, and ids of a
// response that is parsed twice must not.
func generatedID(n int, parts ...[]byte) string {
	sum := sha256.Sum256(bytes.Join(parts, []byte{0}))
	return generatedIDPrefix + hex.EncodeToString(sum[:8]) + "_" + strconv.Itoa(n)
}

// providerID returns the id that the provider assigned, "" if this package generated it.
func providerID(id string) string {
	if strings.HasPrefix(id, generatedIDPrefix) {
		return ""
	}
	return id
}
