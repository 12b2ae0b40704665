package approval

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// MaxBody is the maximum size of a request body, in bytes.
const MaxBody = 1 << 20

// body reads a JSON body of limited size.
func (h *handler) body(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	// A cross-site form cannot send this type without a preflight request.
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		h.fail(w, http.StatusUnsupportedMediaType, Outcome{Error: "not_json", Message: "The body has to be application/json."})
		return nil, false
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		h.fail(w, http.StatusRequestEntityTooLarge, Outcome{Error: "too_large", Message: "The body has more than " + strconv.Itoa(MaxBody) + " bytes."})
		return nil, false
	case err != nil: // it was cut off, or the asker has gone
		h.fail(w, http.StatusBadRequest, Outcome{Error: "malformed", Message: "The body cannot be read to its end."})
		return nil, false
	}
	return body, true
}

// malformed responds to an invalid body. The schemas next to the code define decisions; unknown members are
// rejected, so that a misspelt "isValidated" is never taken for a rejection.
func (h *handler) malformed(w http.ResponseWriter, err error) {
	o := Outcome{Error: "malformed", Message: "The body of the request is not a decision. Nothing was decided."}
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		o.Issues = invalid.Issues()
	}
	h.fail(w, http.StatusBadRequest, o)
}

// query reads the parameters of a request. Unknown, duplicate and invalid ones are rejected: without threadId,
// the request would apply to all threads.
func (h *handler) query(w http.ResponseWriter, r *http.Request, known ...string) (url.Values, bool) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	sound := err == nil
	for name, values := range query {
		sound = sound && slices.Contains(known, name) && len(values) == 1
	}
	if !sound {
		h.fail(w, http.StatusBadRequest, Outcome{Error: "malformed", Message: "The parameters of the request are not those of this path."})
	}
	return query, sound
}

func decision(thread, id string, approve bool, inputs json.RawMessage, reason, version string) Decision {
	d := Decision{ThreadID: thread, ToolCallID: id, Approve: approve, Reason: reason, Version: version}
	if approve {
		// Pages may send arguments with a rejection; it is still a rejection.
		d.Arguments = inputs
	}
	return d
}
