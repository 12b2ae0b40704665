package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Answer is a call and the one answer to it.
type Answer struct {
	Call   runtime.ToolCall
	Output runtime.ToolOutput
}

// Pair puts outputs to the calls that they answer, by id and in the order of the calls, so that
// every call id is answered exactly once. A call without an output is answered as failed for an
// internal reason. Of several calls of one id only the first counts, as in
// [runtime.Toolset.ConvertCalls]. Calls without an id, which the Parse functions never give, are
// put to outputs without one by their order, if there are as many of these as of those.
//
// The answers are complete whatever the error says, and may be sent. The error names outputs
// that answer a call a second time, which are left out, and outputs that answer no call.
func Pair(calls []runtime.ToolCall, outs []runtime.ToolOutput) ([]Answer, error) {
	var problems []error
	var nameless []runtime.ToolOutput
	given := make(map[string]runtime.ToolOutput, len(outs))
	for _, out := range outs {
		if out.CallID == "" {
			nameless = append(nameless, out)
			continue
		}
		if _, twice := given[out.CallID]; twice {
			problems = append(problems, fmt.Errorf("wire: the call %s is answered twice", quote(out.CallID)))
			continue
		}
		given[out.CallID] = out
	}
	calls = distinct(calls)
	if n := count(calls, ""); n != len(nameless) {
		problems = append(problems, fmt.Errorf("wire: there are %d calls without an id and %d outputs for them", n, len(nameless)))
		nameless = nil // which one is missing, or too much, is not known
	}
	answers := make([]Answer, len(calls))
	for i, call := range calls {
		out, ok := given[call.ID]
		switch {
		case call.ID == "" && len(nameless) > 0:
			out, nameless = nameless[0], nameless[1:]
		case !ok:
			out = unanswered(call)
		}
		delete(given, call.ID)
		answers[i] = Answer{Call: call, Output: out}
	}
	for _, out := range outs { // in their order, which the map does not keep
		if _, left := given[out.CallID]; left {
			delete(given, out.CallID)
			problems = append(problems, fmt.Errorf("wire: an output answers the call %s, which was not made", quote(out.CallID)))
		}
	}
	return answers, errors.Join(problems...)
}

// count is the number of calls that bear an id.
func count(calls []runtime.ToolCall, id string) int {
	n := 0
	for _, call := range calls {
		if call.ID == id {
			n++
		}
	}
	return n
}

// distinct keeps the first call of each id, and all that have none.
func distinct(calls []runtime.ToolCall) []runtime.ToolCall {
	kept := make([]runtime.ToolCall, 0, len(calls))
	seen := make(map[string]bool, len(calls))
	for _, call := range calls {
		if call.ID == "" || !seen[call.ID] {
			seen[call.ID] = true
			kept = append(kept, call)
		}
	}
	return kept
}

// unanswered is the answer to a call that nobody answered. It does not say that the tool did not
// run, for that is not known.
func unanswered(call runtime.ToolCall) runtime.ToolOutput {
	const message = "There is no result of this call: the server failed before one came."
	return runtime.ToolOutput{
		CallID: call.ID,
		Error:  &runtime.ToolError{Kind: runtime.FailureInternal, Message: message},
		RetryHint: &runtime.RetryHint{
			Reason: runtime.Internal, Action: runtime.Stop, Tool: clip(call.Name, maxShownName), Message: message,
		},
	}
}

// ownID marks the ids of calls to which the provider gave none.
const ownID = "toolgen_call_"

// identify gives ids to the calls of a response that have none. They are made of the response: who takes a
// call of one id for one that it knows, as the gate of package preflight does, must not take that of another
// response for it, and has to know one that comes twice.
func identify(calls []runtime.ToolCall, response []byte) []runtime.ToolCall {
	prefix := ""
	for i := range calls {
		if calls[i].ID != "" {
			continue
		}
		if prefix == "" {
			sum := sha256.Sum256(response)
			prefix = ownID + hex.EncodeToString(sum[:8]) + "_"
		}
		calls[i].ID = prefix + strconv.Itoa(i)
	}
	return calls
}

// providerID is the id as the provider knows it, "" if the id is ours.
func providerID(id string) string {
	if strings.HasPrefix(id, ownID) {
		return ""
	}
	return id
}
