package approval

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/idempotency"
	"github.com/toolgen/toolgen/runtime/internal/steps"
)

// execute runs an approved call unless another process has started it, and returns the resulting record.
// Everything is verified immediately before, also the right of the approver if the call was resumed.
func (s *Service) execute(ctx context.Context, key callKey, resumed bool) (*record, error) {
	r, err := s.load(ctx, s.db, key)
	if err != nil || r.status != Approved {
		return r, err
	}
	if !r.expires.After(s.now()) {
		return s.expire(ctx, r)
	}
	inv, err := s.stands(ctx, r, resumed)
	switch {
	case passing(err):
		return r, err
	case err != nil:
		return s.refuse(ctx, r, err)
	}
	steps.At(ctx, "claim")
	running, err := s.claim(ctx, r)
	switch {
	case errors.Is(err, ErrReplayed):
		return s.refuse(ctx, r, ErrReplayed)
	case err != nil:
		return r, err
	case running == nil: // another process was faster, or the call has expired
		if r, err = s.load(ctx, s.db, key); err != nil || r.status != Approved || r.expires.After(s.now()) {
			return r, err
		}
		return s.expire(ctx, r)
	}
	steps.At(ctx, "claimed")
	return s.carryOut(ctx, running, inv)
}

// stands verifies an approved call immediately before it runs. Functions of the program are limited to
// Config.Timeout: if they hang, other calls must not wait, and this call stays approved.
func (s *Service) stands(ctx context.Context, r *record, resumed bool) (runtime.Invocation, error) {
	limited, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	inv, err := s.verify(limited, r, stageApproval)
	if err == nil && resumed {
		err = s.stillMay(limited, r, inv)
	}
	return inv, err
}

// startsOf selects the starts of a call in the audit.
const startsOf = "approval_audit WHERE " + whereCall + " AND event = 'executing'"

// claim starts the call for this process: approved becomes executing, with a lease. It returns nil if another
// process was faster, or if the call expired meanwhile. If the audit has an earlier start, it returns
// ErrReplayed, whatever the row says.
func (s *store) claim(ctx context.Context, r *record) (*record, error) {
	running := *r
	running.status, running.leaseOwner = Executing, rand.Text()
	var moved bool
	err := s.inTx(ctx, r.tenant, func(tx *auditTx) error {
		now := s.now()
		running.leaseUntil = now.Add(s.cfg.Lease)
		started, err := s.count(ctx, tx, startsOf, r.args()...)
		if err != nil {
			return err
		}
		if moved, err = s.move(ctx, tx.Tx, r, &running, "AND expires_at > ?", now); err != nil || !moved {
			return err
		}
		if started > 0 {
			return ErrReplayed
		}
		return tx.add(ctx, entry(r, &running))
	})
	switch {
	case errors.Is(err, ErrReplayed):
		return nil, ErrReplayed
	case err != nil:
		return nil, fmt.Errorf("approval: the call %s could not be started: %w", quote(r.id), err)
	case !moved:
		return nil, nil
	}
	return &running, nil
}

// run runs the tool.
func (s *Service) run(ctx context.Context, r *record, inv runtime.Invocation) (out runtime.ToolOutput) {
	defer func() {
		if v := recover(); v != nil {
			s.report(slog.LevelError, "the executor panicked", r, "panic", v, "stack", string(debug.Stack()))
			out = failure(r, runtime.FailureInternal, "The tool failed: internal error. It is not known how far it got.")
		}
	}()
	out = s.cfg.Execute(idempotency.With(ctx, idempotencyKey(r, inv), nil), r.thread, inv)
	if out.Pending {
		out = runtime.NotRun(failure(r, runtime.FailureInternal, "The approved call was not run: its executor asked for approval again."))
	}
	out.CallID, out.Receipts = r.id, r.receiptsOfRun()
	if _, err := json.Marshal(out); err != nil {
		s.report(slog.LevelError, "a call was run, but its result cannot be stored", r, "error", err)
		out = failure(r, runtime.FailureInternal, "The tool has run, but its result is not JSON and could not be stored. "+
			"It is not known what it has done; find that out before you make the call again.")
		out.Receipts = r.receiptsOfRun()
	}
	return out
}

// idempotencyKey returns the key of a call for its handler: the same in every process and on every copy of the
// database.
func idempotencyKey(r *record, inv runtime.Invocation) string {
	return idempotency.Approved(r.thread, r.tenant, r.id, r.name, inv.Tool.Spec().WithoutInjected([]byte(r.arguments)))
}

func failure(r *record, kind runtime.FailureKind, message string) runtime.ToolOutput {
	return runtime.ToolOutput{CallID: r.id, Error: &runtime.ToolError{Kind: kind, Message: message}}
}

// keepLate stores a result that arrives after the call was given up for lost. The status is unchanged, since
// the model may know it already.
func (s *store) keepLate(ctx context.Context, tx *auditTx, after *record) error {
	now, err := s.load(ctx, tx, after.callKey)
	switch {
	case errors.Is(err, ErrNotFound):
		s.report(slog.LevelWarn, "an execution has ended whose call was given up for lost and deleted", after)
		return nil
	case err != nil:
		return err
	case now.status == after.status && now.output != nil && *now.output == *after.output:
		return nil // saved before, but the commit's response was lost
	}
	_, err = s.db.Run(ctx, tx, "UPDATE tool_calls SET late_output = ? WHERE "+whereCall, append([]any{after.output}, after.args()...)...)
	if err != nil {
		return err
	}
	e := entry(now, now)
	e.Event, e.Result = eventLateResult, digestOf(after.output)
	e.Detail = "An execution that was given up for lost has ended after all: " + string(after.status) + "."
	return tx.add(ctx, e)
}

// ReceiptEdited is the kind of receipts for arguments that the approver changed, so that the model knows what
// actually ran. They contain no values.
const ReceiptEdited runtime.ReceiptKind = "edited"

// receiptsOfRun returns the receipts of a call as it ran: repairs and edited fields.
func (r *record) receiptsOfRun() []runtime.Receipt {
	receipts := r.repairs()
	var asked, run map[string]json.RawMessage
	if !r.edited || json.Unmarshal([]byte(r.requested), &asked) != nil || json.Unmarshal([]byte(r.arguments), &run) != nil {
		return receipts
	}
	keys := maps.Clone(asked)
	maps.Copy(keys, run)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !canon.Equal(asked[key], run[key]) {
			receipts = append(receipts, runtime.Receipt{Field: runtime.JoinKey("", key), Kind: ReceiptEdited})
		}
	}
	return receipts
}
