package guide

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
)

// controllers may decide; every signed-in user may see every thread.
type controllers struct{}

func (controllers) Identify(r *http.Request) (approval.Principal, error) {
	return approval.Principal{}, errors.New("this sample has no HTTP")
}

func (controllers) MaySee(context.Context, approval.Principal, string) error { return nil }

func (controllers) MayDecide(_ context.Context, who approval.Principal, _ approval.Call, _ any) error {
	if !who.Has("controller") {
		return errors.New("only controllers decide")
	}
	return nil
}

func Example_approval() {
	ctx := context.Background()
	void := func(_ context.Context, args *booktools.VoidInvoiceArgs) (*booktools.VoidInvoiceResult, error) {
		status := "VOIDED"
		return &booktools.VoidInvoiceResult{InvoiceID: &args.InvoiceID, Status: &status}, nil
	}
	tools := runtime.NewToolset(runtime.Handle(booktools.VoidInvoice, void))

	db, err := sqlite.Open(ctx, ":memory:") // or a file; postgres.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	secret := make([]byte, approval.MinKey) // in production, a key that outlives the process
	_, _ = rand.Read(secret)
	keys, err := approval.NewKeyring(approval.Key{ID: "2026-11", Secret: secret})
	if err != nil {
		panic(err)
	}
	service, err := approval.New(ctx, approval.Config{DB: db, Tools: tools, Keys: keys, Authorizer: controllers{}})
	if err != nil {
		panic(err)
	}

	// The model calls the tool. The call is stored, and the turn ends.
	calls, _ := tools.ConvertCalls([]runtime.ToolCall{{ID: "call_1", Name: "void_invoice", Arguments: `{"InvoiceId":"INV-7"}`}})
	out, err := service.RequestApproval(ctx, "thread-1", calls[0])
	if err != nil {
		panic(err)
	}
	marker, _ := approval.ReadMarker(out)
	fmt.Println("pending:", marker.ToolName, string(marker.Args))

	// A person approves it, and it runs.
	grace := approval.Principal{ID: "grace", Roles: []string{"controller"}}
	decided, err := service.Decide(ctx, grace, approval.Decision{ToolCallID: marker.ToolCallID, Approve: true})
	fmt.Println("decided:", decided.Call.Status, err)

	// Before the model's next turn, the outcome goes into the conversation.
	results, err := service.Results(ctx, "thread-1")
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Println("result:", r.CallID, string(r.Payload))
	}
	if err := service.Acknowledge(ctx, "thread-1", results[0].CallID); err != nil {
		panic(err)
	}
	// Output:
	// pending: void_invoice {"InvoiceId":"INV-7"}
	// decided: done <nil>
	// result: call_1 {"InvoiceId":"INV-7","Status":"VOIDED"}
}
