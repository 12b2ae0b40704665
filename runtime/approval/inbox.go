package approval

import "context"

// maxInbox bounds how many calls an inbox lists, and how many are read at once.
const maxInbox = 500

// inboxPages bounds how many calls are looked through for those that the principal may see: 10,000.
const inboxPages = 20

// Inbox lists the pending calls of all threads that the principal may see, oldest first: at most
// 500, out of the oldest 10,000.
func (s *Service) Inbox(ctx context.Context, who Principal) ([]Call, error) {
	return s.seen(ctx, who, listing{
		where: "c.status = 'pending' AND c.expires_at > ?", args: []any{s.db.Time(s.now())},
		order: "c.created_at, c.tool_call_id", next: ">", limit: maxInbox,
	})
}

// Decided lists the calls of all threads that the principal may see and that are pending no more,
// the latest first: at most limit, which below 1 means 100 and is never above 500, out of the
// latest 10,000.
func (s *Service) Decided(ctx context.Context, who Principal, limit int) ([]Call, error) {
	if limit < 1 {
		limit = defaultHistory
	}
	return s.seen(ctx, who, listing{
		where: "c.status <> 'pending'",
		order: "c.created_at DESC, c.tool_call_id DESC", next: "<", limit: min(limit, maxInbox),
	})
}

// listing says which calls of all threads are listed, in which order.
type listing struct {
	where string
	args  []any
	order string // by time and ID
	next  string // how the time and ID of one call compare with those of the call before
	limit int
}

// seen lists calls of all threads, and keeps those that the principal may see.
func (s *Service) seen(ctx context.Context, who Principal, l listing) ([]Call, error) {
	may := map[string]bool{}
	var seen []Call
	where, args := l.where, l.args
	for range inboxPages {
		calls, err := s.calls(ctx, "WHERE "+where+" ORDER BY "+l.order+" LIMIT ?", append(args, maxInbox)...)
		if err != nil {
			return nil, err
		}
		for _, call := range calls {
			ok, asked := may[call.ThreadID]
			if !asked {
				ok = s.maySee(ctx, who, call.ThreadID) == nil
				may[call.ThreadID] = ok
			}
			if ok {
				seen = append(seen, call)
			}
			if len(seen) == l.limit {
				return seen, nil
			}
		}
		if len(calls) < maxInbox {
			break
		}
		last := calls[len(calls)-1]
		where = l.where + " AND (c.created_at, c.tool_call_id) " + l.next + " (?, ?)"
		args = append(l.args[:len(l.args):len(l.args)], s.db.Time(last.CreatedAt), last.ToolCallID)
	}
	return seen, nil
}
