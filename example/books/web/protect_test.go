package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// TestSlowBody sends an endless body: the handler is not reached, and the deadline is set before the body is read.
func TestSlowBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequest(http.MethodPost, "/say", slow{w})
		bounded(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the handler ran") })).ServeHTTP(w, r)
		if w.Code != http.StatusRequestTimeout || w.Header().Get("Connection") != "close" {
			t.Errorf("%d, %v", w.Code, w.Header())
		}
	})
}

// deadlines is a connection that records its read deadline.
type deadlines struct {
	*httptest.ResponseRecorder
	read time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.read = at
	return nil
}

// slow is a body that sends nothing before the deadline.
type slow struct{ w *deadlines }

func (s slow) Read([]byte) (int, error) {
	if s.w.read.IsZero() {
		panic("the body is read without a deadline")
	}
	time.Sleep(time.Until(s.w.read))
	return 0, errTimeout{}
}

type errTimeout struct{}

func (errTimeout) Error() string { return "i/o timeout" }
func (errTimeout) Timeout() bool { return true }
