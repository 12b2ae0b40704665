package approval

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
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
