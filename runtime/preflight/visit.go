package preflight

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/mask"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// visit is one call at the gate. Its stages pass on what they found: a claim of the call's ID, a verdict on its
// arguments, and the ending.
type visit struct {
	g       *Gate
	turn    Turn
	ledger  *runtime.Turn // nil for a call that was approved elsewhere: nobody is asked
	call    runtime.ToolCall
	id      string // the call's ID, or one of the gate if it has none
	spec    *runtime.ToolSpec
	write   bool
	started time.Time
	mask    *mask.Mask          // of the arguments, since they were validated
	inv     *runtime.Invocation // valid, since the call runs
}

func (g *Gate) visit(turn Turn, ledger *runtime.Turn, call runtime.ToolCall) *visit {
	v := &visit{g: g, turn: turn, ledger: ledger, call: call, id: idOf(call), spec: &runtime.ToolSpec{}, started: time.Now()}
	if tool, ok := g.tools.Lookup(call.Name); ok {
		v.spec, v.write = tool.Spec(), g.writes[call.Name]
	}
	return v
}

// ownID is the prefix of the IDs that the gate assigns to calls without one.
const ownID = "gate-"

// idOf returns the ID of a call in events, questions and records. A call without an ID gets one from the gate there,
// so that people can answer questions about it; the model does not see it.
func idOf(call runtime.ToolCall) string {
	if call.ID == "" {
		return ownID + rand.Text()
	}
	return call.ID
}

// agreed reports whether the call was approved elsewhere.
func (v *visit) agreed() bool { return v.ledger == nil }

// verdict is the result of a validation.
type verdict struct {
	inv     *runtime.Invocation // nil of an invalid call
	out     runtime.ToolOutput  // of an invalid call, as the ledger answers it
	took    int64               // milliseconds
	attempt int                 // at the decision point, from 1
	action  runtime.Action      // what the ledger tells the model to do about an invalid call
}

// valid reports whether the call may be run.
func (d *verdict) valid() bool { return d.inv != nil }

// validate checks the call against schema and rules. An invocation that was converted before keeps its injected
// fields.
func (v *visit) validate(ctx context.Context, given runtime.Invocation) verdict {
	began := time.Now()
	inv, failure := v.g.tools.Revalidate(ctx, given)
	d := verdict{took: milliseconds(began), attempt: 1}
	text := []byte(v.call.Arguments)
	if failure == nil {
		d.inv, text = &inv, inv.Raw
	} else {
		d.out = failure.Output()
	}
	if len(text) > v.g.tools.MaxArguments() {
		text = nil
	}
	v.mask = mask.New(v.spec, text)
	return d
}

// count counts an invalid call at the decision point.
func (v *visit) count(d verdict) verdict {
	if d.valid() || v.agreed() || !modelsFault(d.out.Error.Kind) {
		return d
	}
	tool, _ := v.g.tools.Lookup(v.call.Name)
	d.out = v.ledger.Answer(tool, v.call, d.out)
	last := v.ledger.Last()
	d.attempt, d.action = last.Number, last.Action
	return d
}

// modelsFault reports whether the model can correct a failure.
func modelsFault(kind runtime.FailureKind) bool {
	switch kind {
	case runtime.FailureParse, runtime.FailureValidation, runtime.FailureToolNotFound:
		return true
	}
	return false
}

// fields names the top-level fields of arguments in their order, without those that the server fills. Keys within
// sensitive values are masked.
func (v *visit) fields(args json.RawMessage) []string {
	keys := []string{} // events have a list, also if there are none
	for key := range rawjson.Value(bytes.TrimSpace(args)).Members() {
		if !v.spec.View().Injected(runtime.JoinKey("", key.Text())) && len(keys) < maxFields {
			keys = append(keys, v.mask.Key(show.Line(key.Text(), maxLabel)))
		}
	}
	return keys
}
