package approval_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/test/pgtest"
)

func TestConfigDemands(t *testing.T) {
	r := newRig(t, t.TempDir()+"/a.db")
	for name, spoil := range map[string]func(*approval.Config){
		"no database": func(c *approval.Config) { c.DB = nil }, "no tools": func(c *approval.Config) { c.Tools = nil },
		"no keys": func(c *approval.Config) { c.Keys = nil }, "empty keys": func(c *approval.Config) { c.Keys = &approval.Keyring{} },
		"no authorizer": func(c *approval.Config) { c.Authorizer = nil }, "negative": func(c *approval.Config) { c.TTL = -1 },
	} {
		cfg := r.cfg
		spoil(&cfg)
		if _, err := approval.New(t.Context(), cfg); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestKeyringDemands(t *testing.T) {
	t.Parallel()
	short := approval.Key{ID: "k", Secret: key1.Secret[:31]}
	zeros := approval.Key{ID: "k", Secret: make([]byte, 32)}
	for name, keys := range map[string][]approval.Key{
		"short": {short}, "older is short": {key1, short}, "no ID": {{Secret: key1.Secret}}, "odd ID": {{ID: "a.b", Secret: key1.Secret}},
		"twice": {key1, key1}, "zeros": {zeros},
	} {
		if _, err := approval.NewKeyring(keys[0], keys[1:]...); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestOthersLearnNothing checks that a user of another thread gets the same answer for an existing and a missing call.
func TestOthersLearnNothing(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		decide := func(id string) error {
			_, err := r.Decide(t.Context(), eve, approval.Decision{ToolCallID: id, Approve: true})
			return err
		}
		get := func(id string) error {
			_, err := r.Get(t.Context(), eve, "", id)
			return err
		}
		for name, ask := range map[string]func(string) error{"decide": decide, "get": get} {
			there, gone := ask("c1"), ask("c2")
			if !errors.Is(there, approval.ErrNotFound) || there.Error() != gone.Error() {
				t.Errorf("%s: %q and %q", name, there, gone)
			}
		}
		for _, thread := range []string{"t1", "nowhere"} {
			_, err1 := r.Pending(t.Context(), eve, thread, approval.Page{})
			_, err2 := r.History(t.Context(), eve, thread, approval.Page{})
			_, err3 := r.Audit(t.Context(), eve, thread)
			for _, err := range []error{err1, err2, err3} {
				if err != approval.ErrNotFound {
					t.Errorf("%s: %v", thread, err)
				}
			}
		}
		if r.get("c1").Status != approval.Pending {
			t.Error("it was decided")
		}
	})
}

// TestMayDecideWithoutDeciding checks the query that tells a page which buttons to show.
func TestMayDecideWithoutDeciding(t *testing.T) {
	r := newRig(t, t.TempDir()+"/a.db")
	r.request("c1")
	for _, c := range []struct {
		who  approval.Principal
		want func(error) bool
	}{{grace, func(err error) bool { return err == nil }}, {trainee, isA[*approval.ForbiddenError]},
		{eve, func(err error) bool { return errors.Is(err, approval.ErrNotFound) }}} {
		if err := r.Service.MayDecide(t.Context(), c.who, "", "c1"); !c.want(err) {
			t.Errorf("%s: %v", c.who.ID, err)
		}
	}
	if r.get("c1").Status != approval.Pending {
		t.Fatal("asking about a decision made it")
	}
	if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1"}); err != nil {
		t.Fatal(err)
	}
	var settled *approval.SettledError
	if err := r.Service.MayDecide(t.Context(), grace, "", "c1"); !errors.As(err, &settled) {
		t.Errorf("a call that is settled: %v", err)
	}
}

func TestMayDecide(t *testing.T) {
	r := newRig(t, t.TempDir()+"/a.db")
	if _, err := r.ask("t1", "dear", "pay", `{"To":"ada","Amount":1001}`); err != nil {
		t.Fatal(err)
	}
	r.request("c1")
	nobody, clock := grace, grace
	nobody.ID, clock.Kind = "", approval.DeciderTimeout
	for _, test := range []struct {
		name string
		who  approval.Principal
		id   string
	}{{"without the role", trainee, "c1"}, {"beyond the limit", grace, "dear"}, {"nobody", nobody, "c1"}, {"no decider", clock, "c1"}} {
		for _, approve := range []bool{true, false} {
			_, err := r.Decide(t.Context(), test.who, approval.Decision{ToolCallID: test.id, Approve: approve})
			if !isA[*approval.ForbiddenError](err) || strings.Contains(err.Error(), errHouse.Error()) {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		if r.get(test.id).Status != approval.Pending {
			t.Errorf("%s: it is not pending any more", test.name)
		}
	}
	policy := grace
	policy.Kind = approval.DeciderPolicy
	settled, err := r.Decide(t.Context(), policy, approval.Decision{ToolCallID: "c1", Approve: true})
	if err != nil || settled.Call.DeciderKind != approval.DeciderPolicy {
		t.Errorf("%+v, %v", settled, err)
	}
}

// TestDecideAll records all decisions or none.
func TestDecideAll(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		for _, id := range []string{"a", "b", "c"} {
			r.request(id)
		}
		if _, err := r.ask("t1", "dear", "pay", `{"To":"ada","Amount":1001}`); err != nil {
			t.Fatal(err)
		}
		all := []approval.Decision{{ToolCallID: "a", Approve: true}, {ToolCallID: "b"}, {ToolCallID: "c", Approve: true}}
		for name, bad := range map[string]approval.Decision{"forbidden": {ToolCallID: "dear"}, "unknown": {ToolCallID: "?"}, "twice": all[0]} {
			_, err := r.DecideAll(t.Context(), grace, append(all[:3:3], bad))
			var fault *approval.DecisionError
			if !errors.As(err, &fault) || fault.Index != 3 || fault.ToolCallID != bad.ToolCallID {
				t.Errorf("%s: %v", name, err)
			}
		}
		if pending, err := r.Pending(t.Context(), grace, "t1", approval.Page{}); err != nil || len(pending.Calls) != 4 || r.runs() != 0 {
			t.Errorf("%d pending, %d runs, %v", len(pending.Calls), r.runs(), err)
		}
		r.fail = errors.New("no money") // one failure does not stop the next
		settled, err := r.DecideAll(t.Context(), grace, all)
		if err != nil || len(settled) != 3 || settled[0].Call.Status != approval.Failed ||
			settled[1].Call.Status != approval.Rejected || settled[2].Call.Status != approval.Failed || r.runs() != 2 {
			t.Errorf("%+v, %v, %d runs", settled, err, r.runs())
		}
		r.verified()
	})
}

// TestLostRaceRecordsNone decides one of several calls concurrently at the last moment.
func TestLostRaceRecordsNone(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("a")
		r.request("b")
		db, err := pgtest.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		cfg := r.cfg
		cfg.DB = db
		other, err := approval.New(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		once := true
		r.step = func(name string) {
			if name == "decide" && once {
				once = false
				if _, err := other.Decide(t.Context(), grace, approval.Decision{ToolCallID: "b"}); err != nil {
					t.Error(err)
				}
			}
		}
		_, err = r.DecideAll(r.stepping(t.Context()), grace, []approval.Decision{{ToolCallID: "a", Approve: true}, {ToolCallID: "b",
			Approve: true}})
		var fault *approval.DecisionError
		var late *approval.SettledError
		if !errors.As(err, &fault) || fault.Index != 1 || !errors.As(err, &late) || late.Settled.Call.Status != approval.Rejected {
			t.Errorf("%v", err)
		}
		if r.get("a").Status != approval.Pending || r.runs() != 0 {
			t.Error("the other decision was recorded")
		}
		r.verified()
	})
}
