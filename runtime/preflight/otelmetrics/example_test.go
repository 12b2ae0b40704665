package otelmetrics_test

import (
	"context"
	"fmt"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/otelmetrics"
)

// A model calls a tool that does not exist.
func Example() {
	reader := sdk.NewManualReader() // a real program exports with a PeriodicReader
	provider := sdk.NewMeterProvider(sdk.WithReader(reader))
	tools := runtime.NewToolset()

	metrics, err := otelmetrics.New(provider.Meter("github.com/toolgen/toolgen"), tools.Names()...)
	if err != nil {
		panic(err)
	}
	gate, err := preflight.New(tools, preflight.WithRecorder(metrics), preflight.WithSink(metrics))
	if err != nil {
		panic(err)
	}
	gate.Call(context.Background(), preflight.Turn{Thread: "t1"}, runtime.ToolCall{ID: "c1", Name: "pay", Arguments: "{}"})
	_ = gate.Close()

	var data metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &data); err != nil {
		panic(err)
	}
	for _, m := range data.ScopeMetrics[0].Metrics {
		if sum, ok := m.Data.(metricdata.Sum[int64]); ok {
			p := sum.DataPoints[0]
			tool, _ := p.Attributes.Value(otelmetrics.ToolKey)
			fmt.Println(m.Name, tool.AsString(), p.Value)
		}
	}
	// Output:
	// toolgen.gate.calls _OTHER 1
	// toolgen.gate.blocked _OTHER 1
	// toolgen.gate.retries _OTHER 1
}
