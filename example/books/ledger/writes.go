package ledger

import (
	"encoding/json"
	"maps"
	"math/big"
	"time"
)

// A change is a call of a write tool, within its transaction.
type change struct {
	*store
	args fields
	now  time.Time
}

// A writer carries a change out. It gives the id of the record and the answer.
type writer func(c *change) (id string, result object)

type object map[string]any

var writers = map[string]writer{
	"create_invoice":       invoice.create,
	"create_bill":          bill.create,
	"create_credit_note":   creditNote.create,
	"update_invoice":       invoice.update,
	"update_bill":          bill.update,
	"create_payment":       createPayment,
	"update_payment":       updatePayment,
	"create_journal_entry": createJournal,
	"void_invoice":         voidInvoice,
	"send_invoice":         sendInvoice,
	"approve_bill":         approveBill,
	"delete_contact":       deleteContact,
}

// A kind is a kind of record.
type kind struct{ name, table, prefix, idKey string }

var (
	contact    = kind{"contact", "ledger_contacts", "CON", "ContactId"}
	invoice    = kind{"invoice", "ledger_invoices", "INV", "InvoiceId"}
	bill       = kind{"bill", "ledger_bills", "BILL", "BillId"}
	creditNote = kind{"credit note", "ledger_credit_notes", "CN", "CreditNoteId"}
	payment    = kind{"payment", "ledger_payments", "PAY", "PaymentId"}
	journal    = kind{"journal entry", "ledger_journals", "JE", "JournalId"}
)

// baseCurrency is the organisation's own.
const baseCurrency = "EUR"

// create makes a document: an invoice, a bill or a credit note.
func (k kind) create(c *change) (string, object) {
	id, body := c.newID(k.prefix), maps.Clone(c.args)
	body.setIfAbsent("Date", c.now.UTC().Format(time.DateOnly))
	body.setIfAbsent("Currency", baseCurrency)
	c.insert(k.table, append(c.document(body), column{"id", id}, column{"status", "DRAFT"}))
	return id, c.documentState(k, id)
}

// update changes a document.
func (k kind) update(c *change) (string, object) {
	id := c.args.text(k.idKey)
	_, body := c.load(k, id)
	maps.Copy(body, c.args)
	c.store.update(k.table, id, c.document(body))
	return id, c.documentState(k, id)
}

// document is the columns of a document. The name of its contact is kept in it, where it stays
// when the contact is deleted.
func (c *change) document(body fields) row {
	if _, given := c.args["ContactId"]; given {
		name := ""
		c.get([]any{&name}, "SELECT name FROM ledger_contacts WHERE id = ?", body.text("ContactId"))
		body.set("ContactName", name)
	}
	return row{
		{"contact_id", body.text("ContactId")},
		{"contact_name", body.text("ContactName")},
		{"issued_on", body.text("Date")},
		{"due_on", body.text("DueDate")},
		{"currency", body.text("Currency")},
		{"cents", body.sum("Lines", lineAmount)},
		{"body", body.json()},
	}
}

// lineAmount is the amount of a line, whose quantity is one where none is given.
func lineAmount(line fields) *big.Rat {
	amount := number(line["UnitAmount"])
	if line.absent("Quantity") {
		return amount
	}
	return amount.Mul(amount, number(line["Quantity"]))
}

func (c *change) documentState(k kind, id string) object {
	var status string
	var total, due int64
	c.get([]any{&status, &total, &due}, "SELECT status, total, due FROM ledger_documents WHERE kind = ? AND id = ?", k.name, id)
	return object{k.idKey: id, "Status": status, "Total": money(total), "AmountDue": money(due)}
}

func createPayment(c *change) (string, object) {
	id, body := c.newID(payment.prefix), maps.Clone(c.args)
	body.setIfAbsent("Date", c.now.UTC().Format(time.DateOnly))
	c.insert(payment.table, row{{"id", id}, {"status", "RECORDED"}, {"cents", cents(number(body["Amount"]))}, {"body", body.json()}})
	return c.apply(id, "RECORDED", body)
}

func updatePayment(c *change) (string, object) {
	id := c.args.text(payment.idKey)
	status, body := c.load(payment, id)
	maps.Copy(body, c.args)
	c.update(payment.table, id, row{{"cents", cents(number(body["Amount"]))}, {"body", body.json()}})
	c.exec("DELETE FROM ledger_applications WHERE payment_id = ?", id)
	return c.apply(id, status, body)
}

// apply records which invoices a payment settles. An application that names no invoice settles
// none.
func (c *change) apply(id, status string, body fields) (string, object) {
	unapplied := number(body["Amount"])
	for i, application := range body.list("Applications") {
		if settles := application.text(invoice.idKey); settles != "" {
			amount := number(application["Amount"])
			unapplied.Sub(unapplied, amount)
			c.insert("ledger_applications", row{{"payment_id", id}, {"position", i}, {"invoice_id", settles}, {"cents", cents(amount)}})
		}
	}
	return id, object{payment.idKey: id, "Status": status, "Unapplied": money(cents(unapplied))}
}

func createJournal(c *change) (string, object) {
	id, body := c.newID(journal.prefix), maps.Clone(c.args)
	body.setIfAbsent("Date", c.now.UTC().Format(time.DateOnly))
	debit := body.sum("Lines", func(line fields) *big.Rat { return number(line["DebitAmount"]) })
	credit := body.sum("Lines", func(line fields) *big.Rat { return number(line["CreditAmount"]) })
	c.insert(journal.table, row{{"id", id}, {"status", "POSTED"}, {"debit_cents", debit}, {"credit_cents", credit}, {"body", body.json()}})
	return id, object{journal.idKey: id, "Status": "POSTED", "TotalDebit": money(debit), "TotalCredit": money(credit)}
}

func voidInvoice(c *change) (string, object) {
	return c.move(invoice, "VOIDED", "VoidedAt", "VoidReason", c.args["Reason"])
}

func approveBill(c *change) (string, object) {
	return c.move(bill, "AUTHORISED", "ApprovedAt", "ApprovalNote", c.args["Note"])
}

// move gives a document another status. The time and the note of the first such move stay.
func (c *change) move(k kind, status, atKey, noteKey string, note json.RawMessage) (string, object) {
	id := c.args.text(k.idKey)
	was, body := c.load(k, id)
	if was != status {
		body.set(atKey, c.now.UTC().Format(time.RFC3339))
		if note != nil {
			body[noteKey] = note
		}
	}
	c.store.update(k.table, id, row{{"status", status}, {"body", body.json()}})
	return id, object{k.idKey: id, "Status": status, atKey: body.text(atKey)}
}

// sendInvoice makes a draft an open invoice. No mail leaves: the calls are the record of what was
// sent.
func sendInvoice(c *change) (string, object) {
	id := c.args.text(invoice.idKey)
	status, body := c.load(invoice, id)
	if status == "DRAFT" {
		status = "AUTHORISED"
	}
	body.set("SentAt", c.now.UTC().Format(time.RFC3339))
	c.update(invoice.table, id, row{{"status", status}, {"body", body.json()}})
	return id, object{invoice.idKey: id, "SentAt": body.text("SentAt")}
}

// deleteContact leaves the id alone, so that it is never given again.
func deleteContact(c *change) (string, object) {
	id := c.args.text(contact.idKey)
	c.load(contact, id)
	c.update(contact.table, id, row{{"status", "DELETED"}, {"name", ""}, {"email", ""}, {"search", ""}, {"body", "{}"}})
	return id, object{contact.idKey: id, "Deleted": true}
}
