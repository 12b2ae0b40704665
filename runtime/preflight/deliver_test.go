package preflight_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestSinks has sinks and recorders misbehave: the outcomes of calls do not change, and other sinks miss nothing.
func TestSinks(t *testing.T) {
	t.Parallel()
	const calls = 300
	for name, test := range map[string]struct {
		take   func()
		missed bool
	}{
		"panics": {func() { panic("boom") }, true},
		"slow":   {func() { time.Sleep(10 * time.Millisecond) }, true},
		"quick":  {func() {}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				bad := preflight.SinkFunc(func(preflight.Event) { test.take() })
				g, k := newGate(t, newSet(done), preflight.WithSink(bad), preflight.WithRecorder(recorderFunc(func(preflight.Record) { test.take() })))
				began := time.Now()
				for i := range calls {
					if out := g.Call(t.Context(), preflight.Turn{}, pay(fmt.Sprint("c", i))); out.Error != nil {
						t.Fatal(out.Error)
					}
					if name != "slow" {
						synctest.Wait() // the good sink keeps up
					}
				}
				if waited := time.Since(began); waited != 0 {
					t.Errorf("the calls took %v, but only a sink takes time here", waited)
				}
				stats := g.Stats()
				if got := stats.MissedEvents[1] > 0; got != test.missed {
					t.Errorf("missed %v", stats.MissedEvents)
				}
				if name == "panics" && stats.MissedRecords[1] != calls {
					t.Errorf("missed %v of %d records", stats.MissedRecords, calls)
				}
				if stats.Calls != calls {
					t.Errorf("%d calls were counted", stats.Calls)
				}
				err := g.Close()
				if slow := name == "slow"; slow != (err != nil) {
					t.Errorf("Close: %v", err)
				}
				if len(k.records) != calls {
					t.Errorf("%d records", len(k.records))
				}
				time.Sleep(time.Hour) // for the slow sink, which still gets what is queued
			})
		})
	}
	t.Run("stalls", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			g, k := newGate(t, newSet(done), preflight.WithSink(preflight.SinkFunc(func(preflight.Event) { <-release })))
			if out := g.Call(t.Context(), preflight.Turn{}, pay("c1")); out.Error != nil {
				t.Error(out.Error)
			}
			began := time.Now()
			err := g.Close()
			if err == nil || err.Error() != "preflight: sink 1 has not taken everything" || time.Since(began) != 5*time.Second {
				t.Errorf("Close: %v after %v", err, time.Since(began))
			}
			if len(k.records) != 1 {
				t.Errorf("%d records", len(k.records))
			}
			close(release)
		})
	})
}

type recorderFunc func(preflight.Record)

func (f recorderFunc) Record(r preflight.Record) { f(r) }

// TestEventsInOrder checks that the events of each call are in order, while many calls run concurrently.
func TestEventsInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, k := newGate(t, newSet(func(context.Context, runtime.Invocation) (any, error) {
			time.Sleep(time.Millisecond)
			return nil, nil
		}))
		const n = 40
		ended := make(chan struct{}, n)
		for i := range n {
			go func() {
				g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay(string(rune('a'+i))))
				ended <- struct{}{}
			}()
		}
		for range n {
			<-ended
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		steps := map[string][]string{}
		for _, e := range k.events {
			if e.Thread != "t" {
				t.Fatalf("an event of thread %q", e.Thread)
			}
			kind := e.Data.EventType()
			if s, ok := e.Data.(preflight.Step); ok {
				kind = string(s.Step) + " " + string(s.Status)
			}
			steps[e.CallID] = append(steps[e.CallID], kind)
		}
		want := "write_check pass,write_validation pass,write_confirmation running,write_confirmation pass,write_validation done,write_validation,mcp_execute running,mcp_execute done,parse_result warn,tool_result"
		if len(steps) != n {
			t.Errorf("events of %d calls", len(steps))
		}
		for id, got := range steps {
			if strings.Join(got, ",") != want {
				t.Errorf("%s: %v", id, got)
			}
		}
	})
}
