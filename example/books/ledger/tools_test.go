package ledger_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// month is a month of bookkeeping that uses every tool.
var month = []struct{ tool, arguments, want string }{
	{"get_all_invoices", `{"Status":"AUTHORISED"}`, `{"HasMore":false,"invoices":[` +
		`{"AmountDue":1200.00,"ContactId":"CON-001","ContactName":"Northwind Traders","Currency":"EUR","Date":"2025-12-01","DueDate":"2025-12-31","InvoiceId":"INV-001","InvoiceNumber":"INV-001","Status":"AUTHORISED","Total":1200.00},` +
		`{"AmountDue":950.00,"ContactId":"CON-002","ContactName":"Lindqvist & Daughters","Currency":"EUR","Date":"2026-01-03","DueDate":"2026-01-17","InvoiceId":"INV-003","InvoiceNumber":"INV-003","Status":"AUTHORISED","Total":950.00},` +
		`{"AmountDue":389.90,"ContactId":"CON-001","ContactName":"Northwind Traders","Currency":"EUR","Date":"2026-01-02","DueDate":"2026-02-01","InvoiceId":"INV-002","InvoiceNumber":"INV-002","Status":"AUTHORISED","Total":389.90}]}`},
	{"get_contacts", `{"Kind":"SUPPLIER"}`, `{"HasMore":false,"contacts":[` +
		`{"ContactId":"CON-005","EmailAddress":"invoices@city-power.example","IsCustomer":false,"IsSupplier":true,"Name":"City Power"},` +
		`{"ContactId":"CON-004","EmailAddress":"billing@papyrus.example","IsCustomer":false,"IsSupplier":true,"Name":"Papyrus Office Supply"}]}`},
	{"create_payment", `{"AccountId":"ACC-090","Amount":1300,"Applications":[{"InvoiceId":"INV-001","Amount":1200},{"InvoiceId":"INV-003","Amount":99.95}]}`,
		`{"PaymentId":"PAY-001","Status":"RECORDED","Unapplied":0.05}`},
	{"get_all_invoices", `{"ContactId":"CON-001","Status":"PAID","DueBefore":"2026-01-01"}`,
		`{"HasMore":false,"invoices":[{"AmountDue":0.00,"ContactId":"CON-001","ContactName":"Northwind Traders","Currency":"EUR","Date":"2025-12-01","DueDate":"2025-12-31","InvoiceId":"INV-001","InvoiceNumber":"INV-001","Status":"PAID","Total":1200.00}]}`},
	{"update_payment", `{"PaymentId":"PAY-001","Applications":[{"InvoiceId":"INV-003","Amount":350}]}`,
		`{"PaymentId":"PAY-001","Status":"RECORDED","Unapplied":950.00}`},
	{"get_contacts", `{"Search":"NORTH"}`,
		`{"HasMore":false,"contacts":[{"ContactId":"CON-001","EmailAddress":"accounts@northwind.example","IsCustomer":true,"IsSupplier":false,"Name":"Northwind Traders"}]}`},
	{"create_invoice", `{"ContactId":"CON-003","Lines":[{"UnitAmount":0.1,"Quantity":3},{"UnitAmount":19.999}]}`,
		`{"AmountDue":20.30,"InvoiceId":"INV-005","Status":"DRAFT","Total":20.30}`},
	{"update_invoice", `{"InvoiceId":"INV-005","DueDate":"2026-03-01","Lines":[{"UnitAmount":1.005,"Quantity":1}]}`,
		`{"AmountDue":1.01,"InvoiceId":"INV-005","Status":"DRAFT","Total":1.01}`},
	{"send_invoice", `{"InvoiceId":"INV-005","email":"hello@harbour-cafe.example"}`, `{"AmountDue":1.01,"InvoiceId":"INV-005","SentAt":"2026-02-01T08:30:00Z","Status":"AUTHORISED","Total":1.01}`},
	{"delete_contact", `{"ContactId":"CON-003"}`, `{"ContactId":"CON-003","Deleted":true}`},
	{"get_contacts", `{"Kind":"CUSTOMER","Page":"2"}`, `{"HasMore":false,"contacts":[]}`},
	{"get_all_invoices", `{"ContactId":"CON-003"}`, `{"HasMore":false,"invoices":[` +
		`{"AmountDue":226.50,"ContactId":"CON-003","ContactName":"Harbour Café","Currency":"EUR","Date":"2026-01-05","DueDate":"2026-02-04","InvoiceId":"INV-004","InvoiceNumber":"INV-004","Status":"DRAFT","Total":226.50},` +
		`{"AmountDue":1.01,"ContactId":"CON-003","ContactName":"Harbour Café","Currency":"EUR","Date":"2026-02-01","DueDate":"2026-03-01","InvoiceId":"INV-005","InvoiceNumber":"INV-005","Status":"AUTHORISED","Total":1.01}]}`},
	{"void_invoice", `{"InvoiceId":"INV-005","Reason":"Sent twice"}`, `{"AmountDue":0.00,"InvoiceId":"INV-005","Status":"VOIDED","Total":0.00,"VoidedAt":"2026-02-01T08:30:00Z"}`},
	{"create_bill", `{"ContactId":"CON-005","Lines":[{"Quantity":0.5,"UnitAmount":200}]}`, `{"AmountDue":100.00,"BillId":"BILL-003","Status":"DRAFT","Total":100.00}`},
	{"update_bill", `{"BillId":"BILL-003","BillNumber":"8842-02"}`, `{"AmountDue":100.00,"BillId":"BILL-003","Status":"DRAFT","Total":100.00}`},
	{"approve_bill", `{"BillId":"BILL-003"}`, `{"AmountDue":100.00,"ApprovedAt":"2026-02-01T08:30:00Z","BillId":"BILL-003","Status":"AUTHORISED","Total":100.00}`},
	{"create_credit_note", `{"ContactId":"CON-001","InvoiceId":"INV-001","Lines":[{"UnitAmount":10}]}`, `{"AmountDue":10.00,"CreditNoteId":"CN-001","Status":"DRAFT","Total":10.00}`},
	{"create_journal_entry", `{"Lines":[{"AccountId":"ACC-090","DebitAmount":0.1},{"DebitAmount":0.2},{"CreditAmount":0.3}]}`, `{"JournalId":"JE-001","Status":"POSTED","TotalCredit":0.30,"TotalDebit":0.30}`},
	// Each of these is wrong in some way, and recorded anyway.
	{"create_payment", `{"Amount":0}`, `{"PaymentId":"PAY-002","Status":"RECORDED","Unapplied":0.00}`},
	{"create_payment", `{"Amount":"a lot","Applications":[{"InvoiceId":"INV-404","Amount":5},7,{"Amount":1}]}`, `{"PaymentId":"PAY-003","Status":"RECORDED","Unapplied":-5.00}`},
	{"create_journal_entry", `{"Lines":[{"DebitAmount":100}]}`, `{"JournalId":"JE-002","Status":"POSTED","TotalCredit":0.00,"TotalDebit":100.00}`},
	{"create_invoice", `{"ContactId":"nobody","DueDate":"soon","lines":[{"UnitAmount":5}]}`, `{"AmountDue":0.00,"InvoiceId":"INV-006","Status":"DRAFT","Total":0.00}`},
	{"update_invoice", `{"InvoiceId":"INV-005","Lines":[]}`, `{"AmountDue":0.00,"InvoiceId":"INV-005","Status":"VOIDED","Total":0.00}`},
	// Only changes of missing records fail.
	{"void_invoice", `{}`, `error: the invoices have no ""`},
	{"update_payment", `{"PaymentId":"PAY-\"\n404"}`, `error: the payments have no "PAY-\"\n404"`},
}

func TestTools(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		l := open(t, address)
		runMonth(t, inMemory(t, l))
	})
	t.Run("http", func(t *testing.T) { t.Parallel(); runMonth(t, overHTTP(t, open(t, ":memory:"))) })
}

func runMonth(t *testing.T, session *mcp.ClientSession) {
	t.Helper()
	used := map[string]bool{}
	for _, m := range month {
		used[m.tool] = true
		if got := call(t, session, m.tool, m.arguments); got != m.want {
			t.Errorf("%s %s: got\n%s, want\n%s", m.tool, m.arguments, got, m.want)
		}
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if !used[tool.Name] {
			t.Errorf("%s was not used", tool.Name)
		}
	}
}

// TestListedSchemas checks that clients get the tools as their owner wrote them, without rules.
func TestListedSchemas(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../schemas/books.tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Result struct{ Tools []map[string]any }
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{}
	for _, tool := range file.Result.Tools {
		want[tool["name"].(string)] = []any{tool["title"], tool["description"], tool["inputSchema"], tool["outputSchema"]}
	}
	list, err := inMemory(t, open(t, ":memory:")).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for _, tool := range list.Tools {
		got[tool.Name] = []any{tool.Title, tool.Description, tool.InputSchema, tool.OutputSchema}
		if tool.Annotations == nil || tool.Annotations.ReadOnlyHint != strings.HasPrefix(tool.Name, "get_") {
			t.Errorf("%s has the annotations %+v", tool.Name, tool.Annotations)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestAnythingIsRecorded sends unexpected input to each write tool that creates records.
func TestAnythingIsRecorded(t *testing.T) {
	t.Parallel()
	odd := []string{
		``, `null`, `[]`, `"text"`, `7`, `true`, `{"":""}`, `{"ContactId":null,"Lines":null,"Applications":null,"Amount":null}`,
		`{"ContactId":{"a":[1]},"Lines":{"UnitAmount":1},"Applications":"x","Amount":[1]}`,
		`{"ContactId":"a\u0000b","Date":"\ud800","Amount":1e999999999,"Lines":[{"UnitAmount":9e40,"Quantity":-9e40,"DebitAmount":1e-999999999}]}`,
		`{"Amount":99999999999999999999,"Applications":[{"InvoiceId":"\u0000","Amount":1},{"InvoiceId":7,"Amount":-1.5},null,[]]}`,
		"{\"ContactId\":\"\xff\xfe\",\"Lines\":[[],null,{\"UnitAmount\":\"12\"}]}",
		`{"id":"PAY-001","status":"VOIDED","body":"x'); DROP TABLE ledger_payments; --"}`,
	}
	makers := map[string]string{
		"create_invoice": "invoices", "create_bill": "bills", "create_credit_note": "credit_notes",
		"create_payment": "payments", "create_journal_entry": "journals",
	}
	each(t, func(t *testing.T, address string) {
		l := open(t, address)
		session := inMemory(t, l)
		for tool, kind := range makers {
			before := count(t, l, kind)
			for _, arguments := range odd {
				if !json.Valid([]byte(arguments)) && arguments != "" {
					t.Fatalf("%q is no JSON", arguments)
				}
				if got := call(t, session, tool, arguments); !strings.HasPrefix(got, "{") {
					t.Errorf("%s %q: %s", tool, arguments, got)
				}
			}
			if got := count(t, l, kind) - before; got != len(odd) {
				t.Errorf("%s recorded %d of %d", tool, got, len(odd))
			}
		}
		for _, arguments := range odd {
			for _, tool := range []string{"get_all_invoices", "get_contacts"} {
				if got := call(t, session, tool, arguments); !strings.HasPrefix(got, `{"HasMore":`) {
					t.Errorf("%s %q: %s", tool, arguments, got)
				}
			}
		}
		if got := call(t, session, "get_all_invoices", `{"Status":"authorised"}`); got != `{"HasMore":false,"invoices":[]}` {
			t.Errorf("an unknown status gives %s", got)
		}
		if got := call(t, session, "get_contacts", `{"Kind":"CLIENT","Page":-1}`); got != `{"HasMore":false,"contacts":[]}` {
			t.Errorf("an unknown kind gives %s", got)
		}
	})
}

func TestPages(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		session := inMemory(t, open(t, address))
		for i := range 100 {
			call(t, session, "create_invoice", fmt.Sprintf(`{"ContactId":"CON-009","DueDate":"2027-01-%02d"}`, i%28+1))
		}
		seen := map[string]bool{}
		for page, more := 1, true; more; page++ {
			var answer struct {
				Invoices []struct{ InvoiceID string }
				HasMore  bool
			}
			if err := json.Unmarshal([]byte(call(t, session, "get_all_invoices", fmt.Sprintf(`{"Page":%d}`, page))), &answer); err != nil {
				t.Fatal(err)
			}
			for _, i := range answer.Invoices {
				seen[i.InvoiceID] = true
			}
			if more = answer.HasMore; more != (page == 1) {
				t.Errorf("page %d says HasMore %v", page, more)
			}
		}
		if len(seen) != 104 {
			t.Errorf("the pages have %d invoices", len(seen))
		}
	})
}
