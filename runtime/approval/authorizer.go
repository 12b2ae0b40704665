package approval

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
)

// Principal is somebody who asks or decides.
type Principal struct {
	// ID names the principal in the audit, in 1 to 512 bytes of UTF-8. Without one nothing can be
	// decided.
	ID string
	// Roles are what the principal may stand for; tools ask for them in their approval rule.
	Roles []string
	// Tenant is whom the principal belongs to, see [Config].Tenant: calls of others are not there for them.
	Tenant string
	// Kind is [DeciderUser], which "" means too, or [DeciderPolicy].
	Kind DeciderKind
	// Extra is for the Authorizer; nothing else looks at it.
	Extra any
}

// Has reports whether the principal has the role.
func (p Principal) Has(role string) bool { return slices.Contains(p.Roles, role) }

// Authorizer says who may do what. There is none that lets everybody.
type Authorizer interface {
	// Identify says who makes a request. An error means that the asker is not known.
	Identify(r *http.Request) (Principal, error)
	// MaySee says whether the principal may see the calls of a thread; an error means no.
	MaySee(ctx context.Context, who Principal, thread string) error
	// MayDecide says whether the principal may approve or reject a call; an error means no. The
	// roles that the tool asks for have been checked. args is the typed value, a *A for a
	// [runtime.TypedTool] of A, unmasked. Where the decider has edited the arguments, it is asked
	// about the stored ones and then about the edited ones.
	MayDecide(ctx context.Context, who Principal, call Call, args any) error
}

// Reminder is an [Authorizer] that knows the principals as they are today. When an approved call is run later
// than right after the decision, since a process has died, MaySee and MayDecide are asked once more: a right
// that was taken away in between counts. There is no request then. Without a Reminder they are asked about a
// principal with the ID, the tenant and the kind of whoever approved, the roles that the tool asks for, and no Extra.
type Reminder interface {
	// Remind gives the principal with the ID, tenant and kind of who as it is today; an error means that there is none.
	Remind(ctx context.Context, who Principal) (Principal, error)
}

// Rejecter is an [Authorizer] that lets people reject calls which cannot be filled, see [Config].Refill.
//
// MayDecide is promised the whole arguments, and while the injector fails nobody has them; what it would
// say of a part of them, nobody knows. A rejection runs nothing, though, and needs no more than what was
// stored: who says no should not have to wait until the call could run. Whether the stored arguments are
// enough to judge by is for the Authorizer to say. One that is no Rejecter leaves such a call pending, and
// whoever rejects it gets [ErrUnfilled].
type Rejecter interface {
	// MayReject says whether the principal may reject a call; an error means no. The roles that the tool
	// asks for have been checked. stored are the arguments as they were stored, unmasked, without the
	// fields that the server fills; no decoder has seen them in that form.
	MayReject(ctx context.Context, who Principal, call Call, stored json.RawMessage) error
}
