package main

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/toolblock"
)

const testToken = "TOKEN"

// site is a hub with a server.
func site(t *testing.T) (*hub, *httptest.Server) {
	t.Helper()
	h := newHub()
	server := httptest.NewServer(h.handler(testToken, &options{dir: "/home/<b>me</b>/x<y", dryRun: true}))
	t.Cleanup(server.Close)
	return h, server
}

func get(t *testing.T, url, lastID string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if lastID != "" {
		request.Header.Set("Last-Event-ID", lastID)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if _, err := bufio.NewReader(r.Body).WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestToken checks that requests without the token are rejected.
func TestToken(t *testing.T) {
	t.Parallel()
	_, server := site(t)
	for path, want := range map[string]int{
		"/" + testToken + "/": 200, "/page.js": 200, "/page.css": 200,
		"/": 404, "/token/": 404, "/" + testToken + "x/": 404, "/token/events": 404, "/page.html": 404, "/page_test.go": 404,
	} {
		if got := get(t, server.URL+path, ""); got.StatusCode != want {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
	response, err := http.PostForm(server.URL+"/token/answer", url.Values{"id": {"call-1"}, "allow": {"yes"}})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("an answer: %s", response.Status)
	}
}

func TestPageHeaders(t *testing.T) {
	t.Parallel()
	_, server := site(t)
	page := get(t, server.URL+"/"+testToken+"/", "")
	for name, want := range map[string]string{
		"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8",
	} {
		if got := page.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	text := body(t, page)
	if !strings.Contains(text, "<code>x&lt;y</code>") || !strings.Contains(text, "dry run") {
		t.Errorf("the page does not name its folder as text:\n%s", text)
	}
}

// TestEvents checks that a reconnecting page continues where it was, and that a new page gets all events.
func TestEvents(t *testing.T) {
	t.Parallel()
	h, server := site(t)
	h.emit(toolblock.TextEvent{Text: "one\n\ndata: two"})
	h.emit(toolblock.StatusEvent{ID: "call-1", ToolType: "ls", Status: toolblock.StatusBuffering})
	lost := bufio.NewReader(get(t, server.URL+"/"+testToken+"/events", "1").Body)
	line, err := lost.ReadString('\n')
	if err != nil || line != "id: 2\n" {
		t.Errorf("it continues with %q, %v", line, err)
	}
	h.emit(endEvent{Done: 1})
	const want = "id: 1\nevent: text\ndata: {\"text\":\"one\\n\\ndata: two\"}\n\n" +
		"id: 2\nevent: json-tool-status\ndata: {\"id\":\"call-1\",\"toolType\":\"ls\",\"path\":\"\",\"status\":\"buffering\"}\n\n" +
		"id: 3\nevent: end\ndata: {\"done\":1,\"notDone\":0}\n\n"
	response := get(t, server.URL+"/"+testToken+"/events", "")
	if diff := cmp.Diff(want, body(t, response)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("the type is %q", got)
	}
	for _, id := range []string{"9", "-1", "x"} { // unknown ids do no harm
		body(t, get(t, server.URL+"/"+testToken+"/events", id))
	}
}

// TestAnswers checks that only the open question can be answered, and only once.
func TestAnswers(t *testing.T) {
	t.Parallel()
	h, server := site(t)
	answer := func(header, id, allow, phrase string) int {
		t.Helper()
		form := url.Values{"id": {id}, "allow": {allow}, "phrase": {phrase}}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/"+testToken+"/answer", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if header != "" {
			request.Header.Set("Sec-Fetch-Site", header)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	if got := answer("", "call-1", "yes", ""); got != http.StatusConflict {
		t.Errorf("without a question: %d", got)
	}
	ask := func(q question) <-chan string {
		asked := make(chan string, 1)
		_, _, more := h.from(0)
		go func() {
			a := h.ask(t.Context(), q)
			asked <- map[bool]string{true: "yes ", false: "no "}[a.allowed] + a.by
		}()
		<-more // the question has been sent
		return asked
	}
	asked := ask(question{id: "call-1", text: "delete a.txt", phrase: "a.txt"})
	for _, tt := range []struct {
		name, header, id, allow, phrase string
		want                            int
	}{
		{"from another site", "cross-site", "call-1", "yes", "a.txt", http.StatusForbidden},
		{"from another origin of this computer", "same-site", "call-1", "yes", "a.txt", http.StatusForbidden},
		{"to another question", "same-origin", "call-2", "yes", "a.txt", http.StatusConflict},
		{"without the name", "same-origin", "call-1", "yes", "", http.StatusUnprocessableEntity},
		{"with another name", "same-origin", "call-1", "yes", "b.txt", http.StatusUnprocessableEntity},
		{"too long", "same-origin", "call-1", "yes", strings.Repeat("a", 1<<17), http.StatusBadRequest},
		{"with the name", "same-origin", "call-1", "yes", "a.txt", http.StatusNoContent},
		{"again", "same-origin", "call-1", "yes", "a.txt", http.StatusConflict},
	} {
		if got := answer(tt.header, tt.id, tt.allow, tt.phrase); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	if got := <-asked; got != "yes on the page" {
		t.Errorf("the answer is %q", got)
	}
	asked = ask(question{id: "call-2"})
	if got := answer("same-origin", "call-2", "", ""); got != http.StatusNoContent { // anything but yes means no
		t.Errorf("to the second question: %d", got)
	}
	if got := <-asked; got != "no on the page" {
		t.Errorf("the second answer is %q", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got := h.ask(ctx, question{id: "call-3"}); got.allowed {
		t.Errorf("at the end of the program: %v", got)
	}
	if got := answer("same-origin", "call-3", "yes", ""); got != http.StatusConflict {
		t.Errorf("after the end: %d", got)
	}
}
