package approval_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/test/pgtest"
)

// TestClockOfTheDatabase checks that expiries and leases use the clock of the database, which differs from the program's by
// hours.
func TestClockOfTheDatabase(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	plain, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	set := func(ahead string) {
		t.Helper()
		_, err := plain.ExecContext(t.Context(), `CREATE SCHEMA IF NOT EXISTS ahead;
CREATE OR REPLACE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '`+ahead+`' $$`)
		if err != nil {
			t.Fatal(err)
		}
	}
	set("3 hours")
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", "ahead,pg_catalog,public")
	u.RawQuery = q.Encode()
	if _, err := plain.ExecContext(t.Context(), "CREATE SCHEMA IF NOT EXISTS public"); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, u.String(), func(cfg *approval.Config) { cfg.Now = nil })
	r.request("c1")
	r.request("c2")
	if ahead := time.Until(r.get("c1").CreatedAt); ahead < 2*time.Hour {
		t.Errorf("the call was created %s ahead of the program's clock", ahead)
	}
	// Leases use that clock as well: the call does not count as dead.
	r.crashAt("claimed", func() { _, _ = r.approve("c1") })
	if found, err := r.Resume(t.Context()); err != nil || len(found.Lost) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
	set("4 hours")
	if _, err := r.approve("c2"); err != nil { // every transaction reads the clock, including the claim
		t.Error(err)
	}
	if found, err := r.Resume(t.Context()); err != nil || len(found.Lost) != 1 || r.get("c2").Status != approval.Expired || r.runs() != 0 {
		t.Errorf("%+v, %v, %s", found, err, r.get("c2").Status)
	}
}
