package web

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// maxRequest bounds the body of a request in bytes, and requestTime how long it may take to arrive.
const (
	maxRequest  = 1 << 20
	requestTime = 10 * time.Second
)

// loopbackOnly refuses requests whose Host names another machine. A page of somebody else could
// point its own name at this address (DNS rebinding); to the browser, its requests are then of the
// same origin.
func loopbackOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
			http.Error(w, "This program answers at localhost and 127.0.0.1 only.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// bounded reads the body of a request before anything is done with it, within maxRequest and
// requestTime. The deadline does not hold for the answer: a stream of events has no end.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(requestTime)) // a recorder in a test has no deadlines
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			http.Error(w, "The request is too large.", http.StatusRequestEntityTooLarge)
			return
		case err != nil:
			w.Header().Set("Connection", "close")
			http.Error(w, "The request did not arrive in time.", http.StatusRequestTimeout)
			return
		}
		_ = control.SetReadDeadline(time.Time{})
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
