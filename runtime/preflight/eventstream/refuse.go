package eventstream

import (
	"encoding/json"
	"errors"
	"net/http"
)

var (
	// ErrUnauthenticated is returned by [Authorize] if the requester is unknown (status 401).
	ErrUnauthenticated = errors.New("eventstream: not authenticated")
	// ErrNoThread is returned by [Authorize] if the thread does not exist, or if the client must not learn that
	// it does (status 404).
	ErrNoThread = errors.New("eventstream: no such thread")
)

// authorizeRequest returns the thread of the request, or answers the request with an error.
func authorizeRequest(w http.ResponseWriter, r *http.Request, authorize Authorize) (thread string, ok bool) {
	thread, err := authorize(r)
	switch {
	case errors.Is(err, ErrUnauthenticated):
		writeError(w, http.StatusUnauthorized, "not authenticated")
	case errors.Is(err, ErrNoThread):
		writeError(w, http.StatusNotFound, "no such thread")
	case err != nil || thread == "":
		writeError(w, http.StatusForbidden, "not allowed")
	default:
		return thread, true
	}
	return "", false
}

// writeError answers with {"error": message}.
func writeError(w http.ResponseWriter, status int, message string) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": message})
}
