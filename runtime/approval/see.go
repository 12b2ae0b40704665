package approval

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// maySee says whether the principal may see a thread: nil or ErrNotFound. A thread that cannot be
// is not asked about, of the Authorizer or the database.
func (s *Service) maySee(ctx context.Context, who Principal, thread string) error {
	if checkIDs(thread) != nil {
		return ErrNotFound
	}
	if err := s.cfg.Authorizer.MaySee(ctx, who, thread); err != nil {
		return ErrNotFound
	}
	return nil
}

// visible finds a call that the principal may see. Otherwise the error is ErrNotFound, whether
// there is such a call or not.
func (s *Service) visible(ctx context.Context, who Principal, id string) (*record, error) {
	if checkIDs(id) != nil {
		return nil, ErrNotFound
	}
	r, err := s.load(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := s.maySee(ctx, who, r.thread); err != nil {
		return nil, err
	}
	return s.current(ctx, r)
}

// current is the record, settled if its time is over: nobody is to be told that a call waits for
// a decision that cannot be made any more.
func (s *Service) current(ctx context.Context, r *record) (*record, error) {
	if r.status != Pending || r.expires.After(s.now()) {
		return r, nil
	}
	return s.expire(ctx, r)
}

// mayDecide says whether the principal may decide a call with the arguments of inv.
func (s *Service) mayDecide(ctx context.Context, who Principal, r *record, inv runtime.Invocation) error {
	call := s.call(r)
	if err := inRole(who, call); err != nil {
		return err
	}
	if err := s.cfg.Authorizer.MayDecide(ctx, who, call, inv.Args); err != nil {
		return &ForbiddenError{r.id, err}
	}
	return nil
}

// mayReject says whether the principal may reject a call that cannot be filled, for the reason unfilled. That
// is the error of any other decision, and of a rejection that nobody but MayDecide could allow.
func (s *Service) mayReject(ctx context.Context, who Principal, r *record, d Decision, unfilled error) error {
	call := s.call(r)
	if err := inRole(who, call); err != nil {
		return err
	}
	rejecter, ok := s.cfg.Authorizer.(Rejecter)
	if d.Approve || !ok {
		return unfilled
	}
	if err := rejecter.MayReject(ctx, who, call, json.RawMessage(r.arguments)); err != nil {
		return &ForbiddenError{r.id, err}
	}
	return nil
}

// inRole says whether the principal is somebody, and has a role that the tool of a call asks for.
func inRole(who Principal, call Call) error {
	if checkIDs(who.ID) != nil || who.kind() == "" {
		return &ForbiddenError{call.ToolCallID, errors.New("approval: the decider is not identified")}
	}
	if len(call.Roles) > 0 && !slices.ContainsFunc(call.Roles, who.Has) {
		return &ForbiddenError{call.ToolCallID, errors.New("approval: the decider has none of the roles that the tool asks for")}
	}
	return nil
}

// kind is what kind of decider the principal is, "" where that is none who decides.
func (p Principal) kind() DeciderKind {
	switch p.Kind {
	case "", DeciderUser:
		return DeciderUser
	case DeciderPolicy:
		return DeciderPolicy
	}
	return ""
}

// defaultHistory is how many calls History lists if nothing is said.
const defaultHistory = 100

// Pending lists the pending calls of a thread, oldest first. Who may not see the thread gets
// [ErrNotFound].
func (s *Service) Pending(ctx context.Context, who Principal, thread string) ([]Call, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return nil, err
	}
	return s.calls(ctx, "WHERE m.thread_id = ? AND c.status = 'pending' AND c.expires_at > ? ORDER BY c.created_at, c.tool_call_id",
		thread, s.db.Time(s.now()))
}

// History lists the latest calls of a thread, whatever their status, oldest first; at most limit,
// which below 1 means 100. Who may not see the thread gets [ErrNotFound].
func (s *Service) History(ctx context.Context, who Principal, thread string, limit int) ([]Call, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return nil, err
	}
	if limit < 1 {
		limit = defaultHistory
	}
	calls, err := s.calls(ctx, "WHERE m.thread_id = ? ORDER BY c.created_at DESC, c.tool_call_id DESC LIMIT ?", thread, limit)
	slices.Reverse(calls)
	return calls, err
}

func (s *Service) calls(ctx context.Context, rest string, args ...any) ([]Call, error) {
	found, err := s.records(ctx, s.db, rest, args...)
	if err != nil {
		return nil, err
	}
	calls := make([]Call, len(found))
	for i, r := range found {
		if r, err = s.current(ctx, r); err != nil {
			return nil, err
		}
		calls[i] = s.call(r)
	}
	return calls, nil
}

// Get gives one call and, once it is settled, what the model is told of it. Who may not see its
// thread gets [ErrNotFound], as if there were no such call.
func (s *Service) Get(ctx context.Context, who Principal, toolCallID string) (Settled, error) {
	r, err := s.visible(ctx, who, toolCallID)
	if err != nil {
		return Settled{}, err
	}
	return s.settledOf(r), nil
}
