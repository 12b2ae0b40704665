package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// outcome reports the outcome of a call of the visitor's own conversation. The page asks after a restart in the
// middle of a call, because the events that would have reported it are lost.
func (s *server) outcome(w http.ResponseWriter, r *http.Request) {
	u, thread, ok := visitor(r)
	if !ok {
		write(w, http.StatusUnauthorized, map[string]string{"error": "Reload the page first."})
		return
	}
	text, err := s.whatBecameOf(r.Context(), u, thread, r.FormValue("call"))
	if err != nil {
		slog.ErrorContext(r.Context(), "books: the outcome of a call cannot be read", "error", err)
		write(w, http.StatusInternalServerError, map[string]string{"error": "What became of the call cannot be read now."})
		return
	}
	write(w, http.StatusOK, map[string]string{"text": text})
}

// logged is the number of logged calls that are searched for a lost one.
const logged = 1000

func (s *server) whatBecameOf(ctx context.Context, u user, thread, call string) (string, error) {
	settled, err := s.Approvals.Get(ctx, u.Principal, thread, call)
	switch {
	case err == nil:
		return told(settled.Call), nil
	case !errors.Is(err, approval.ErrNotFound):
		return "", err
	}
	rows, err := s.Log.Recent(ctx, logged)
	if err != nil {
		return "", err
	}
	for _, row := range rows {
		if row.Thread == thread && row.CallID == call {
			return became(row.Outcome), nil
		}
	}
	return "The program stopped before it noted an outcome. Ask what the ledger has before you send the request again.", nil
}

func became(o preflight.Outcome) string {
	switch o {
	case preflight.OutcomeDone:
		return "It was run, and the ledger accepted it."
	case preflight.OutcomeFailed:
		return "It was run and did not succeed. Ask what the ledger has before you send the request again."
	case preflight.OutcomeApproval:
		return "It waits for approval."
	}
	return "It was not run."
}
