package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// Principal is who makes or decides a call.
type Principal struct {
	// ID identifies the principal in the audit: 1 to 512 bytes of UTF-8. It is required for decisions.
	ID string
	// Roles are the principal's roles; tools require roles in their approval rule.
	Roles []string
	// Tenant is the principal's tenant, see [Config].Tenant. Calls of other tenants do not exist for the
	// principal.
	Tenant string
	// Kind is [DeciderUser] (the default) or [DeciderPolicy].
	Kind DeciderKind
	// Extra is for the Authorizer only.
	Extra any
}

// Has reports whether the principal has the role.
func (p Principal) Has(role string) bool { return slices.Contains(p.Roles, role) }

// Authorizer decides access. There is no default that allows everything.
type Authorizer interface {
	// Identify returns who makes a request. An error means that the requester is unknown.
	Identify(r *http.Request) (Principal, error)
	// MaySee reports whether the principal may see the calls of a thread; an error means no.
	MaySee(ctx context.Context, who Principal, thread string) error
	// MayDecide reports whether the principal may approve or reject a call; an error means no. Roles have been
	// checked before. args is the unmasked typed value, a *A for a [runtime.TypedTool] of A. For edited
	// arguments it is called with the stored ones and then with the edited ones.
	MayDecide(ctx context.Context, who Principal, call Call, args any) error
}

// Reminder is an [Authorizer] that can look up current principals. If an approved call runs later, because a
// process died, MaySee and MayDecide are called again without a request, so that revoked rights count. Without
// a Reminder they get a principal with the approver's ID, tenant and kind, the roles that the tool requires,
// and no Extra.
type Reminder interface {
	// Remind returns the current principal with the ID, tenant and kind of who; an error means that there is
	// none.
	Remind(ctx context.Context, who Principal) (Principal, error)
}

// Rejecter is an [Authorizer] that can allow the rejection of calls that cannot be filled, see [Config].Refill.
//
// MayDecide gets the complete arguments, which are not available while the injector fails. A rejection runs
// nothing and should not have to wait until the call could run, so the stored arguments may be enough to judge
// by; that is for the Authorizer to decide. If it is not a Rejecter, such a call stays pending, and rejecting it
// returns [ErrUnfilled].
type Rejecter interface {
	// MayReject reports whether the principal may reject a call; an error means no. Roles have been checked
	// before. stored are the stored arguments, unmasked and without injected fields; they have not been decoded
	// in that form.
	MayReject(ctx context.Context, who Principal, call Call, stored json.RawMessage) error
}

// kind returns the principal's kind of decider, "" if it is invalid.
func (p Principal) kind() DeciderKind {
	switch p.Kind {
	case "", DeciderUser:
		return DeciderUser
	case DeciderPolicy:
		return DeciderPolicy
	}
	return ""
}

// maySee returns nil or ErrNotFound. For an impossible thread name, neither Authorizer nor database is
// consulted.
func (s *catalog) maySee(ctx context.Context, who Principal, thread string) error {
	if checkIDs(thread) != nil || s.cfg.Authorizer.MaySee(ctx, who, thread) != nil {
		return ErrNotFound
	}
	return nil
}

// inRole checks that the principal is identified and has a required role.
func (s *catalog) inRole(who Principal, r *record) error {
	if checkIDs(who.ID) != nil || who.kind() == "" {
		return &ForbiddenError{r.id, errors.New("approval: the decider is not identified")}
	}
	if roles := s.rolesOf(r.name); len(roles) > 0 && !slices.ContainsFunc(roles, who.Has) {
		return &ForbiddenError{r.id, errors.New("approval: the decider has none of the roles that the tool requires")}
	}
	return nil
}

// mayDecide checks whether the principal may decide a call with the arguments of inv.
func (s *catalog) mayDecide(ctx context.Context, who Principal, r *record, inv runtime.Invocation) error {
	if err := s.inRole(who, r); err != nil {
		return err
	}
	if err := s.cfg.Authorizer.MayDecide(ctx, who, s.call(r), inv.Args); err != nil {
		return &ForbiddenError{r.id, err}
	}
	return nil
}

// mayReject checks whether the principal may reject a call whose arguments cannot be decoded. Without a
// [Rejecter] it returns otherwise.
func (s *catalog) mayReject(ctx context.Context, who Principal, r *record, otherwise error) error {
	if err := s.inRole(who, r); err != nil {
		return err
	}
	rejecter, ok := s.cfg.Authorizer.(Rejecter)
	if !ok {
		return otherwise
	}
	if err := rejecter.MayReject(ctx, who, s.call(r), json.RawMessage(r.arguments)); err != nil {
		return &ForbiddenError{r.id, err}
	}
	return nil
}

// stillMay checks again whether the approver may approve. It returns nil, ErrRightLost, or errProgram if a function
// of the program panicked or did not answer in time.
func (s *catalog) stillMay(ctx context.Context, r *record, inv runtime.Invocation) (err error) {
	defer recovered(&err, "the right of the approver of "+quote(r.id))
	cause := s.approverMay(ctx, r, inv)
	if cause == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: the right of the approver of %s could not be determined in time: %w", errProgram, quote(r.id), ctx.Err())
	}
	if forbidden, ok := errors.AsType[*ForbiddenError](cause); ok {
		cause = forbidden.Cause
	}
	s.cfg.Log.Warn("approval: an approver may no longer approve a call", "tool_call_id", r.id, "who", r.decidedBy, "cause", cause)
	return ErrRightLost
}

// approverMay checks the current rights of the approver of a call.
func (s *catalog) approverMay(ctx context.Context, r *record, inv runtime.Invocation) error {
	who := Principal{ID: r.decidedBy, Kind: r.deciderKind, Roles: s.rolesOf(r.name), Tenant: r.tenant}
	if reminder, ok := s.cfg.Authorizer.(Reminder); ok {
		var err error
		if who, err = reminder.Remind(ctx, who); err != nil {
			return err
		}
		if who.Tenant != r.tenant {
			return errors.New("approval: the approver belongs to another tenant")
		}
	}
	if err := s.maySee(ctx, who, r.thread); err != nil {
		return err
	}
	return s.mayDecide(ctx, who, r, inv)
}

// MayDecide reports whether the principal may currently decide a call, so that a page can offer its buttons
// only to people who may. It records nothing. It returns nil or the error of [Service.Decide]: [ErrNotFound], a
// [*SettledError], a [*ForbiddenError]. If the arguments no longer decode, only the roles are checked.
func (s *Service) MayDecide(ctx context.Context, who Principal, thread, toolCallID string) error {
	r, err := s.visible(ctx, who, thread, toolCallID)
	if err != nil {
		return err
	}
	if r.status != Pending {
		return &SettledError{s.settledOf(r)}
	}
	inv, err := s.decode(ctx, r, []byte(r.arguments))
	switch {
	case errors.Is(err, runtime.ErrInvalidArguments) || errors.Is(err, ErrUnfilled):
		return s.inRole(who, r)
	case err != nil:
		return err
	}
	return s.mayDecide(ctx, who, r, inv)
}
