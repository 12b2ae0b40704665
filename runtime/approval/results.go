package approval

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// Untold returns the settled calls of a thread that have not been acknowledged, in the order in which they were
// settled. They stay on the list until [Service.Acknowledge], so that a crash loses none.
//
// It is for the program that talks to the model, and does not consult the Authorizer.
func (s *Service) Untold(ctx context.Context, thread string) ([]Settled, error) {
	tenant, err := s.tenantOf(ctx, thread)
	if err != nil {
		return nil, err
	}
	if _, err := s.expireDue(ctx, "AND tenant = ? AND thread_id = ?", tenant, thread); err != nil {
		return nil, err
	}
	found, err := s.records(ctx, s.db, "WHERE tenant = ? AND thread_id = ? AND told_at IS NULL "+
		"AND settled_at IS NOT NULL AND output IS NOT NULL ORDER BY settled_at, tool_call_id", tenant, thread)
	if err != nil {
		return nil, err
	}
	settled := make([]Settled, len(found))
	for i, r := range found {
		settled[i] = s.settledOf(r)
	}
	return settled, nil
}

// Results returns the outputs of the calls of [Service.Untold], for the model's next turn. Add them to the
// conversation, save it, and then acknowledge them; after a crash in between they are returned again, with the
// same call IDs.
func (s *Service) Results(ctx context.Context, thread string) ([]runtime.ToolOutput, error) {
	settled, err := s.Untold(ctx, thread)
	outputs := make([]runtime.ToolOutput, len(settled))
	for i := range settled {
		outputs[i] = settled[i].Output
	}
	return outputs, err
}

// Acknowledge marks calls as known to the model. Calls that are not settled, of another thread, or already
// acknowledged are ignored.
func (s *Service) Acknowledge(ctx context.Context, thread string, toolCallIDs ...string) error {
	tenant, err := s.tenantOf(ctx, thread)
	if err != nil {
		return err
	}
	for _, id := range toolCallIDs {
		if checkIDs(id) != nil {
			continue
		}
		_, err := s.db.Run(ctx, s.db, "UPDATE tool_calls SET told_at = ? WHERE told_at IS NULL AND settled_at IS NOT NULL AND "+whereCall,
			s.now(), tenant, thread, id)
		if err != nil {
			return fmt.Errorf("approval: %w", err)
		}
	}
	return nil
}
