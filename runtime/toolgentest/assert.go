package toolgentest

import (
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
		args = r.Repair(args, show.JSON(runtime.BuildHint(tool, err, runtime.WithCall(args))))
	}
	if _, err := tool.Decode(args); err != nil {
		hint := show.JSON(runtime.BuildHint(tool, err, runtime.WithCall(args)))
		t.Errorf("%s: after %d hints the call is still not valid: %v\nfirst call: %s\nlast call: %s\nits hint: %s",
			tool.Spec().Name, maxHints, err, call.Args, args, hint)
	}
}
