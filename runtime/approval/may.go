package approval

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

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
	var invalid *runtime.ValidationError
	switch {
	case errors.As(err, &invalid) || errors.Is(err, ErrUnfilled):
		return inRole(who, s.call(r))
	case err != nil:
		return err
	}
	return s.mayDecide(ctx, who, r, inv)
}
