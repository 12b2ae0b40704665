package approval

import (
	"context"
	"slices"
)

// How many calls a page has, if nothing is said, and at most.
const (
	defaultPage = 100
	maxPage     = 500
)

// lookThrough bounds how many calls are looked through, for one page, for those that the principal may see.
const lookThrough = 10_000

// Page says which part of a list is wanted. The zero value is the first page.
type Page struct {
	// From is where the page begins: the Next of the page before.
	From int64
	// Limit is how many calls the page has at most; below 1 means 100, and it is never above 500.
	Limit int
}

// List is a page of a list of calls.
type List struct {
	Calls []Call `json:"calls"`
	// Next is where the next page begins; 0 where this is the last one. A page may have fewer calls than were asked for,
	// or none, and still have a next one: within a page, at most 10,000 calls are looked through.
	Next int64 `json:"next,omitempty"`
}

// Inbox lists the pending calls of all threads of the principal's tenant that the principal may see, oldest first.
func (s *Service) Inbox(ctx context.Context, who Principal, page Page) (List, error) {
	return s.list(ctx, who, listing{where: isPending, args: []any{s.db.Time(s.now())}}, page)
}

// Decided lists the calls of all threads of the principal's tenant that the principal may see and that are pending
// no more, the latest first.
func (s *Service) Decided(ctx context.Context, who Principal, page Page) (List, error) {
	return s.list(ctx, who, listing{where: "AND c.status <> 'pending'", latest: true}, page)
}

// Pending lists the pending calls of a thread, oldest first. Who may not see the thread gets
// [ErrNotFound].
func (s *Service) Pending(ctx context.Context, who Principal, thread string, page Page) (List, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return List{}, err
	}
	return s.list(ctx, who, listing{thread: thread, where: isPending, args: []any{s.db.Time(s.now())}}, page)
}

// History lists the latest calls of a thread, whatever their status, oldest first; the pages that follow have
// older ones. Who may not see the thread gets [ErrNotFound].
func (s *Service) History(ctx context.Context, who Principal, thread string, page Page) (List, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return List{}, err
	}
	list, err := s.list(ctx, who, listing{thread: thread, latest: true}, page)
	slices.Reverse(list.Calls)
	return list, err
}

// isPending is the condition for calls that can be decided.
const isPending = "AND c.status = 'pending' AND c.expires_at > ?"

// listing says which calls of a tenant are listed.
type listing struct {
	thread string // that the principal may see; "" for all threads
	where  string // what else there is to say
	args   []any
	latest bool // the latest first
}

// list lists calls, and keeps those that the principal may see.
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
