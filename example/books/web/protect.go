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

// maxRequest limits the body of a request in bytes, requestTime the time for it to arrive.
const (
	maxRequest  = 1 << 20
	requestTime = 10 * time.Second
)

// loopbackOnly rejects requests whose Host is another machine. An attacker's page could resolve its own name to
// this address (DNS rebinding); the browser would then consider its requests same-origin.
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

// bounded reads the body of a request before handling it, limited by maxRequest and requestTime. The deadline does
// not apply to the answer: a stream of events is endless.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(requestTime)) // test recorders do not support deadlines
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
