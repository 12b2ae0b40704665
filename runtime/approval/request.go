package approval

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/steps"
)

type messageKey struct{}

// WithMessage sets the ID of the message to which calls belong in the context, so that they are grouped. The ID
// is a UUID; by default each call gets a message of its own.
func WithMessage(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, messageKey{}, id)
}

// maxID is the maximum size of the IDs of calls, threads and deciders, in bytes.
const maxID = 512

// RequestApproval stores a call as pending and returns the marker as its output. The call does not run. If the
// same call was stored before, it returns the marker, or the output once the call is settled. If the ID was
// used for another call of the thread, or for a deleted one, it returns [ErrConflict]; if the tenant has
// [Config].MaxPending pending calls, [ErrTooManyPending].
func (s *Service) RequestApproval(ctx context.Context, thread string, inv runtime.Invocation) (runtime.ToolOutput, error) {
	var none runtime.ToolOutput
	r, err := s.newRecord(ctx, thread, inv)
	if err != nil {
		return none, err
	}
	var known *record
	steps.At(ctx, "request")
	err = s.inTx(ctx, r.tenant, func(tx *auditTx) error {
		var err error
		if known, err = s.load(ctx, tx, r.callKey); !errors.Is(err, ErrNotFound) {
			return err
		}
		if err := s.admit(ctx, tx, r.callKey); err != nil {
			return err
		}
		r.seq = tx.next()
		if err := s.insert(ctx, tx.Tx, r); err != nil {
			return err
		}
		e := entry(nil, r)
		e.Args = s.redact(r.name, r.arguments)
		return tx.add(ctx, e)
	})
	steps.At(ctx, "requested")
	if err != nil {
		if errors.Is(err, ErrTooManyPending) { // the model can react to it
			none = failure(r, runtime.FailureApproval, show.Line(r.name, show.MaxName)+
				" has to be approved, and too many calls wait for that already. It was not submitted and has not run. "+
				"Make the call again after some of the others were decided.")
		}
		return none, fmt.Errorf("approval: the call %s could not be stored: %w", quote(r.id), err)
	}
	if known == nil {
		s.announce(ctx, r)
		return s.marker(r), nil
	}
	if !sameCall(known, r) {
		return none, ErrConflict
	}
	if known, err = s.current(ctx, known); err != nil {
		return none, err
	}
	if out := known.read(known.output); out != nil && known.status.Settled() {
		return *out, nil
	}
	return s.marker(known), nil
}

// admit checks whether a new call may be stored.
func (s *store) admit(ctx context.Context, tx *auditTx, key callKey) error {
	erased, err := s.count(ctx, tx, "approval_audit WHERE "+whereCall+" AND event = 'erased'", key.args()...)
	switch {
	case err != nil:
		return err
	case erased > 0:
		return ErrConflict
	}
	pending, err := s.count(ctx, tx, "tool_calls WHERE tenant = ? AND status = 'pending' AND expires_at > ?", key.tenant, s.now())
	if err == nil && pending >= s.cfg.MaxPending {
		return ErrTooManyPending
	}
	return err
}

// tenantOf returns the tenant of a thread.
func (s *Service) tenantOf(ctx context.Context, thread string) (string, error) {
	if err := checkIDs(thread); err != nil || s.cfg.Tenant == nil {
		return "", err
	}
	tenant, err := s.cfg.Tenant(ctx, thread)
	if err == nil && tenant != "" {
		err = checkIDs(tenant)
	}
	if err != nil {
		return "", fmt.Errorf("approval: the tenant of the thread %s: %w", quote(thread), err)
	}
	return tenant, nil
}

// newRecord returns the record of a new call. The decoded arguments, with repairs and injected fields, are
// decoded again strictly: what is approved is what runs.
func (s *Service) newRecord(ctx context.Context, thread string, inv runtime.Invocation) (*record, error) {
	id, name := inv.Call.ID, inv.Call.Name
	tenant, err := s.tenantOf(ctx, thread)
	if err == nil {
		err = checkIDs(id)
	}
	if err != nil {
		return nil, err
	}
	tool, ok := s.strict.Lookup(name)
	if !ok {
		return nil, fmt.Errorf("approval: there is no tool %s", quote(name))
	}
	checked, args, err := s.check(ctx, thread, inv, tool.Spec())
	if err != nil {
		return nil, err
	}
	message, given := ctx.Value(messageKey{}).(string)
	if message = strings.ToLower(message); given && !uuidForm.MatchString(message) {
		return nil, errors.New("approval: the ID of the message is not a UUID")
	}
	if !given {
		message = newUUID()
	}
	tier, err := s.tierOf(checked)
	if err != nil {
		return nil, err
	}
	now := s.now()
	ttl := s.cfg.TTL
	if a := tool.Spec().Approval; a != nil && a.TTL > 0 {
		ttl = a.TTL
	}
	r := &record{
		callKey: callKey{tenant, thread, id},
		proposal: proposal{
			name: name, requested: args, receipts: string(show.JSON(inv.Receipts)),
			message: message, created: now, expires: now.Add(ttl),
		},
		verdict:  verdict{arguments: args, tier: tier},
		progress: progress{status: Pending},
	}
	return r, s.sign(r, tool.Spec(), stageRequest)
}

// check decodes an invocation again and returns its arguments in stored form.
func (s *catalog) check(ctx context.Context, thread string, inv runtime.Invocation, spec *runtime.ToolSpec) (
	checked runtime.Invocation, args string, err error) {
	if s.refills(inv.Call.Name) {
		text := inv.Raw
		if len(text) == 0 {
			text = []byte(inv.Call.Arguments)
		}
		if most := s.strict.MaxArguments(); len(text) > most {
			return checked, "", tooLarge(most)
		}
		args = string(spec.WithoutInjected(text))
		r := &record{callKey: callKey{thread: thread, id: inv.Call.ID}, proposal: proposal{name: inv.Call.Name}}
		checked, err = s.decode(ctx, r, []byte(args))
		if errors.Is(err, ErrUnfilled) {
			return checked, args, err
		}
	} else {
		again, failure := s.strict.Revalidate(ctx, inv)
		if failure != nil {
			err = failure.Error.Cause
		}
		checked, args = again, string(again.Raw)
	}
	if err != nil {
		return checked, args, fmt.Errorf("approval: the invocation of %s does not come from ConvertCalls: %w", quote(inv.Call.Name), err)
	}
	return checked, args, nil
}

// checkIDs rejects IDs that a database would reject or change.
func checkIDs(ids ...string) error {
	for _, id := range ids {
		if id == "" || len(id) > maxID || !utf8.ValidString(id) || strings.ContainsRune(id, 0) {
			return fmt.Errorf("approval: %s is not a valid ID, which has 1 to %d bytes of UTF-8", quote(id), maxID)
		}
	}
	return nil
}

// sameCall reports whether a stored call equals the requested one.
func sameCall(known, asked *record) bool {
	return known.name == asked.name && canon.Equal([]byte(known.requested), []byte(asked.requested))
}

var uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// newUUID returns a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
