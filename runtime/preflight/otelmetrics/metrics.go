package otelmetrics

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Attributes of the instruments.
const (
	ToolKey    = attribute.Key("gen_ai.tool.name")
	OutcomeKey = attribute.Key("toolgen.gate.outcome")
	WriteKey   = attribute.Key("toolgen.gate.write")
)

// Other replaces unknown tools and outcomes.
const Other = "_OTHER"

// Metrics counts calls. It is a [preflight.Recorder] and a [preflight.Sink], safe for concurrent use. Create it
// with [New].
type Metrics struct {
	tools    map[string]bool
	calls    metric.Int64Counter
	blocked  metric.Int64Counter
	retries  metric.Int64Counter
	duration metric.Float64Histogram
	turns    metric.Int64Histogram
}

// New creates the instruments of a meter. Calls are counted by tool for the given names, usually those of the
// toolset; calls of other tools are counted as [Other]. It returns an error of the meter.
func New(meter metric.Meter, tools ...string) (*Metrics, error) {
	m := &Metrics{tools: map[string]bool{}}
	for _, tool := range tools {
		m.tools[tool] = true
	}
	var errs [5]error
	m.calls, errs[0] = meter.Int64Counter("toolgen.gate.calls",
		metric.WithDescription("Completed tool calls."), metric.WithUnit("{call}"))
	m.blocked, errs[1] = meter.Int64Counter("toolgen.gate.blocked",
		metric.WithDescription("Tool calls blocked as invalid."), metric.WithUnit("{call}"))
	m.retries, errs[2] = meter.Int64Counter("toolgen.gate.retries",
		metric.WithDescription("Retries of tool calls, by the model or after a transport error."), metric.WithUnit("{retry}"))
	// From a millisecond to the minutes that a person takes to answer.
	m.duration, errs[3] = meter.Float64Histogram("toolgen.gate.call.duration",
		metric.WithDescription("Duration of tool calls, including the wait for a person."), metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 600))
	m.turns, errs[4] = meter.Int64Histogram("toolgen.gate.turns_to_valid",
		metric.WithDescription("Attempt number of valid tool calls; 1 is the best."), metric.WithUnit("{turn}"),
		metric.WithExplicitBucketBoundaries(1, 2, 3, 4, 5, 6, 8, 10))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return m, nil
}

// Record implements [preflight.Recorder]: it counts a call.
func (m *Metrics) Record(r preflight.Record) {
	ctx := context.Background()
	tool := m.tool(r.Tool)
	byTool := metric.WithAttributeSet(attribute.NewSet(tool))
	byOutcome := metric.WithAttributeSet(attribute.NewSet(tool, outcome(r.Outcome), WriteKey.Bool(r.Write)))
	m.calls.Add(ctx, 1, byOutcome)
	m.duration.Record(ctx, max(r.Duration, 0).Seconds(), byOutcome)
	switch r.Outcome {
	case preflight.OutcomeBlocked, preflight.OutcomeHandBack:
		m.blocked.Add(ctx, 1, byTool)
	case preflight.OutcomeCancelled, preflight.OutcomeUnasked, preflight.OutcomeApproval, preflight.OutcomeFailed, preflight.OutcomeDone:
		m.turns.Record(ctx, int64(max(r.Attempt, 1)), byTool)
	}
}

// Emit implements [preflight.Sink]: it counts retries.
func (m *Metrics) Emit(e preflight.Event) {
	if retry, ok := e.Data.(preflight.ToolRetry); ok {
		m.retries.Add(context.Background(), 1, metric.WithAttributeSet(attribute.NewSet(m.tool(retry.Tool))))
	}
}

func (m *Metrics) tool(name string) attribute.KeyValue {
	if !m.tools[name] {
		name = Other
	}
	return ToolKey.String(name)
}

func outcome(o preflight.Outcome) attribute.KeyValue {
	switch o {
	case preflight.OutcomeBlocked, preflight.OutcomeHandBack, preflight.OutcomeCancelled, preflight.OutcomeUnasked,
		preflight.OutcomeApproval, preflight.OutcomeAborted, preflight.OutcomeFailed, preflight.OutcomeDone:
		return OutcomeKey.String(string(o))
	}
	return OutcomeKey.String(Other)
}
