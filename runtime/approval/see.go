package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// rights asks the [Authorizer].
type rights struct {
	cfg *Config
	*catalog
}

// maySee says whether the principal may see a thread: nil or ErrNotFound. A thread that cannot be
// is not asked about, of the Authorizer or the database.
func (s *rights) maySee(ctx context.Context, who Principal, thread string) error {
	if checkIDs(thread) != nil {
		return ErrNotFound
	}
	if err := s.cfg.Authorizer.MaySee(ctx, who, thread); err != nil {
		return ErrNotFound
	}
	return nil
}

// visible finds a call that the principal may see, in any thread where none is named. Otherwise the error is
// ErrNotFound, whether there is such a call or not.
func (s *Service) visible(ctx context.Context, who Principal, thread, id string) (*record, error) {
	if checkIDs(id) != nil {
		return nil, ErrNotFound
	}
	var err error
	if thread == "" {
		thread, err = s.threadOf(ctx, who, id)
	} else {
		err = s.maySee(ctx, who, thread)
	}
	if err != nil {
		return nil, err
	}
	r, err := s.load(ctx, s.db, callKey{who.Tenant, thread, id})
	if err != nil {
		return nil, err
	}
	return s.current(ctx, r)
}

// threadOf finds the one thread that the principal may see and that has a call of the ID.
func (s *Service) threadOf(ctx context.Context, who Principal, id string) (string, error) {
	rows, err := s.db.QueryContext(ctx, s.db.Rebind("SELECT thread_id FROM tool_calls WHERE tenant = ? AND tool_call_id = ?"), who.Tenant, id)
	if err != nil {
		return "", fmt.Errorf("approval: %w", err)
	}
	defer rows.Close()
	var threads []string
	for rows.Next() {
		var thread string
		if err := rows.Scan(&thread); err != nil {
			return "", fmt.Errorf("approval: %w", err)
		}
		threads = append(threads, thread)
	}
	if err := rows.Err(); err != nil {
		return "", fmt.Errorf("approval: %w", err)
	}
	found := ""
	for _, thread := range threads {
		switch {
		case s.maySee(ctx, who, thread) != nil:
		case found != "":
			return "", ErrAmbiguous
		default:
			found = thread
		}
	}
	if found == "" {
		return "", ErrNotFound
	}
	return found, nil
}

// current is the record, settled if its time is over: nobody is to be told that a call waits for
// a decision that cannot be made any more.
func (s *store) current(ctx context.Context, r *record) (*record, error) {
	if r.status != Pending || r.expires.After(s.now()) {
		return r, nil
	}
	return s.expire(ctx, r)
}

// mayDecide says whether the principal may decide a call with the arguments of inv.
func (s *rights) mayDecide(ctx context.Context, who Principal, r *record, inv runtime.Invocation) error {
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
func (s *rights) mayReject(ctx context.Context, who Principal, r *record, d Decision, unfilled error) error {
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

// Get gives one call and, once it is settled, what the model reads about it. Who may not see its
// thread gets [ErrNotFound], as if there were no such call. Without a thread it is the one call of that ID that the
// principal may see, or [ErrAmbiguous].
func (s *Service) Get(ctx context.Context, who Principal, thread, toolCallID string) (Settled, error) {
	r, err := s.visible(ctx, who, thread, toolCallID)
	if err != nil {
		return Settled{}, err
	}
	return s.settledOf(r), nil
}
