package otelmetrics_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/approval/otelmetrics"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	_ "github.com/toolgen/toolgen/runtime/internal/update" // declares -update
)

// nobody denies everything.
type nobody struct{}

var errNobody = errors.New("nobody")

func (nobody) Identify(*http.Request) (approval.Principal, error) {
	return approval.Principal{}, errNobody
}
func (nobody) MaySee(context.Context, approval.Principal, string) error { return errNobody }
func (nobody) MayDecide(context.Context, approval.Principal, approval.Call, any) error {
	return errNobody
}

func TestRegister(t *testing.T) {
	db, err := sqlite.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	keys, err := approval.NewKeyring(approval.Key{ID: "k", Secret: []byte("0123456789abcdef0123456789abcdef")})
	if err != nil {
		t.Fatal(err)
	}
	tools := runtime.NewToolset(booktools.VoidInvoice)
	service, err := approval.New(t.Context(), approval.Config{DB: db, Tools: tools, Keys: keys, Authorizer: nobody{}})
	if err != nil {
		t.Fatal(err)
	}
	reader := sdk.NewManualReader()
	if err := otelmetrics.Register(sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("test"), service); err != nil {
		t.Fatal(err)
	}
	calls, _ := tools.ConvertCalls([]runtime.ToolCall{{ID: "c1", Name: "void_invoice", Arguments: `{"InvoiceId":"INV-7"}`}})
	if _, err := service.RequestApproval(t.Context(), "t1", calls[0]); err != nil {
		t.Fatal(err)
	}

	var data metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, m := range data.ScopeMetrics[0].Metrics {
		switch d := m.Data.(type) {
		case metricdata.Gauge[int64]:
			got[m.Name] = d.DataPoints[0].Value
		case metricdata.Gauge[float64]:
			if age := d.DataPoints[0].Value; age < 0 {
				t.Errorf("the oldest call has been waiting for %v s", age)
			}
			got[m.Name+" "+m.Unit] = 0
		case metricdata.Sum[int64]:
			for _, p := range d.DataPoints {
				event, _ := p.Attributes.Value(otelmetrics.EventKey)
				got[fmt.Sprint(m.Name, " ", event.AsString())] = p.Value
			}
		}
	}
	want := map[string]int64{
		"toolgen.approval.pending": 1, "toolgen.approval.oldest s": 0,
		"toolgen.approval.calls requested": 1, "toolgen.approval.calls approved": 0, "toolgen.approval.calls rejected": 0,
		"toolgen.approval.calls expired": 0, "toolgen.approval.calls lost": 0, "toolgen.approval.calls refused": 0,
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
