// Package otelmetrics counts the calls of the gate with OpenTelemetry.
//
//	metrics, err := otelmetrics.New(otel.Meter("github.com/toolgen/toolgen"), tools.Names()...)
//	gate, err := preflight.New(tools,
//		preflight.WithRecorder(metrics), // completed calls
//		preflight.WithSink(metrics))     // retries
//
// Its instruments are:
//
//	toolgen.gate.calls           counter {call}      completed calls
//	toolgen.gate.blocked         counter {call}      invalid ones among them
//	toolgen.gate.call.duration   histogram s         duration, including the wait for a person
//	toolgen.gate.turns_to_valid  histogram {turn}    attempt number of valid calls; 1 is the best
//	toolgen.gate.retries         counter {retry}     retried calls
//
// All have the attribute gen_ai.tool.name. Calls and their duration also have toolgen.gate.outcome (a
// [preflight.Outcome]) and toolgen.gate.write (whether the tool is a write tool). Tool names come from
// models, so names that were not passed to [New] and unknown outcomes are counted as _OTHER.
package otelmetrics
