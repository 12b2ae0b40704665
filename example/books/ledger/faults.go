package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
)

// Faults are faults that a ledger makes on purpose, see [WithFaults]. They strike calls of write
// tools only. The zero value makes none.
type Faults struct {
	mu    sync.Mutex
	fails int
	err   error
	drops int
}

// FailNext makes the next n calls fail; nothing is recorded of them. The caller is answered with a
// result that is an error and has the text of err, or, where err is a *jsonrpc.Error, with that
// error of the protocol. A nil err stands for an internal error.
func (f *Faults) FailNext(n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		err = errors.New("internal error")
	}
	f.fails, f.err = n, err
}

// DropNext cuts the connection under the next n calls that come to [Ledger.Handler]: they are
// recorded and never answered. (Over stdio, end the process.)
func (f *Faults) DropNext(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.drops = n
}

// madeError is an error that was made on purpose.
type madeError struct{ error }

func (e *madeError) Unwrap() error { return e.error }

func (f *Faults) fail() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fails <= 0 {
		return nil
	}
	f.fails--
	return &madeError{f.err}
}

// drop reports whether the connection is to be cut under a request.
func (f *Faults) drop(body []byte) bool {
	var request struct {
		Method string
		Params struct{ Name string }
	}
	if json.Unmarshal(body, &request) != nil || request.Method != "tools/call" || writers[request.Params.Name] == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.drops <= 0 {
		return false
	}
	f.drops--
	return true
}

// handler cuts the connections.
func (f *Faults) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		armed := f.drops > 0
		f.mu.Unlock()
		if !armed {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 4<<20))
		if err != nil {
			http.Error(w, "the request cannot be read", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !f.drop(body) {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(discard{}, r)
		panic(http.ErrAbortHandler)
	})
}

// discard is a response that nobody gets.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}
