package routinglog_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

// payment are the arguments of a write tool.
type payment struct{ Amount float64 }

func decodePayment(data []byte, _ ...runtime.DecodeOption) (*payment, error) {
	var p payment
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, err
	}
	if p.Amount <= 0 {
		return nil, runtime.Invalid("Amount", "exclusiveMinimum", 0, "The amount must be above 0.")
	}
	return &p, nil
}

func decodeResult(data []byte, _ ...runtime.DecodeOption) (*json.RawMessage, error) {
	return (*json.RawMessage)(&data), nil
}

// A model makes an invalid call and corrects it.
func Example() {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, ":memory:")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	log, err := routinglog.Open(ctx, db)
	if err != nil {
		panic(err)
	}

	// A real program uses tools from generated code.
	pay := runtime.NewTool(&runtime.ToolSpec{Name: "create_payment", Write: true}, decodePayment, decodeResult)
	tools := runtime.NewToolset(runtime.Handle(pay, func(context.Context, *payment) (*json.RawMessage, error) {
		result := json.RawMessage(`{"id":"pay_1"}`)
		return &result, nil
	}))
	gate, err := preflight.New(tools, preflight.WithRecorder(log))
	if err != nil {
		panic(err)
	}
	turn := preflight.Turn{Thread: "t1", Query: "Pay the invoice."}
	gate.Call(ctx, turn, runtime.ToolCall{ID: "c1", Name: "create_payment", Arguments: `{"Amount": 0}`})
	gate.Call(ctx, turn, runtime.ToolCall{ID: "c2", Name: "create_payment", Arguments: `{"Amount": 5}`})
	_ = gate.Close() // delivers the last records to the log

	health, err := log.Health(ctx, time.Now().Add(-time.Hour))
	if err != nil {
		panic(err)
	}
	total := health.Total
	fmt.Println("block rate", total.BlockRate, "self-correction", total.SelfCorrectionRate, "turns to valid", total.TurnsToValid)
	rows, err := log.Recent(ctx, 10)
	if err != nil {
		panic(err)
	}
	for _, row := range rows {
		result := row.WriteToolResults[0]
		fmt.Println(row.Attempt, row.Outcome, row.Guardrails, result.ValidationStatus, result.FieldsChecked, string(result.Result))
	}
	// Output:
	// block rate 0.5 self-correction 1 turns to valid 2
	// 2 done [] passed [Amount] {"id":"pay_1"}
	// 1 blocked [write_preflight_block] blocked [Amount] null
}
