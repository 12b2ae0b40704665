// Package eventstream streams the events of the gate to browsers as server-sent events.
//
// A [Hub] numbers the events and keeps the latest ones of each thread, a [Handler] is an http.Handler
// that streams one thread to one reader, and a [Responder] passes a person's answer back to the gate:
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
// # Messages
//
// Each event is one SSE message with an id and data but no event name, so that onmessage receives all
// of them. A new reader gets the kept events of the thread, then live events. A reader that sends the
// id of its last event, in the header Last-Event-ID (as browsers do on reconnect) or in the query
// parameter lastEventId, resumes after it; the header wins. An id that is malformed or was never issued
// is ignored.
//
// If events are missing in between, the first message is a [Gap]:
//
//	{"type":"gap","data":{"missed":12}}
//
// missed is the number of lost events. It is absent if unknown: an id identifies a history of the thread,
// which ends when the server restarts or the hub evicts the thread. The kept events follow the gap. A
// page that receives a gap should reload its state.
//
// # Slow readers
//
// The gate never waits for readers. A reader that falls behind the kept events is disconnected, and so
// is one whose connection blocks for [Handler].WriteTimeout; a browser then reconnects with its last id. An
// idle stream gets a comment every [Handler].Heartbeat, which keeps proxies from closing it.
package eventstream
