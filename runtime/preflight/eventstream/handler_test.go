package eventstream_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// newHandler returns a handler that anyone may read, with changed fields.
func newHandler(hub *eventstream.Hub, options ...func(*eventstream.Handler)) *eventstream.Handler {
	handler := eventstream.NewHandler(hub, anyone)
	for _, set := range options {
		set(handler)
	}
	return handler
}

// serve serves a hub over HTTP. The channel gets one token for each handler that returned.
func serve(t *testing.T, hub *eventstream.Hub, options ...func(*eventstream.Handler)) (url string, returned chan struct{}) {
	t.Helper()
	returned = make(chan struct{}, 16)
	handler := newHandler(hub, options...)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { returned <- struct{}{} }()
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(hub.Close)
	return server.URL + "/?thread=t1", returned
}

func TestStream(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	hub.Emit(step("t1", "before"))
	hub.Emit(step("t2", "of another thread"))
	url, _ := serve(t, hub, func(h *eventstream.Handler) { h.Retry = 1500 * time.Millisecond })

	s := connect(t, url, "")
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no",
		"X-Content-Type-Options": "nosniff",
	} {
		if got := s.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if line, err := s.reader.ReadString('\n'); line != "retry: 1500\n" {
		t.Errorf("first line %q, %v", line, err)
	}
	first := s.next(t)
	hub.Emit(step("t1", "line\nbreak \r\n and \u2028 \x00"))
	second := s.next(t)
	want := `{"type":"step","data":{"tool":"create_payment","step":"mcp_execute","status":"done","detail":"before","duration_ms":0},"tool_call_id":"c1"}`
	if first.data != want || first.name != "" {
		t.Errorf("got %+v, want %s", first, want)
	}
	if got := detail(t, second.data); got != "line\nbreak \r\n and \u2028 \x00" {
		t.Errorf("got %q", got)
	}
	if !strings.HasSuffix(first.id, "-1") || second.id != strings.TrimSuffix(first.id, "1")+"2" {
		t.Errorf("ids %q, %q", first.id, second.id)
	}
}

func TestResume(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{Events: 4})
	url, _ := serve(t, hub)
	s := connect(t, url, "")
	var ids []string
	for i := range 10 {
		hub.Emit(step("t1", strconv.Itoa(i+1)))
		ids = append(ids, s.next(t).id)
	}
	epoch, _, _ := strings.Cut(ids[0], "-")
	other := strings.Repeat("0", len(epoch))
	tests := []struct {
		name, header, query string
		want                []string // the details, or the gap, followed by "live"
	}{
		{"no id", "", "", []string{"7", "8", "9", "10", "live"}},
		{"header", ids[7], "", []string{"9", "10", "live"}},
		{"query", "", ids[7], []string{"9", "10", "live"}},
		{"header before query", ids[8], ids[7], []string{"10", "live"}},
		{"last", ids[9], "", []string{"live"}},
		{"just in front of what is kept", ids[5], "", []string{"7", "8", "9", "10", "live"}},
		{"gap", ids[1], "", []string{`{"type":"gap","data":{"missed":4}}`, "7", "8", "9", "10", "live"}},
		{"gap from the beginning", epoch + "-0", "", []string{`{"type":"gap","data":{"missed":6}}`, "7", "8", "9", "10", "live"}},
		{"another life", other + "-8", "", []string{`{"type":"gap","data":{}}`, "7", "8", "9", "10", "live"}},
		{"from the future", epoch + "-11", "", []string{"7", "8", "9", "10", "live"}},
		{"garbage", "8", "", []string{"7", "8", "9", "10", "live"}},
		{"hostile", "", "%00%0d%0adata:%20x-9999999999999999999999", []string{"7", "8", "9", "10", "live"}},
	}
	var sources []*source
	for _, tt := range tests {
		sources = append(sources, connect(t, url+"&lastEventId="+tt.query, tt.header))
	}
	// A client is subscribed when it has received the headers, so the next event is live for all.
	hub.Emit(step("t1", "live"))
	for i, tt := range tests {
		var got []string
		var last string
		for range tt.want {
			m := sources[i].next(t)
			if strings.Contains(m.data, `"gap"`) {
				got = append(got, m.data)
				if m.id != epoch+"-6" {
					t.Errorf("%s: the gap has the id %q", tt.name, m.id)
				}
				continue
			}
			got, last = append(got, detail(t, m.data)), m.id
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" || last != epoch+"-11" {
			t.Errorf("%s: last %q (-want +got)\n%s", tt.name, last, diff)
		}
	}
}

// TestRestart reconnects a client to a new server.
func TestRestart(t *testing.T) {
	t.Parallel()
	before := eventstream.NewHub(eventstream.Limits{})
	url, _ := serve(t, before)
	before.Emit(step("t1", "1"))
	id := connect(t, url, "").next(t).id

	after := eventstream.NewHub(eventstream.Limits{})
	url, _ = serve(t, after)
	s := connect(t, url, id)
	gap := s.next(t)
	if gap.data != `{"type":"gap","data":{}}` {
		t.Fatalf("got %+v", gap)
	}
	// The client has seen the gap, so it is not reported again.
	again := connect(t, url, gap.id)
	after.Emit(step("t1", "after"))
	for _, s := range []*source{s, again} {
		if m := s.next(t); detail(t, m.data) != "after" {
			t.Errorf("got %+v", m)
		}
	}
}

func TestDisconnect(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	url, returned := serve(t, hub)
	s := connect(t, url, "")
	hub.Emit(step("t1", "1"))
	s.next(t)
	s.close()
	<-returned
	if stats := hub.Stats(); stats.Readers != 0 || stats.Dropped != 0 {
		t.Errorf("%+v", stats)
	}
}

// TestStalled has a client that stops reading, next to one that reads.
func TestStalled(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{Events: 8})
	// Long enough for the healthy client on a busy machine.
	url, returned := serve(t, hub, func(h *eventstream.Handler) { h.WriteTimeout = 4 * time.Second })
	host := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/?thread=t1")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "GET /?thread=t1 HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReaderSize(conn, 16).ReadSlice('1'); err != nil {
		t.Fatalf("%q %v", line, err)
	}
	healthy := connect(t, url, "")
	text := strings.Repeat("x", 1<<17)
	for n := 1; ; n++ {
		hub.Emit(step("t1", text+strconv.Itoa(n)))
		m := healthy.next(t)
		if got := strings.TrimPrefix(detail(t, m.data), text); got != strconv.Itoa(n) {
			t.Fatalf("the healthy reader got %.20s in place of %d", got, n)
		}
		pause := time.Duration(0)
		if n > 200 { // more than the connection buffers
			pause = 50 * time.Millisecond
		}
		select {
		case <-returned: // the stalled one
			if got := hub.Stats(); got.Readers != 1 || got.Dropped > 1 {
				t.Errorf("%+v", got)
			}
			return
		case <-time.After(pause):
		}
	}
}

// TestServerTimeouts uses a server with timeouts shorter than the stream.
func TestServerTimeouts(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	server := httptest.NewUnstartedServer(newHandler(hub, func(h *eventstream.Handler) { h.Heartbeat = 20 * time.Millisecond }))
	const timeout = time.Second // enough to send the request on a busy machine
	server.Config.ReadTimeout, server.Config.WriteTimeout = timeout, timeout
	server.Start()
	t.Cleanup(server.Close)
	s := connect(t, server.URL+"/?thread=t1", "")
	begin, emitted := time.Now(), false
	_, err := readMessage(s.reader, func(string) {
		if !emitted && time.Since(begin) > timeout+timeout/2 {
			emitted = true
			hub.Emit(step("t1", "still there"))
		}
	})
	if err != nil || !emitted {
		t.Errorf("%v after %s", err, time.Since(begin))
	}
	s.close()
}

// TestClose closes a hub while the last events are being sent.
func TestClose(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	url, returned := serve(t, hub)
	s := connect(t, url, "")
	hub.Emit(step("t1", "1"))
	hub.Emit(step("t1", "2"))
	hub.Close()
	for _, want := range []string{"1", "2"} {
		if got := detail(t, s.next(t).data); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if _, err := readMessage(s.reader, nil); !errors.Is(err, io.EOF) {
		t.Errorf("the stream ends with %v", err)
	}
	<-returned
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("a closed hub answers %d, %v", response.StatusCode, response.Header)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{Readers: 1})
	defer hub.Close()
	errs := map[string]error{
		"nobody": fmt.Errorf("session: %w", eventstream.ErrUnauthenticated), "nothing": eventstream.ErrNoThread,
		"other": errors.New("the secret reason"), "empty": nil,
	}
	handler := eventstream.NewHandler(hub, func(r *http.Request) (string, error) { return "", errs[r.URL.Path[1:]] })
	for _, tt := range []struct {
		method, path string
		want         int
	}{
		{"HEAD", "/empty", 405}, {"POST", "/empty", 405}, {"OPTIONS", "/empty", 405},
		{"GET", "/nobody", 401}, {"GET", "/nothing", 404}, {"GET", "/other", 403}, {"GET", "/empty", 403},
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		if w.Code != tt.want || strings.Contains(w.Body.String(), "secret") || tt.want == 405 && w.Header().Get("Allow") != "GET" {
			t.Errorf("%s %s: %d %v %s", tt.method, tt.path, w.Code, w.Header(), w.Body)
		}
	}
	if _, err := hub.Subscribe("t1", ""); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	eventstream.NewHandler(hub, anyone).ServeHTTP(w, httptest.NewRequest("GET", "/?thread=t1", nil))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("one reader too many: %d", w.Code)
	}
	plain := struct{ http.ResponseWriter }{httptest.NewRecorder()} // has no Flush
	hub2 := eventstream.NewHub(eventstream.Limits{})
	eventstream.NewHandler(hub2, anyone).ServeHTTP(plain, httptest.NewRequest("GET", "/?thread=t1", nil))
	if code := plain.ResponseWriter.(*httptest.ResponseRecorder).Code; code != http.StatusInternalServerError {
		t.Errorf("without flushing: %d", code)
	}
}

func TestNobodyIsLetInByDefault(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a handler without authorization was made")
		}
	}()
	eventstream.NewHandler(eventstream.NewHub(eventstream.Limits{}), nil)
}
