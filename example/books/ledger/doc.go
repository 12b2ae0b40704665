// Package ledger is a bookkeeping service as an agent meets it: an MCP server with the tools of
// schemas/books.tools.json, over a SQLite or PostgreSQL database.
//
//	db, err := database.Open(ctx, "ledger.db")
//	l, err := ledger.New(ctx, db)
//	http.ListenAndServe("127.0.0.1:8080", l.Handler())
//
// Like the services that it stands for, it validates nothing. What is not there is read as empty,
// a value of the wrong type counts as nothing in the totals, and the call is recorded as it came: a
// payment of 0 that settles no invoice is a payment. The one thing that fails is a change of a
// record that does not exist. Whoever calls it needs a gate in front.
//
// A call is recorded in one transaction, before it is answered. A stop at any point loses nothing
// that was answered, and leaves nothing half done. A call with an idempotency key that was seen
// before gets the first call's answer and writes nothing; the key is a string, "idempotencyKey" in
// the _meta of the call, or else the HTTP header Idempotency-Key.
//
// Calls are not authenticated: the service belongs on a loopback interface.
package ledger
