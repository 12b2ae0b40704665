package eventstream

import (
	"encoding/json"
	"errors"
	"net/http"
)

var (
	// ErrUnauthenticated is what [Authorize] returns if nobody knows who makes the request: 401.
	ErrUnauthenticated = errors.New("eventstream: not authenticated")
	// ErrNoThread is what [Authorize] returns if there is no such thread, or if the client must
	// not learn that there is: 404.
	ErrNoThread = errors.New("eventstream: no such thread")
)

// authorized asks who may do what, and answers the request if nothing may be done.
func authorized(w http.ResponseWriter, r *http.Request, authorize Authorize) (thread string, ok bool) {
	thread, err := authorize(r)
	switch {
	case errors.Is(err, ErrUnauthenticated):
		refuse(w, http.StatusUnauthorized, "who are you?")
	case errors.Is(err, ErrNoThread):
		refuse(w, http.StatusNotFound, "no such thread")
	case err != nil || thread == "":
		refuse(w, http.StatusForbidden, "not allowed")
	default:
		return thread, true
	}
	return "", false
}

// refuse answers with an error that a page can show: {"error": "…"}.
func refuse(w http.ResponseWriter, status int, message string) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": message})
}
