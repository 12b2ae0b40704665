package eventstream_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// message is a server-sent event as a browser sees it.
type message struct{ id, name, data string }

// readMessage reads one message by the rules of the HTML standard. Comments are passed to comment.
func readMessage(r *bufio.Reader, comment func(string)) (m message, err error) {
	var data []string
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			if data != nil {
				m.data = strings.Join(data, "\n")
				return m, nil
			}
			continue
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "":
			if comment != nil {
				comment(value)
			}
		case "id":
			m.id = value
		case "event":
			m.name = value
		case "data":
			data = append(data, value)
		}
	}
}

// source is a connection to a stream.
type source struct {
	*http.Response
	reader *bufio.Reader
	cancel context.CancelFunc
}

func (s *source) close() {
	s.cancel()
	_ = s.Body.Close()
}

// next reads a message or fails the test.
func (s *source) next(t *testing.T) message {
	t.Helper()
	m, err := readMessage(s.reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// connect opens a stream that resumes after an id.
func connect(t *testing.T, url, lastID string) *source {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
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
	s := &source{Response: response, reader: bufio.NewReader(response.Body), cancel: cancel}
	t.Cleanup(s.close)
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(response.Body)
		t.Fatalf("status %d: %s", response.StatusCode, text)
	}
	return s
}

// step is an event with a text.
func step(thread, detail string) preflight.Event {
	return preflight.Event{Thread: thread, CallID: "c1", Data: preflight.Step{Tool: "create_payment", Step: preflight.StepExecute,
		Status: preflight.StepDone, Detail: detail}}
}

// detail is the text of an event that was made by step.
func detail(t *testing.T, text string) string {
	t.Helper()
	var e struct{ Data preflight.Step }
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return e.Data.Detail
}

// anyone grants access to the thread named in the query.
func anyone(r *http.Request) (string, error) { return r.URL.Query().Get("thread"), nil }
