package approval

import (
	"context"
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
	return s.list(ctx, who, listing{where: isPending, args: []any{s.db.Time(s.now())}}, page)
}

// Decided returns the settled and running calls in all threads of the principal's tenant that the principal may
// see, latest first.
func (s *Service) Decided(ctx context.Context, who Principal, page Page) (List, error) {
	return s.list(ctx, who, listing{where: "AND c.status <> 'pending'", latest: true}, page)
}

// Pending returns the pending calls of a thread, oldest first, or [ErrNotFound] if who may not see the thread.
func (s *Service) Pending(ctx context.Context, who Principal, thread string, page Page) (List, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return List{}, err
	}
	return s.list(ctx, who, listing{thread: thread, where: isPending, args: []any{s.db.Time(s.now())}}, page)
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

// isPending is the SQL condition for calls that can be decided.
const isPending = "AND c.status = 'pending' AND c.expires_at > ?"

// listing selects calls of a tenant.
type listing struct {
	thread string // "" for all threads that the principal may see
	where  string // what else there is to say
	args   []any
	latest bool // latest first
}

// list returns the selected calls that the principal may see.
func (s *Service) list(ctx context.Context, who Principal, l listing, page Page) (List, error) {
	limit := page.Limit
	if limit < 1 {
		limit = defaultPage
	}
	limit = min(limit, maxPage)
	where, args := "WHERE c.tenant = ? ", append([]any{who.Tenant}, l.args...)
	if where += l.where; l.thread != "" {
		where, args = where+" AND c.thread_id = ?", append(args, l.thread)
	}
	from, order := " AND c.seq > ?", " ORDER BY c.seq LIMIT ?"
	if l.latest {
		from, order = " AND c.seq < ?", " ORDER BY c.seq DESC LIMIT ?"
	}
	may := map[string]bool{l.thread: true}
	list, at := List{}, page.From
	for range 1 + lookThrough/(limit+1) {
		part, partArgs := where, args
		if at != 0 {
			part, partArgs = where+from, append(args[:len(args):len(args)], at)
		}
		found, err := s.records(ctx, s.db, part+order, append(partArgs, limit+1)...)
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
