package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// rights consults the [Authorizer].
type rights struct {
	cfg *Config
	*catalog
}

// maySee returns nil or ErrNotFound. For an impossible thread name, neither Authorizer nor database is
// consulted.
func (s *rights) maySee(ctx context.Context, who Principal, thread string) error {
	if checkIDs(thread) != nil {
		return ErrNotFound
	}
	if err := s.cfg.Authorizer.MaySee(ctx, who, thread); err != nil {
		return ErrNotFound
	}
	return nil
}

// visible returns a call that the principal may see, in any thread if none is named, or ErrNotFound whether or
// not the call exists.
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

// threadOf returns the only thread that the principal may see with a call of this ID.
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

// current settles the record if it has expired, so that nobody sees a pending call that can no longer be
// decided.
func (s *store) current(ctx context.Context, r *record) (*record, error) {
	if r.status != Pending || r.expires.After(s.now()) {
		return r, nil
	}
	return s.expire(ctx, r)
}

// mayDecide checks whether the principal may decide a call with the arguments of inv.
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

// mayReject checks whether the principal may reject a call that cannot be filled. It returns unfilled for other
// decisions, and if only MayDecide could allow the rejection.
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

// inRole checks that the principal is identified and has a required role.
func inRole(who Principal, call Call) error {
	if checkIDs(who.ID) != nil || who.kind() == "" {
		return &ForbiddenError{call.ToolCallID, errors.New("approval: the decider is not identified")}
	}
	if len(call.Roles) > 0 && !slices.ContainsFunc(call.Roles, who.Has) {
		return &ForbiddenError{call.ToolCallID, errors.New("approval: the decider has none of the roles that the tool asks for")}
	}
	return nil
}

// kind returns the principal's kind of decider, "" if it is none.
func (p Principal) kind() DeciderKind {
	switch p.Kind {
	case "", DeciderUser:
		return DeciderUser
	case DeciderPolicy:
		return DeciderPolicy
	}
	return ""
}

// Get returns a call and, once it is settled, its output. It returns [ErrNotFound] if who may not see the
// thread. Without a thread it returns the only visible call with this ID, or [ErrAmbiguous].
func (s *Service) Get(ctx context.Context, who Principal, thread, toolCallID string) (Settled, error) {
	r, err := s.visible(ctx, who, thread, toolCallID)
	if err != nil {
		return Settled{}, err
	}
	return s.settledOf(r), nil
}
