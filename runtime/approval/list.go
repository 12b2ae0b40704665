package approval

import (
	"context"
	"fmt"
	"slices"
)

// Default and maximum page size.
const (
	defaultPage = 100
	maxPage     = 500
)

// lookThrough is the maximum number of calls that are examined for one page.
const lookThrough = 10_000

// Page selects a page of a list. The zero value is the first page.
type Page struct {
	// From is the start of the page: Next of the previous page.
	From int64
	// Limit is the maximum number of calls; below 1 means 100, and 500 is the maximum.
	Limit int
}

// List is a page of calls.
type List struct {
	Calls []Call `json:"calls"`
	// Next is the start of the next page; 0 on the last one. A page may have fewer calls than requested, or
	// none, and still have a next one, because at most 10,000 calls are examined per page.
	Next int64 `json:"next,omitempty"`
}

// Inbox returns the pending calls in all threads of the principal's tenant that the principal may see, oldest
// first.
func (s *Service) Inbox(ctx context.Context, who Principal, page Page) (List, error) {
	return s.list(ctx, who, s.pending(""), page)
}

// Decided returns the settled and running calls in all threads of the principal's tenant that the principal may
// see, latest first.
func (s *Service) Decided(ctx context.Context, who Principal, page Page) (List, error) {
	return s.list(ctx, who, listing{where: " AND status <> 'pending'", latest: true}, page)
}

// Pending returns the pending calls of a thread, oldest first, or [ErrNotFound] if who may not see the thread.
func (s *Service) Pending(ctx context.Context, who Principal, thread string, page Page) (List, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return List{}, err
	}
	return s.list(ctx, who, s.pending(thread), page)
}

// History returns the latest calls of a thread in any status, oldest first; further pages have older ones. It
// returns [ErrNotFound] if who may not see the thread.
func (s *Service) History(ctx context.Context, who Principal, thread string, page Page) (List, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return List{}, err
	}
	list, err := s.list(ctx, who, listing{thread: thread, latest: true}, page)
	slices.Reverse(list.Calls)
	return list, err
}

// listing selects calls of a tenant.
type listing struct {
	thread string // "" for all threads that the principal may see
	where  string // further conditions
	args   []any
	latest bool // latest first
}

// pending selects the calls that can be decided.
func (s *store) pending(thread string) listing {
	return listing{thread: thread, where: " AND status = 'pending' AND expires_at > ?", args: []any{s.now()}}
}

// query returns what selects n calls after the position at, 0 for the beginning.
func (l listing) query(tenant string, at int64, n int) (where string, args []any) {
	where, args = "WHERE tenant = ?"+l.where, append([]any{tenant}, l.args...)
	if l.thread != "" {
		where, args = where+" AND thread_id = ?", append(args, l.thread)
	}
	after, order := " AND seq > ?", " ORDER BY seq"
	if l.latest {
		after, order = " AND seq < ?", " ORDER BY seq DESC"
	}
	if at != 0 {
		where, args = where+after, append(args, at)
	}
	return where + order + " LIMIT ?", append(args, n)
}

// list returns the selected calls that the principal may see.
func (s *Service) list(ctx context.Context, who Principal, l listing, page Page) (List, error) {
	limit := defaultPage
	if page.Limit > 0 {
		limit = min(page.Limit, maxPage)
	}
	may := map[string]bool{l.thread: true}
	list, at := List{}, page.From
	for range 1 + lookThrough/(limit+1) {
		where, args := l.query(who.Tenant, at, limit+1)
		found, err := s.records(ctx, s.db, where, args...)
		if err != nil {
			return List{}, err
		}
		for _, r := range found {
			ok, asked := may[r.thread]
			if !asked {
				ok = s.maySee(ctx, who, r.thread) == nil
				may[r.thread] = ok
			}
			if ok && len(list.Calls) == limit {
				list.Next = at
				return list, nil
			}
			if at = r.seq; !ok {
				continue
			}
			if r, err = s.current(ctx, r); err != nil {
				return List{}, err
			}
			list.Calls = append(list.Calls, s.call(r))
		}
		if len(found) <= limit {
			return list, nil
		}
	}
	list.Next = at
	return list, nil
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
	threads, err := s.db.Texts(ctx, s.db, "SELECT thread_id FROM tool_calls WHERE tenant = ? AND tool_call_id = ?", who.Tenant, id)
	if err != nil {
		return "", fmt.Errorf("approval: %w", err)
	}
	// The Authorizer is asked after the query, whose connection it might need.
	threads = slices.DeleteFunc(threads, func(thread string) bool { return s.maySee(ctx, who, thread) != nil })
	switch len(threads) {
	case 0:
		return "", ErrNotFound
	case 1:
		return threads[0], nil
	}
	return "", ErrAmbiguous
}

// current settles the record if it has expired, so that nobody sees a pending call that can no longer be
// decided.
func (s *store) current(ctx context.Context, r *record) (*record, error) {
	if r.status != Pending || r.expires.After(s.now()) {
		return r, nil
	}
	return s.expire(ctx, r)
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
