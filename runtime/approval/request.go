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
)

type messageKey struct{}

// WithMessage puts the ID of the message that calls belong to into the context: calls that ask for
// approval under it are kept together. The ID is a UUID; without one each call gets a message of
// its own.
func WithMessage(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, messageKey{}, id)
}

// maxID bounds the bytes of the IDs of calls, threads and deciders.
const maxID = 512

// RequestApproval stores a call as pending and gives the marker as its output. The call is not
// run. A call that has been stored before is not stored again: as long as it is not settled, the
// output is the marker, and then what came of it. The same ID with another call of the thread is [ErrConflict],
// and so is the ID of a call that was forgotten. Where [Config].MaxPending calls of the tenant wait already the error is
// [ErrTooManyPending].
func (s *Service) RequestApproval(ctx context.Context, thread string, inv runtime.Invocation) (runtime.ToolOutput, error) {
	var none runtime.ToolOutput
	r, err := s.newRecord(ctx, thread, inv)
	if err != nil {
		return none, err
	}
	var known *record
	s.step("request")
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
		e := s.entry(nil, r)
		e.Args = s.redact(r.name, r.arguments)
		return tx.add(ctx, e)
	})
	s.step("requested")
	if err != nil {
		if errors.Is(err, ErrTooManyPending) { // for the model, which can do something about it
			none = failure(r, runtime.FailureApproval, line(r.name, 64)+" has to be approved, and too many calls wait for that already. "+
				"It was not handed in and has not run. Make the call again once some of the others were decided.")
		}
		return none, fmt.Errorf("approval: the call %s could not be stored: %w", quote(r.id), err)
	}
	if known == nil {
		s.announce(ctx, r)
		return s.marker(r)
	}
	if !sameCall(known, r) {
		return none, ErrConflict
	}
	if known, err = s.current(ctx, known); err != nil {
		return none, err
	}
	if known.status.Settled() && known.output != nil {
		return *known.output, nil
	}
	return s.marker(known)
}

// admit says whether a new call may be stored.
func (s *store) admit(ctx context.Context, tx *auditTx, key callKey) error {
	var erased, pending int
	err := tx.QueryRowContext(ctx, s.db.Rebind("SELECT count(*) FROM approval_audit WHERE "+whereCall+" AND event = 'erased'"), key.args()...).Scan(&erased)
	if err != nil {
		return err
	}
	if erased > 0 {
		return ErrConflict
	}
	err = tx.QueryRowContext(ctx, s.db.Rebind("SELECT count(*) FROM tool_calls WHERE tenant = ? AND status = 'pending' AND expires_at > ?"), key.tenant, s.db.Time(s.now())).Scan(&pending)
	if err == nil && pending >= s.cfg.MaxPending {
		return ErrTooManyPending
	}
	return err
}

// tenantOf is whose a thread is.
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

// newRecord is the record of a call that asks for approval. The arguments are those that decoding
// has left, repairs and the fields that the server fills included, and are decoded once more,
// strictly: what is approved is what runs.
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
		return nil, errors.New("approval: the ID of the message is no UUID")
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
		callKey:  callKey{tenant, thread, id},
		proposal: proposal{name: name, requested: args, receipts: inv.Receipts, message: message, created: now, expires: now.Add(ttl)},
		verdict:  verdict{arguments: args, tier: tier},
		progress: progress{status: Pending},
	}
	b, err := s.bind(r, tool.Spec(), stageRequest)
	if err != nil {
		return nil, fmt.Errorf("approval: the call %s: %w", quote(id), err)
	}
	if r.binding, err = s.cfg.Keys.sign(b); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	return r, nil
}

// check decodes an invocation once more, and gives its arguments as they are stored.
func (s *catalog) check(ctx context.Context, thread string, inv runtime.Invocation, spec *runtime.ToolSpec) (checked runtime.Invocation, args string, err error) {
	if s.refills(inv.Call.Name) {
		text := inv.Raw
		if len(text) == 0 {
			text = []byte(inv.Call.Arguments)
		}
		if most := s.strict.MaxArguments(); len(text) > most {
			return checked, "", tooLarge(most)
		}
		args = string(spec.WithoutInjected(text))
		checked, err = s.decode(ctx, &record{callKey: callKey{thread: thread, id: inv.Call.ID}, proposal: proposal{name: inv.Call.Name}}, []byte(args))
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

// checkIDs refuses IDs that a database would refuse or change.
func checkIDs(ids ...string) error {
	for _, id := range ids {
		if id == "" || len(id) > maxID || !utf8.ValidString(id) || strings.ContainsRune(id, 0) {
			return fmt.Errorf("approval: %s is no ID; it takes 1 to %d bytes of UTF-8", quote(id), maxID)
		}
	}
	return nil
}

// sameCall reports whether a stored call is the one that asks again.
func sameCall(known, asked *record) bool {
	return known.name == asked.name && canon.Equal([]byte(known.requested), []byte(asked.requested))
}

var uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// newUUID is a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
