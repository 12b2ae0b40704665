package approval

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// MayDecide reports whether the principal may decide a call as it stands now, so that a page offers
// its buttons only to those whose decision would be accepted. It decides nothing. The error is nil,
// or what [Service.Decide] would answer: [ErrNotFound], a [*SettledError], a [*ForbiddenError].
// Where the arguments no longer decode, the roles of the tool alone are asked.
func (s *Service) MayDecide(ctx context.Context, who Principal, thread, toolCallID string) error {
	r, err := s.visible(ctx, who, thread, toolCallID)
	if err != nil {
		return err
	}
	if r.status != Pending {
		return &SettledError{s.settledOf(r)}
	}
	inv, err := s.decode(ctx, r, []byte(r.arguments))
	var invalid *runtime.ValidationError
	switch {
	case errors.As(err, &invalid) || errors.Is(err, ErrUnfilled):
		return inRole(who, s.call(r))
	case err != nil:
		return err
	}
	return s.mayDecide(ctx, who, r, inv)
}
