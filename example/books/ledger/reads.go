package ledger

import (
	"database/sql"
	"strconv"
	"strings"
)

// A listing is a tool that lists records, a page at a time. The columns of its query have the
// names of the answer's fields.
type listing struct {
	key, query, order string
	filters           []filter
}

// A filter is a condition that holds where the argument of its name is given.
type filter struct{ argument, condition string }

var listings = map[string]*listing{
	"get_all_invoices": {
		key: "invoices",
		query: `SELECT id AS "InvoiceId", id AS "InvoiceNumber", contact_id AS "ContactId", contact_name AS "ContactName",
			status AS "Status", issued_on AS "Date", due_on AS "DueDate", currency AS "Currency", total AS "Total", due AS "AmountDue"
			FROM ledger_documents WHERE kind = 'invoice'`,
		order: "due_on, length(id), id",
		filters: []filter{
			{"ContactId", "contact_id = ?"},
			{"Status", "status = ?"},
			{"DueBefore", "due_on <> '' AND due_on < ?"},
		},
	},
	"get_contacts": {
		key: "contacts",
		query: `SELECT id AS "ContactId", name AS "Name", email AS "EmailAddress", is_customer AS "IsCustomer",
			is_supplier AS "IsSupplier", balance AS "Balance" FROM ledger_balances WHERE status <> 'DELETED'`,
		order: "name, length(id), id",
		filters: []filter{
			{"Search", "length(replace(search, ?, '')) < length(search)"},
			{"Kind", "? IN (CASE WHEN is_customer THEN 'CUSTOMER' END, CASE WHEN is_supplier THEN 'SUPPLIER' END)"},
		},
	},
}

const pageSize = 100

func (l *listing) read(s *store, args fields) object {
	query, values := l.query, []any{}
	for _, f := range l.filters {
		value := args.text(f.argument)
		if f.argument == "Search" {
			value = strings.ToLower(value)
		}
		if value != "" {
			query, values = query+" AND "+f.condition, append(values, value)
		}
	}
	page, err := strconv.Atoi(args.text("Page"))
	if err != nil || page < 1 {
		page = 1
	}
	// One more than a page tells whether there is another.
	values = append(values, pageSize+1, (min(page, 1_000_000)-1)*pageSize)
	records := s.objects(query+" ORDER BY "+l.order+" LIMIT ? OFFSET ?", values...)
	return object{l.key: records[:min(len(records), pageSize)], "HasMore": len(records) > pageSize}
}

// objects are the rows of an answer, by the names of their columns. Empty texts are left out.
func (s *store) objects(query string, args ...any) []object {
	objects := []object{}
	s.query(func(rows *sql.Rows) error {
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		values, targets := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		o := object{}
		for i, name := range names {
			switch v := values[i].(type) {
			case int64:
				if o[name] = money(v); strings.HasPrefix(name, "Is") { // SQLite has no type for booleans
					o[name] = v != 0
				}
			case string:
				if v != "" {
					o[name] = v
				}
			default:
				o[name] = v
			}
		}
		objects = append(objects, o)
		return nil
	}, query, args...)
	return objects
}
