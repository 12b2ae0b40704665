// Package otelmetrics shows with OpenTelemetry how the approvals are doing.
//
//	err := otelmetrics.Register(otel.Meter("github.com/toolgen/toolgen"), service)
//
// Its instruments are:
//
//	toolgen.approval.pending  gauge {call}    calls that wait for somebody
//	toolgen.approval.oldest   gauge s         how long the oldest of them has waited
//	toolgen.approval.calls    counter {call}  what was recorded of calls, by toolgen.approval.event
//
// The events are requested, approved, rejected, expired, lost and refused. The gauges are of the database,
// the same for all programs that share it; the counter is of the program.
package otelmetrics

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/toolgen/toolgen/runtime/approval"
)

// EventKey is the attribute of the counter.
const EventKey = attribute.Key("toolgen.approval.event")

// Register makes the instruments of a meter, which read the service when the metrics are collected.
func Register(meter metric.Meter, service *approval.Service) error {
	pending, err1 := meter.Int64ObservableGauge("toolgen.approval.pending",
		metric.WithDescription("Calls that wait for somebody to approve them."), metric.WithUnit("{call}"))
	oldest, err2 := meter.Float64ObservableGauge("toolgen.approval.oldest",
		metric.WithDescription("How long the oldest call has waited for somebody to approve it."), metric.WithUnit("s"))
	calls, err3 := meter.Int64ObservableCounter("toolgen.approval.calls",
		metric.WithDescription("What was recorded of calls that need approval."), metric.WithUnit("{call}"))
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		m, err := service.Metrics(ctx)
		if err != nil {
			return err
		}
		o.ObserveInt64(pending, m.Pending)
		o.ObserveFloat64(oldest, m.Oldest.Seconds())
		for event, n := range map[string]int64{
			"requested": m.Requested, "approved": m.Approved, "rejected": m.Rejected, "expired": m.Expired, "lost": m.Lost, "refused": m.Refused,
		} {
			o.ObserveInt64(calls, n, metric.WithAttributes(EventKey.String(event)))
		}
		return nil
	}, pending, oldest, calls)
	return err
}
