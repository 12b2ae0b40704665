package otelmetrics_test

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/otelmetrics"
)

// collect returns all data points: "name unit {attributes}" -> the sum, or count and sum.
func collect(t *testing.T, reader sdk.Reader) map[string]string {
	t.Helper()
	var data metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	add := func(m metricdata.Metrics, attributes attribute.Set, value string) {
		if m.Description == "" {
			t.Errorf("%s has no description", m.Name)
		}
		got[fmt.Sprintf("%s %s %s", m.Name, m.Unit, attributes.Encoded(attribute.DefaultEncoder()))] = value
	}
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch d := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range d.DataPoints {
					add(m, p.Attributes, strconv.FormatInt(p.Value, 10))
				}
			case metricdata.Histogram[float64]:
				for _, p := range d.DataPoints {
					add(m, p.Attributes, fmt.Sprintf("%d calls, %v", p.Count, p.Sum))
				}
			case metricdata.Histogram[int64]:
				for _, p := range d.DataPoints {
					add(m, p.Attributes, fmt.Sprintf("%d calls, %v %v", p.Count, p.Sum, p.BucketCounts[:3]))
				}
			default:
				t.Errorf("%s is a %T", m.Name, d)
			}
		}
	}
	return got
}

func newMetrics(t *testing.T, tools ...string) (*otelmetrics.Metrics, sdk.Reader) {
	t.Helper()
	reader := sdk.NewManualReader()
	m, err := otelmetrics.New(sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("test"), tools...)
	if err != nil {
		t.Fatal(err)
	}
	return m, reader
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	m, reader := newMetrics(t, "pay", "search")
	for _, r := range []preflight.Record{
		{Tool: "pay", Write: true, Attempt: 1, Outcome: preflight.OutcomeBlocked, Duration: time.Millisecond},
		{Tool: "pay", Write: true, Attempt: 2, Outcome: preflight.OutcomeDone, Duration: 1500 * time.Millisecond},
		{Tool: "pay", Write: true, Attempt: 1, Outcome: preflight.OutcomeDone, Duration: 500 * time.Millisecond},
		{Tool: "search", Attempt: 1, Outcome: preflight.OutcomeFailed, Duration: time.Second},
		{Tool: "search", Attempt: 3, Outcome: preflight.OutcomeHandBack, Duration: -time.Second},
		{Tool: "made up", Attempt: 1, Outcome: preflight.OutcomeBlocked},
		{Tool: "made up too", Attempt: 1, Outcome: "made up as well"},
	} {
		m.Record(r)
	}
	for _, data := range []preflight.EventData{
		preflight.ToolRetry{Tool: "pay", Attempt: 2}, preflight.ToolRetry{Tool: "made up"}, preflight.ToolResult{Tool: "pay"}, nil,
	} {
		m.Emit(preflight.Event{Data: data})
	}
	want := map[string]string{
		"toolgen.gate.calls {call} gen_ai.tool.name=pay,toolgen.gate.outcome=blocked,toolgen.gate.write=true":          "1",
		"toolgen.gate.calls {call} gen_ai.tool.name=pay,toolgen.gate.outcome=done,toolgen.gate.write=true":             "2",
		"toolgen.gate.calls {call} gen_ai.tool.name=search,toolgen.gate.outcome=failed,toolgen.gate.write=false":       "1",
		"toolgen.gate.calls {call} gen_ai.tool.name=search,toolgen.gate.outcome=hand_back,toolgen.gate.write=false":    "1",
		"toolgen.gate.calls {call} gen_ai.tool.name=_OTHER,toolgen.gate.outcome=blocked,toolgen.gate.write=false":      "1",
		"toolgen.gate.calls {call} gen_ai.tool.name=_OTHER,toolgen.gate.outcome=_OTHER,toolgen.gate.write=false":       "1",
		"toolgen.gate.call.duration s gen_ai.tool.name=pay,toolgen.gate.outcome=blocked,toolgen.gate.write=true":       "1 calls, 0.001",
		"toolgen.gate.call.duration s gen_ai.tool.name=pay,toolgen.gate.outcome=done,toolgen.gate.write=true":          "2 calls, 2",
		"toolgen.gate.call.duration s gen_ai.tool.name=search,toolgen.gate.outcome=failed,toolgen.gate.write=false":    "1 calls, 1",
		"toolgen.gate.call.duration s gen_ai.tool.name=search,toolgen.gate.outcome=hand_back,toolgen.gate.write=false": "1 calls, 0",
		"toolgen.gate.call.duration s gen_ai.tool.name=_OTHER,toolgen.gate.outcome=blocked,toolgen.gate.write=false":   "1 calls, 0",
		"toolgen.gate.call.duration s gen_ai.tool.name=_OTHER,toolgen.gate.outcome=_OTHER,toolgen.gate.write=false":    "1 calls, 0",
		"toolgen.gate.blocked {call} gen_ai.tool.name=pay":                                                             "1",
		"toolgen.gate.blocked {call} gen_ai.tool.name=search":                                                          "1",
		"toolgen.gate.blocked {call} gen_ai.tool.name=_OTHER":                                                          "1",
		"toolgen.gate.turns_to_valid {turn} gen_ai.tool.name=pay":                                                      "2 calls, 3 [1 1 0]",
		"toolgen.gate.turns_to_valid {turn} gen_ai.tool.name=search":                                                   "1 calls, 1 [1 0 0]",
		"toolgen.gate.retries {retry} gen_ai.tool.name=pay":                                                            "1",
		"toolgen.gate.retries {retry} gen_ai.tool.name=_OTHER":                                                         "1",
	}
	if diff := testdiff.Diff(want, collect(t, reader)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestCardinality has a model that invents tool names.
func TestCardinality(t *testing.T) {
	t.Parallel()
	m, reader := newMetrics(t, "pay")
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			for i := range 500 {
				name := fmt.Sprint(w, "-", i)
				m.Record(preflight.Record{Tool: name, Outcome: preflight.Outcome(name)})
				m.Emit(preflight.Event{Data: preflight.ToolRetry{Tool: name}})
			}
		})
	}
	group.Wait()
	want := map[string]string{
		"toolgen.gate.calls {call} gen_ai.tool.name=_OTHER,toolgen.gate.outcome=_OTHER,toolgen.gate.write=false":    "2000",
		"toolgen.gate.call.duration s gen_ai.tool.name=_OTHER,toolgen.gate.outcome=_OTHER,toolgen.gate.write=false": "2000 calls, 0",
		"toolgen.gate.retries {retry} gen_ai.tool.name=_OTHER":                                                      "2000",
	}
	if diff := testdiff.Diff(want, collect(t, reader)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// failing is a meter that cannot create histograms.
type failing struct{ noop.Meter }

var errMeter = errors.New("no histograms")

func (failing) Int64Histogram(string, ...metric.Int64HistogramOption) (metric.Int64Histogram, error) {
	return nil, errMeter
}

func TestMeterFails(t *testing.T) {
	t.Parallel()
	if _, err := otelmetrics.New(failing{}); !errors.Is(err, errMeter) {
		t.Errorf("got %v", err)
	}
}
