// Package eventstream shows the events of the gate to browsers, as server-sent events over HTTP.
//
// A [Hub] takes the events, numbers them and keeps the last ones of each thread; a [Handler] is an
// http.Handler that sends one thread to one reader; a [Responder] takes the answer to a question
// back:
//
//	hub := eventstream.NewHub(eventstream.Limits{})
//	// The hub is a preflight.Sink: give it to the gate.
//	mux.Handle("GET /threads/{thread}/events", eventstream.NewHandler(hub, authorize))
//	mux.Handle("POST /threads/{thread}/events", eventstream.NewResponder(authorize, gate.RespondIn))
//	server.RegisterOnShutdown(hub.Close)
//
// In the page:
//
//	const source = new EventSource(`/threads/${thread}/events`);
//	source.onmessage = (m) => show(JSON.parse(m.data)); // {"type", "data", "tool_call_id"}
//
// # What a reader gets
//
// Each event is one message with an id and data, and without a name, so that onmessage sees all of
// them. A reader that names no id gets what the hub has kept of the thread, then what comes. A
// reader that names the id it has seen last, in the header Last-Event-ID (which browsers send by
// themselves) or in the query as lastEventId, goes on after it; the header counts if both are
// there. An id that cannot be read, or that the hub has never given, is taken as none.
//
// Where events are missing in between, the first message is a [Gap]:
//
//	{"type":"gap","data":{"missed":12}}
//
// missed is how many events were lost, and absent if nobody can tell: ids name the life of the
// thread's history, and that history ends when the server restarts or the hub forgets the thread.
// After the gap comes what is left. A page that sees a gap reads its state again from wherever it
// is kept.
//
// # Slow readers
//
// Nobody waits for a reader. One that falls behind the kept events is dropped, and so is one whose
// connection takes no bytes for [WithWriteTimeout]: the connection ends, and a browser comes back
// with its last id. A silent thread has a comment every [WithHeartbeat], by which proxies and
// clients know that the connection lives.
package eventstream
