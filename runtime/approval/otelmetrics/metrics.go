// Package otelmetrics exports metrics of approvals with OpenTelemetry.
//
//	err := otelmetrics.Register(otel.Meter("github.com/toolgen/toolgen"), service)
//
// Its instruments are:
//
//	toolgen.approval.pending  gauge {call}    calls waiting for approval
//	toolgen.approval.oldest   gauge s         age of the oldest of them
//	toolgen.approval.calls    counter {call}  approval events, by toolgen.approval.event
//
// The events are requested, approved, rejected, expired, lost and refused. The gauges are read from the
// database and equal in all programs that share it; the counter is per program.
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

// Register creates the instruments of a meter. They read the service when metrics are collected.
func Register(meter metric.Meter, service *approval.Service) error {
	pending, err1 := meter.Int64ObservableGauge("toolgen.approval.pending",
		metric.WithDescription("Calls waiting for approval."), metric.WithUnit("{call}"))
	oldest, err2 := meter.Float64ObservableGauge("toolgen.approval.oldest",
		metric.WithDescription("Age of the oldest call waiting for approval."), metric.WithUnit("s"))
	calls, err3 := meter.Int64ObservableCounter("toolgen.approval.calls",
		metric.WithDescription("Approval events."), metric.WithUnit("{call}"))
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
