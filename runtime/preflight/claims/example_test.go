package claims_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/claims"
)

func ExampleChecker_Reply() {
	gate, err := preflight.New(runtime.NewToolset(tool("create_payment", "Record a payment", `{}`, nil)))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	check := claims.New(gate, func(_ context.Context, f claims.Finding) (string, error) {
		fmt.Printf("%q is false\n", f.Claims[0].Text)
		return "I have not recorded it yet. Which account received the money?", nil // the model's second reply
	})
	turn := preflight.Turn{Thread: "t1", Query: "Northwind has paid."}
	fmt.Println(check.Reply(context.Background(), turn, "I've recorded the payment. Their invoice is settled now."))
	// Output:
	// "I've recorded the payment." is false
	// I have not recorded it yet. Which account received the money?
}

// A finder for another language says which sentences claim a change, and by which tools.
func ExampleFinder() {
	gate, err := preflight.New(runtime.NewToolset(tool("create_payment", "Zahlung buchen", `{}`, nil)))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()

	german := func(reply string) (list []claims.Claim) {
		for sentence := range strings.SplitAfterSeq(reply, ".") {
			if strings.Contains(sentence, "Zahlung") && strings.Contains(sentence, "gebucht") {
				list = append(list, claims.Claim{Text: sentence, Success: !strings.Contains(sentence, "nicht"), Tools: []string{"create_payment"}})
			}
		}
		return list
	}
	check := claims.New(gate, nil)
	check.Find = german
	f, ok := check.Check(preflight.Turn{Thread: "t1"}, "Die Zahlung wurde gebucht. Noch etwas?")
	fmt.Println(ok, f.Claims[0].Text)
	// Output:
	// false Die Zahlung wurde gebucht.
}
