package toolgentest

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxHints is the maximum number of hints until the call must be valid.
const maxHints = 3

// AssertRepairable fails the test unless a [Repairer] that follows the hint of an invalid call literally
// arrives at a valid call, within a few hints if there are several faults. Values that the hint asks for come
// from the call's Truth, or else from the schema; see [StandIn].
func AssertRepairable(t testing.TB, tool runtime.Tool, call Call) {
	t.Helper()
	tool = forModel(tool)
	if _, err := tool.Decode(call.Args); err == nil {
		t.Errorf("%s accepts the call, so that there is nothing to repair: %s", tool.Spec().Name, call.Args)
		return
	}
	s := StandIn{Tool: tool, Truth: call.Truth}
	r := Repairer{Ask: s.Ask}
	args := call.Args
	for range maxHints {
		_, err := tool.Decode(args)
		if err == nil {
			return
		}
		args = Follow(&r, tool, args, err)
	}
	if _, err := tool.Decode(args); err != nil {
		hint, _ := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall(args)))
		t.Errorf("%s: after %d hints the call is still not valid: %v\nfirst call: %s\nlast call: %s\nits hint: %s",
			tool.Spec().Name, maxHints, err, call.Args, args, hint)
	}
}

// Follow builds the hint for a failed call and applies the repairer.
func Follow(r *Repairer, tool runtime.Tool, args []byte, err error) []byte {
	tool = forModel(tool)
	hint, marshalErr := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall(args)))
	if marshalErr != nil {
		return args
	}
	return r.Repair(args, hint)
}

// Answers returns the answers of a user who knows the intended call.
func Answers(truth []byte) func(field string) (json.RawMessage, bool) {
	doc, err := parse(truth)
	return func(field string) (json.RawMessage, bool) {
		p, ok := parsePath(field)
		if !ok || err != nil {
			return nil, false
		}
		v, ok := get(doc, p)
		return show.JSON(v), ok
	}
}
