package ledger

import (
	"context"
	_ "embed" // for the file below
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

//go:embed seed.json
var seed []byte

// seedDay is the day on which the seed was entered, so that it is the same in every ledger.
var seedDay = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// Seed fills an empty ledger with a few accounts, contacts, invoices and bills, whose ids are
// always the same: the customers CON-001 to CON-003, the suppliers CON-004 and CON-005, the open
// invoices INV-001 (1200.00), INV-002 (389.90) and INV-003 (950.00), the draft INV-004 (226.50),
// the approved bill BILL-001 (125.00) and the draft BILL-002 (212.40), and accounts from ACC-090,
// the bank. In a ledger that holds anything it does nothing.
func (l *Ledger) Seed(ctx context.Context) error {
	var data struct {
		Accounts []struct{ ID, Name string }
		Contacts []struct{ Name, Email string }
		Calls    []struct {
			Tool      string
			Arguments fields
		}
	}
	if err := json.Unmarshal(seed, &data); err != nil {
		return fmt.Errorf("ledger: seed.json: %w", err)
	}
	return l.inTurn(ctx, func(s *store, _ int64) error {
		var used bool
		s.get([]any{&used}, "SELECT EXISTS (SELECT 1 FROM ledger_calls) OR EXISTS (SELECT 1 FROM ledger_accounts)")
		if used {
			return s.err
		}
		for _, a := range data.Accounts {
			body := encode(object{"Name": a.Name})
			s.insert("ledger_accounts", row{{"id", a.ID}, {"status", "ACTIVE"}, {"body", string(body)}})
		}
		for _, c := range data.Contacts {
			body := encode(object{"Name": c.Name, "EmailAddress": c.Email})
			s.insert(contact.table, row{
				{"id", s.newID(contact.prefix)}, {"status", "ACTIVE"}, {"name", c.Name}, {"email", c.Email},
				{"search", strings.ToLower(c.Name + "\n" + c.Email)}, {"body", string(body)},
			})
		}
		for _, call := range data.Calls {
			writers[call.Tool](&change{store: s, args: call.Arguments, now: seedDay})
		}
		return s.err
	})
}
