// Package otelmetrics counts the calls of the gate with OpenTelemetry.
//
//	metrics, err := otelmetrics.New(otel.Meter("github.com/toolgen/toolgen"), tools.Names()...)
//	gate, err := preflight.New(tools,
//		preflight.WithRecorder(metrics), // the ended calls
//		preflight.WithSink(metrics))     // the retries
//
// Its instruments are:
//
//	toolgen.gate.calls           counter {call}      calls that have ended
//	toolgen.gate.blocked         counter {call}      of these, the invalid ones
//	toolgen.gate.call.duration   histogram s         how long calls took, with the time for which a person was waited for
//	toolgen.gate.turns_to_valid  histogram {turn}    which attempt the valid calls were; 1 is the best
//	toolgen.gate.retries         counter {retry}     calls that were about to be made again
//
// All have the attribute gen_ai.tool.name. Calls and their duration also have toolgen.gate.outcome,
// a [preflight.Outcome], and toolgen.gate.write, whether the tool is a write tool. Names of tools
// come from models, so a name that was not given to [New], and an outcome that is none of
// preflight's, are counted as _OTHER.
package otelmetrics
