-- Amounts are whole cents. The body is the record as JSON, in the words of the tools; the columns
-- beside it are what queries need of it. They are read from the body at each write.

CREATE TABLE ledger_counters (
    name TEXT PRIMARY KEY,
    last BIGINT NOT NULL
);
INSERT INTO ledger_counters (name, last) VALUES
    ('CALL', 0), ('CON', 0), ('INV', 0), ('BILL', 0), ('CN', 0), ('PAY', 0), ('JE', 0);

CREATE TABLE ledger_contacts (
    id     TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    name   TEXT NOT NULL,
    email  TEXT NOT NULL,
    search TEXT NOT NULL,
    body   TEXT NOT NULL
);

CREATE TABLE ledger_accounts (
    id     TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    body   TEXT NOT NULL
);

CREATE TABLE ledger_invoices (
    id           TEXT PRIMARY KEY,
    status       TEXT NOT NULL,
    contact_id   TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    issued_on    TEXT NOT NULL,
    due_on       TEXT NOT NULL,
    currency     TEXT NOT NULL,
    cents        BIGINT NOT NULL,
    body         TEXT NOT NULL
);
CREATE INDEX ledger_invoices_due ON ledger_invoices (due_on, id);
CREATE INDEX ledger_invoices_contact ON ledger_invoices (contact_id);

CREATE TABLE ledger_bills (
    id           TEXT PRIMARY KEY,
    status       TEXT NOT NULL,
    contact_id   TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    issued_on    TEXT NOT NULL,
    due_on       TEXT NOT NULL,
    currency     TEXT NOT NULL,
    cents        BIGINT NOT NULL,
    body         TEXT NOT NULL
);
CREATE INDEX ledger_bills_contact ON ledger_bills (contact_id);

CREATE TABLE ledger_credit_notes (
    id           TEXT PRIMARY KEY,
    status       TEXT NOT NULL,
    contact_id   TEXT NOT NULL,
    contact_name TEXT NOT NULL,
    issued_on    TEXT NOT NULL,
    due_on       TEXT NOT NULL,
    currency     TEXT NOT NULL,
    cents        BIGINT NOT NULL,
    body         TEXT NOT NULL
);

CREATE TABLE ledger_payments (
    id     TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    cents  BIGINT NOT NULL,
    body   TEXT NOT NULL
);

CREATE TABLE ledger_applications (
    payment_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    invoice_id TEXT NOT NULL,
    cents      BIGINT NOT NULL,
    PRIMARY KEY (payment_id, position)
);
CREATE INDEX ledger_applications_invoice ON ledger_applications (invoice_id);

CREATE TABLE ledger_journals (
    id           TEXT PRIMARY KEY,
    status       TEXT NOT NULL,
    debit_cents  BIGINT NOT NULL,
    credit_cents BIGINT NOT NULL,
    body         TEXT NOT NULL
);

-- Each call that wrote something: the audit trail, and the answers that a repeated call gets.
CREATE TABLE ledger_calls (
    number    BIGINT PRIMARY KEY,
    key_hash  TEXT UNIQUE,
    tool      TEXT NOT NULL,
    record_id TEXT NOT NULL,
    arguments TEXT NOT NULL,
    result    TEXT NOT NULL,
    made_at   TIMESTAMP NOT NULL
);

-- The documents with what payments have made of them.
CREATE VIEW ledger_documents AS
SELECT id, contact_id, contact_name, issued_on, due_on, currency, kind,
       CASE WHEN status = 'AUTHORISED' AND paid > 0 AND paid >= cents THEN 'PAID' ELSE status END AS status,
       CASE WHEN status = 'VOIDED' THEN 0 ELSE cents END AS total,
       CASE WHEN status = 'VOIDED' THEN 0 ELSE cents - paid END AS due
FROM (
    SELECT id, status, contact_id, contact_name, issued_on, due_on, currency, cents, 'invoice' AS kind,
           CAST(COALESCE((SELECT SUM(a.cents) FROM ledger_applications a WHERE a.invoice_id = i.id), 0) AS BIGINT) AS paid
    FROM ledger_invoices i
    UNION ALL
    SELECT id, status, contact_id, contact_name, issued_on, due_on, currency, cents, 'bill', 0 FROM ledger_bills
    UNION ALL
    SELECT id, status, contact_id, contact_name, issued_on, due_on, currency, cents, 'credit note', 0 FROM ledger_credit_notes
) AS d;

-- The contacts with what their documents make of them. Drafts are not owed.
CREATE VIEW ledger_balances AS
SELECT id, status, name, email, search,
       EXISTS (SELECT 1 FROM ledger_invoices i WHERE i.contact_id = c.id) AS is_customer,
       EXISTS (SELECT 1 FROM ledger_bills b WHERE b.contact_id = c.id) AS is_supplier,
       CAST(COALESCE((SELECT SUM(CASE WHEN d.kind = 'bill' THEN -d.due ELSE d.due END) FROM ledger_documents d
                      WHERE d.contact_id = c.id AND d.status = 'AUTHORISED'), 0) AS BIGINT) AS balance
FROM ledger_contacts c;
