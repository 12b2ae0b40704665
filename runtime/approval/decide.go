package approval

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/steps"
)

// MaxDecisions is the maximum number of decisions in [Service.DecideAll].
const MaxDecisions = 100

// Decide approves or rejects a pending call and, if it is approved, runs it and waits for the result. Once the
// decision is recorded, it continues even if ctx ends.
//
// Errors: [ErrNotFound], [ErrAmbiguous], [*ForbiddenError], [*SettledError], [ErrChanged], [*TierError],
// [*RefusedError], a [*runtime.ValidationError] about edited arguments, [ErrInvalidDecision], [ErrUnfilled], or a
// database error. After a ForbiddenError, ErrChanged, a TierError and a ValidationError the call is still pending;
// after ErrUnfilled it is pending, or approved if filling failed immediately before running. A call that cannot be
// filled can be rejected if the Authorizer is a [Rejecter]. A call whose record or tool has changed can be rejected,
// since it would not run anyway.
func (s *Service) Decide(ctx context.Context, who Principal, d Decision) (Settled, error) {
	settled, err := s.DecideAll(ctx, who, []Decision{d})
	if fault := new(DecisionError); errors.As(err, &fault) {
		return Settled{}, fault.Err
	}
	if len(settled) == 0 {
		return Settled{}, err
	}
	return settled[0], err
}

// DecideAll records several decisions atomically: all of them, or none and a [*DecisionError] for the faulty
// one. Approved calls then run one after another; a failure does not stop the next. With any other error, the
// returned decisions were recorded, but a call could not run or its result not be saved: it was refused
// immediately before running ([*RefusedError]), or the database failed, and [Service.Resume] continues.
func (s *Service) DecideAll(ctx context.Context, who Principal, ds []Decision) ([]Settled, error) {
	if len(ds) == 0 || len(ds) > MaxDecisions {
		return nil, fmt.Errorf("%w: %d decisions at once; it takes 1 to %d", ErrInvalidDecision, len(ds), MaxDecisions)
	}
	moves := make([]*decided, len(ds))
	for i, d := range ds {
		fault := func(err error) error { return &DecisionError{i, d.ToolCallID, err} }
		before, err := s.visible(ctx, who, d.ThreadID, d.ToolCallID)
		if err != nil {
			return nil, fault(err)
		}
		if slices.ContainsFunc(moves[:i], func(m *decided) bool { return m.before.callKey == before.callKey }) {
			return nil, fault(fmt.Errorf("%w: the call is decided twice", ErrInvalidDecision))
		}
		if moves[i], err = s.consider(ctx, who, before, d); err != nil {
			s.attempted(ctx, who, before.callKey, d, err)
			return nil, fault(err)
		}
	}
	steps.At(ctx, "decide")
	if err := s.record(ctx, who.Tenant, moves); err != nil {
		return nil, err
	}
	steps.At(ctx, "decided")
	ctx = context.WithoutCancel(ctx)
	settled := make([]Settled, len(moves))
	var failed []error
	for i, m := range moves {
		settled[i] = s.settledOf(m.after)
		if m.after.status != Approved {
			continue
		}
		r, err := s.execute(ctx, m.after.callKey, false)
		if err != nil {
			failed = append(failed, err)
		}
		if r != nil {
			settled[i] = s.settledOf(r)
		}
	}
	return settled, errors.Join(failed...)
}

// decided is a checked decision.
type decided struct {
	before, after *record
	detail        string // for the audit
}

// consider checks a decision. It only records facts that do not depend on it: expiry, or a refusal.
func (s *Service) consider(ctx context.Context, who Principal, before *record, d Decision) (*decided, error) {
	if before.status != Pending {
		return nil, &SettledError{s.settledOf(before)}
	}
	inv, err := s.verify(ctx, before, stageRequest)
	if d.Approve && err != nil && !passing(err) {
		now, err := s.refuse(ctx, before, err)
		if err == nil {
			err = &SettledError{s.settledOf(now)}
		}
		return nil, err
	}
	if d.Version != "" && d.Version != before.version() {
		return nil, ErrChanged
	}
	detail := ""
	switch {
	case err == nil:
		err = s.mayDecide(ctx, who, before, inv)
	case d.Approve:
		err = cmp.Or(s.inRole(who, before), err)
	case errors.Is(err, ErrUnfilled):
		err = s.mayReject(ctx, who, before, err)
	default:
		// The call could not be approved, so anyone who may see the thread and has a required role may reject it.
		detail = "It could not have been approved: " + err.Error() + "."
		err = s.mayReject(ctx, who, before, nil)
	}
	if err != nil {
		return nil, err
	}
	after := *before
	after.decided, after.decidedBy, after.deciderKind, after.reason = s.now(), who.ID, who.kind(), plain(d.Reason)
	edits := d.Arguments != nil && string(d.Arguments) != "null"
	if !d.Approve {
		if edits {
			return nil, fmt.Errorf("%w: a rejection has no arguments", ErrInvalidDecision)
		}
		after.status, after.validated, after.settled = Rejected, new(false), after.decided
		after.output = after.notRun()
		return &decided{before, &after, detail}, nil
	}
	after.status, after.validated = Approved, new(true)
	if edits {
		if err := s.edit(ctx, who, before, &after, d.Arguments); err != nil {
			return nil, err
		}
	}
	if err := s.sign(&after, inv.Tool.Spec(), stageApproval); err != nil {
		return nil, err
	}
	return &decided{before: before, after: &after}, nil
}

// edit replaces the model's arguments by the decider's, which are decoded, tiered and authorized again. The
// tool cannot change. An edit that requires a stricter tier is refused: whatever that tier asks for, such as a
// phrase or other approvers, was not asked. Making the call again asks for it.
func (s *Service) edit(ctx context.Context, who Principal, before, after *record, args []byte) error {
	spec := s.specOf(before.name)
	if most := s.strict.MaxArguments(); len(args) > most {
		return tooLarge(most)
	}
	text, err := canon.JSON(args)
	if err != nil {
		return runtime.Invalid("", "json", nil, show.Line(err.Error(), show.MaxText))
	}
	if bytes.Contains(text, []byte(runtime.Redacted)) && maskedKey.Match(text) {
		return runtime.Invalid("", "additionalProperties", nil, "A key is masked; write it out or remove it.")
	}
	args, err = spec.Unredact(args, []byte(before.arguments))
	if err != nil {
		return err
	}
	inv, err := s.decode(ctx, before, args)
	if err != nil {
		return err
	}
	switch tier, err := s.tierOf(inv); {
	case err != nil:
		return err
	case tier > before.tier:
		return &TierError{before.id, before.tier, tier}
	}
	if !canon.Equal([]byte(before.arguments), args) {
		after.arguments, after.edited = string(args), true
	}
	asked := *before // still pending
	asked.arguments, asked.edited = after.arguments, after.edited
	return s.mayDecide(ctx, who, &asked, inv)
}

// maskedKey finds a masked key in canonical JSON. It is ambiguous.
var maskedKey = regexp.MustCompile(`"(?:[^"\\]|\\.)*` + runtime.Redacted + `(?:[^"\\]|\\.)*":`)

func tooLarge(most int) error {
	return runtime.Invalid("", "size", most, "The arguments exceed the limit of "+strconv.Itoa(most)+" bytes.")
}

// record writes all decisions in one transaction, or none.
func (s *Service) record(ctx context.Context, tenant string, moves []*decided) error {
	return s.inTx(ctx, tenant, func(tx *auditTx) error {
		for i, m := range moves {
			e := entry(m.before, m.after)
			e.DeciderKind, e.DeciderID, e.Reason, e.Detail = m.after.deciderKind, m.after.decidedBy, m.after.reason, m.detail
			e.Args = s.redact(m.after.name, m.after.arguments)
			if m.after.edited {
				e.ArgsBefore = s.redact(m.before.name, m.before.arguments)
			}
			moved, err := tx.change(ctx, m.before, m.after, e, "")
			if err != nil {
				return fmt.Errorf("approval: the decision could not be recorded: %w", err)
			}
			if moved {
				continue
			}
			now, err := s.load(ctx, tx, m.before.callKey)
			if err != nil {
				return err
			}
			if now.status == Pending {
				err = s.refusal(m.before, ErrForged) // the row was edited while it was decided
			} else {
				err = &SettledError{s.settledOf(now)}
			}
			return &DecisionError{i, m.before.id, err}
		}
		return nil
	})
}

// refuse settles a call that must not run, with entries in audit and log and an output for the model. It
// returns the current record. The error is the [*RefusedError], a database error, or nil if the call was
// changed concurrently, possibly by a process that has another version of the tool.
func (s *store) refuse(ctx context.Context, before *record, reason error) (*record, error) {
	steps.At(ctx, "refuse")
	started, err := s.count(ctx, s.db, startsOf, before.args()...)
	if err == nil && started > 0 && !errors.Is(reason, ErrReplayed) { // its row was turned back
		reason = fmt.Errorf("%w; %w", ErrReplayed, reason)
	}
	after := *before
	after.status, after.failure, after.settled = Failed, FailureRefused, s.now()
	after.reason, after.leaseOwner = reason.Error(), ""
	after.output = after.notRun()
	// Take the decider from the audit, since the record is not trusted.
	var moved bool
	if err == nil {
		after.deciderKind, after.decidedBy, err = s.auditedDecider(ctx, before.callKey)
	}
	if err == nil {
		if after.decidedBy == "" {
			after.decided = time.Time{}
		}
		e := entry(before, &after)
		e.Event, e.Detail = eventRefused, reason.Error()
		moved, err = s.change(ctx, before, &after, e, "")
	}
	if err != nil {
		return before, errors.Join(s.refusal(before, reason), fmt.Errorf("approval: the refusal could not be recorded: %w", err))
	}
	now, err := s.load(ctx, s.db, before.callKey)
	if err != nil {
		return before, err
	}
	if !moved && now.status != before.status {
		return now, nil
	}
	return now, s.refusal(before, reason)
}

func (s *store) refusal(r *record, reason error) *RefusedError {
	s.report(slog.LevelError, "a call was refused and will not run", r, "reason", reason)
	return &RefusedError{r.id, reason}
}

// attempted records in the audit that a decision by somebody who may see the call was refused.
func (s *store) attempted(ctx context.Context, who Principal, call callKey, d Decision, cause error) {
	var why string
	settled, late := errors.AsType[*SettledError](cause)
	switch {
	case late && settled.Settled.Call.Status == Expired:
		why = "the call has expired"
	case isA[*TierError](cause):
		why = "the edit puts the call into a stricter tier"
	case isA[*ForbiddenError](cause), errors.Is(cause, ErrChanged):
		why = strings.TrimPrefix(cause.Error(), "approval: ")
	case errors.Is(cause, runtime.ErrInvalidArguments):
		why = runtime.ErrInvalidArguments.Error() // without values
	default:
		return
	}
	tried := "reject"
	if d.Approve {
		tried = "approve"
	}
	err := s.inTx(context.WithoutCancel(ctx), call.tenant, func(tx *auditTx) error {
		r, err := s.load(ctx, tx, call)
		if err != nil {
			return err
		}
		e := entry(r, r)
		e.Event, e.Result = eventAttempt, ""
		e.Detail = "Tried to " + tried + ": " + why + "."
		e.DeciderKind, e.DeciderID, e.Reason = who.kind(), show.ClipBytes(who.ID, maxID), plain(d.Reason)
		return tx.add(ctx, e)
	})
	if err != nil {
		s.cfg.Log.Error("approval: a refused attempt could not be recorded", "tool_call_id", d.ToolCallID, "who", who.ID, "error", err)
	}
}
