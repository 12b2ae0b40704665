package approval_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
)

// staff defines permissions: every member sees all threads, and controllers decide.
type staff map[string]approval.Principal // by session token

func (s staff) Identify(r *http.Request) (approval.Principal, error) {
	who, ok := s[r.Header.Get("Authorization")]
	if !ok {
		return who, errors.New("not signed in")
	}
	return who, nil
}

func (s staff) MaySee(context.Context, approval.Principal, string) error { return nil }

func (s staff) MayDecide(_ context.Context, who approval.Principal, _ approval.Call, _ any) error {
	if !who.Has("controller") {
		return errors.New("only controllers decide")
	}
	return nil
}

var controller = approval.Principal{ID: "grace", Roles: []string{"controller"}}

// newService returns a service with one tool, whose calls need approval.
func newService(ctx context.Context) (*approval.Service, *runtime.Toolset) {
	tools := runtime.NewToolset(runtime.Handle(booktools.VoidInvoice,
		func(_ context.Context, args *booktools.VoidInvoiceArgs) (*booktools.VoidInvoiceResult, error) {
			status := "VOIDED"
			return &booktools.VoidInvoiceResult{InvoiceID: &args.InvoiceID, Status: &status}, nil
		}))
	db, err := sqlite.Open(ctx, ":memory:") // or postgres://…
	if err != nil {
		log.Fatal(err)
	}
	secret := make([]byte, approval.MinKey) // in production, a key that outlives the process
	_, _ = rand.Read(secret)
	keys, err := approval.NewKeyring(approval.Key{ID: "2026-03", Secret: secret})
	if err != nil {
		log.Fatal(err)
	}
	service, err := approval.New(ctx, approval.Config{DB: db, Tools: tools, Keys: keys, Authorizer: staff{"Bearer s3cret": controller}})
	if err != nil {
		log.Fatal(err)
	}
	return service, tools
}

// call makes the model's call.
func call(ctx context.Context, service *approval.Service, tools *runtime.Toolset) runtime.ToolOutput {
	calls, _ := tools.ConvertCalls([]runtime.ToolCall{{ID: "toolu_1", Name: "void_invoice", Arguments: `{"InvoiceId":"INV-7"}`}})
	out, err := service.RequestApproval(ctx, "thread-1", calls[0])
	if err != nil {
		log.Fatal(err)
	}
	return out
}

// A call is stored, approved and run, and its result goes to the model.
func ExampleService() {
	ctx := context.Background()
	service, tools := newService(ctx)

	// Instead of a result, the call returns a marker, which ends the model's turn.
	marker, pending := approval.ReadMarker(call(ctx, service, tools))
	fmt.Println(pending, marker.ToolName, string(marker.Args))

	// A person decides, and the approved call runs.
	settled, err := service.Decide(ctx, controller, approval.Decision{ToolCallID: marker.ToolCallID, Approve: true})
	fmt.Println(settled.Call.Status, err)

	// In its next turn, the model gets the result.
	outputs, err := service.Results(ctx, "thread-1")
	fmt.Println(outputs[0].CallID, string(outputs[0].Payload), err)
	fmt.Println(service.Acknowledge(ctx, "thread-1", outputs[0].CallID))

	// Output:
	// true void_invoice {"InvoiceId":"INV-7"}
	// done <nil>
	// toolu_1 {"InvoiceId":"INV-7","Status":"VOIDED"} <nil>
	// <nil>
}

// People decide over HTTP.
func ExampleHandler() {
	ctx := context.Background()
	service, tools := newService(ctx)
	call(ctx, service, tools)

	mux := http.NewServeMux()
	mux.Handle("/api/qa/", approval.Handler(service, nil))
	server := httptest.NewServer(mux)
	defer server.Close()

	for _, token := range []string{"", "Bearer s3cret"} {
		body := strings.NewReader(`{"toolCallId":"toolu_1","validatedInputs":{"InvoiceId":"INV-8"},"isValidated":true}`)
		request, _ := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+approval.DecidePath, body)
		request.Header.Set("Authorization", token)
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			log.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Println(response.StatusCode, string(bytes.ReplaceAll(text, []byte(`,"`), []byte(",\n  \""))))
	}

	// Output:
	// 401 {"success":false,
	//   "error":"unidentified",
	//   "message":"Sign in first."}
	// 200 {"success":true,
	//   "toolCallId":"toolu_1",
	//   "status":"done",
	//   "result":{"InvoiceId":"INV-8",
	//   "Status":"VOIDED"},
	//   "receipts":[{"field":"InvoiceId",
	//   "kind":"edited"}],
	//   "message":"void_invoice was approved by a person with edited arguments and has run."}
}

// The head of the audit is stored where the owner of the database cannot write. Verified against it, the audit has neither been
// changed nor truncated.
func ExampleService_VerifyAudit() {
	ctx := context.Background()
	service, tools := newService(ctx)
	call(ctx, service, tools)
	anchor, err := service.VerifyAudit(ctx)
	fmt.Println(anchor[0].Seq, err)

	if _, err := service.Decide(ctx, controller, approval.Decision{ToolCallID: "toolu_1", Reason: "It is paid already."}); err != nil {
		log.Fatal(err)
	}
	head, err := service.VerifyAudit(ctx, anchor...)
	fmt.Println(head[0].Seq, err)
	entries, err := service.Audit(ctx, controller, "thread-1")
	for _, e := range entries {
		fmt.Printf("%d %s by the %s %q %q\n", e.Seq, e.Event, e.DeciderKind, e.DeciderID, e.Reason)
	}
	fmt.Println(err)

	// Output:
	// 1 <nil>
	// 2 <nil>
	// 1 pending by the system "" ""
	// 2 rejected by the user "grace" "It is paid already."
	// <nil>
}
