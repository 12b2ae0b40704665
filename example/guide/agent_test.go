package guide

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/wire"
)

// converse runs a conversation until the model makes no more calls. Text is printed while it streams.
func converse(ctx context.Context, client openai.Client, set *runtime.Toolset, gate *preflight.Gate, turn preflight.Turn) error {
	var offered wire.Offered
	tools, err := wire.OpenAIChatTools(set, wire.Strict(&offered))
	if err != nil {
		return err
	}
	defer gate.EndTurn(turn)
	messages := []any{map[string]string{"role": "user", "content": turn.Query}}
	for {
		events := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{Model: "gpt-5"},
			option.WithJSONSet("messages", messages), option.WithJSONSet("tools", tools))
		stream := wire.NewStream(wire.OpenAIChat)
		for events.Next() && stream.Feed([]byte(events.Current().RawJSON())) == nil {
			for delta, ok := stream.Next(); ok; delta, ok = stream.Next() {
				fmt.Print(delta.Text)
			}
		}
		answer, err := stream.Close()
		if err := cmp.Or(events.Err(), err); err != nil {
			return err
		}
		calls := offered.Restore(append(answer.Calls, answer.Unfinished...))
		if len(calls) == 0 {
			return nil
		}
		answers, err := wire.Pair(calls, gate.Calls(ctx, turn, calls)) // each call is answered exactly once
		if err != nil {
			return err
		}
		messages = append(messages, wire.OpenAIChatCalls(offered.AsOffered(calls)))
		for _, message := range wire.OpenAIChatAnswers(answers) {
			messages = append(messages, message)
		}
	}
}

// bookkeeping returns a toolset and a gate that confirms payments and requires approval for voiding.
func bookkeeping(ctx context.Context) (*runtime.Toolset, *preflight.Gate, *approval.Service, error) {
	pay := func(_ context.Context, args *booktools.CreatePaymentArgs) (*booktools.CreatePaymentResult, error) {
		id := "PAY-1"
		return &booktools.CreatePaymentResult{PaymentID: &id}, nil
	}
	void := func(_ context.Context, args *booktools.VoidInvoiceArgs) (*booktools.VoidInvoiceResult, error) {
		return &booktools.VoidInvoiceResult{InvoiceID: &args.InvoiceID}, nil
	}
	set := runtime.NewToolset(runtime.Handle(booktools.CreatePayment, pay), runtime.Handle(booktools.VoidInvoice, void))
	db, err := sqlite.Open(ctx, ":memory:")
	if err != nil {
		return nil, nil, nil, err
	}
	secret := make([]byte, approval.MinKey)
	_, _ = rand.Read(secret)
	keys, err := approval.NewKeyring(approval.Key{ID: "1", Secret: secret})
	if err != nil {
		return nil, nil, nil, err
	}
	service, err := approval.New(ctx, approval.Config{DB: db, Tools: set, Keys: keys, Authorizer: controllers{}})
	if err != nil {
		return nil, nil, nil, err
	}
	ask := func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		fmt.Println("asked:", q.Text)
		return preflight.Answer{Value: preflight.Confirm, Phrase: q.Phrase}, nil
	}
	gate, err := preflight.New(set, preflight.WithConfirmer(preflight.ConfirmerFunc(ask)), preflight.WithApprover(service))
	return set, gate, service, err
}

// The model first writes a payment without most required fields, and voids an invoice; then it follows the
// hint.
func Example_agent() {
	ctx := context.Background()
	set, gate, service, err := bookkeeping(ctx)
	if err != nil {
		panic(err)
	}
	defer gate.Close()
	provider := script(false,
		says{"One moment. ", []runtime.ToolCall{
			{ID: "call_1", Name: "create_payment", Arguments: `{"Amount":1200}`},
			{ID: "call_2", Name: "void_invoice", Arguments: `{"InvoiceId":"INV-7","Reason":null}`},
		}},
		says{"", []runtime.ToolCall{{ID: "call_3", Name: "create_payment", Arguments: `{"AccountId":"BANK-1","Amount":1200,"Applications":[{"InvoiceId":"INV-1","Amount":1200}]}`}}},
		says{"The payment is recorded, and the void waits for a controller.\n", nil},
	)
	defer provider.Close()

	client := openai.NewClient(option.WithBaseURL(provider.URL), option.WithAPIKey("key"))
	turn := preflight.Turn{Thread: "thread-1", Query: "Northwind has paid INV-1, 1200. INV-7 was a mistake."}
	if err := converse(ctx, client, set, gate, turn); err != nil {
		panic(err)
	}
	decided, err := service.Decide(ctx, approval.Principal{ID: "grace", Roles: []string{"controller"}}, approval.Decision{ToolCallID: "call_2", Approve: true})
	fmt.Println("decided:", decided.Call.Status, err)
	// Output:
	// One moment. asked: Void an invoice?
	// - Invoice id: INV-7
	// Type VOID to confirm.
	// asked: Record a payment? Account id: BANK-1, Amount: 1200
	// The payment is recorded, and the void waits for a controller.
	// decided: done <nil>
}
