package eventstream_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// kept returns the details of the events that a hub keeps of a thread.
func kept(t *testing.T, hub *eventstream.Hub, thread string) []string {
	t.Helper()
	s, err := hub.Subscribe(thread, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	messages, err := s.Next(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var details []string
	for _, m := range messages {
		details = append(details, detail(t, string(m.JSON)))
	}
	return details
}

func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("x", 400)
	for _, tt := range []struct {
		name   string
		limits eventstream.Limits
		emit   []string
		want   []string
	}{
		{"events", eventstream.Limits{Events: 2}, []string{"1", "2", "3"}, []string{"2", "3"}},
		{"bytes", eventstream.Limits{Bytes: 900}, []string{"1", big, "3", "4"}, []string{big, "3", "4"}},
		{"one that is too large alone", eventstream.Limits{Bytes: 100}, []string{"1", big}, []string{big}},
	} {
		hub := eventstream.NewHub(tt.limits)
		for _, text := range tt.emit {
			hub.Emit(step("t", text))
		}
		size := 0
		for _, text := range tt.want {
			e, _ := json.Marshal(step("t", text))
			size += len(e)
		}
		if diff := testdiff.Diff(tt.want, kept(t, hub, "t")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
		want := eventstream.Stats{Threads: 1, Bytes: size, Events: uint64(len(tt.emit))}
		if diff := testdiff.Diff(want, hub.Stats()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
	}
}

func TestThreadsAreForgotten(t *testing.T) {
	t.Parallel()
	has := func(hub *eventstream.Hub, threads ...string) (got []string) {
		for _, thread := range threads {
			got = append(got, strings.Join(kept(t, hub, thread), ","))
		}
		return got
	}
	t.Run("too many", func(t *testing.T) {
		hub := eventstream.NewHub(eventstream.Limits{Threads: 3})
		reader, err := hub.Subscribe("read", "")
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		for _, thread := range []string{"read", "a", "b", "a", "c", "d"} {
			hub.Emit(step(thread, "x"))
		}
		if got := hub.Stats().Threads; got != 4 {
			t.Errorf("%d threads", got)
		}
		if diff := testdiff.Diff([]string{"x", "x,x", "x", "x", ""}, has(hub, "read", "a", "c", "d", "b")); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		for i := range 100 { // readers of unknown threads leave nothing behind
			_ = kept(t, hub, strconv.Itoa(i))
		}
		if got := hub.Stats().Threads; got != 4 {
			t.Errorf("%d threads after many readers", got)
		}
	})
	t.Run("too large", func(t *testing.T) {
		hub := eventstream.NewHub(eventstream.Limits{TotalBytes: 1500})
		for i := range 10 {
			hub.Emit(step(strconv.Itoa(i), strings.Repeat("x", 400)))
		}
		if got := hub.Stats(); got.Bytes > 1500 || got.Threads != 2 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("too old", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			hub := eventstream.NewHub(eventstream.Limits{Idle: time.Minute})
			hub.Emit(step("old", "x"))
			time.Sleep(59 * time.Second)
			hub.Emit(step("new", "x"))
			if got := hub.Stats().Threads; got != 2 {
				t.Errorf("%d threads", got)
			}
			time.Sleep(time.Second)
			hub.Emit(step("new", "x"))
			if got := hub.Stats().Threads; got != 1 {
				t.Errorf("%d threads after the idle time", got)
			}
		})
	})
}

// TestForgottenThreadBeginsAnew resumes from an id of an evicted thread that has the same number of events
// again.
func TestForgottenThreadBeginsAnew(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{Threads: 1})
	hub.Emit(step("t", "lost"))
	s, err := hub.Subscribe("t", "")
	if err != nil {
		t.Fatal(err)
	}
	messages, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	hub.Emit(step("other", "x"))
	hub.Emit(step("t", "anew"))
	s, err = hub.Subscribe("t", messages[0].ID())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	messages, err = s.Next(t.Context())
	if err != nil || len(messages) != 2 || string(messages[0].JSON) != `{"type":"gap","data":{}}` ||
		detail(t, string(messages[1].JSON)) != "anew" {
		t.Errorf("%v %+v", err, messages)
	}
}

func TestReaderFallsBehind(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{Events: 3})
	slow, err := hub.Subscribe("t", "")
	if err != nil {
		t.Fatal(err)
	}
	quick, err := hub.Subscribe("t", "")
	if err != nil {
		t.Fatal(err)
	}
	defer quick.Close()
	for i := range 4 {
		hub.Emit(step("t", strconv.Itoa(i)))
		messages, err := quick.Next(t.Context())
		if err != nil || len(messages) != 1 || messages[0].Seq != int64(i+1) {
			t.Fatalf("%v %v", messages, err)
		}
		e, err := messages[0].Event()
		want := step("t", strconv.Itoa(i))
		want.Seq = int64(i + 1)
		if diff := testdiff.Diff(want, e); diff != "" || err != nil {
			t.Errorf("%v (-want +got)\n%s", err, diff)
		}
	}
	if messages, err := slow.Next(t.Context()); !errors.Is(err, eventstream.ErrBehind) {
		t.Errorf("the slow reader got %v, %v", messages, err)
	}
	slow.Close()
	if got := hub.Stats(); got.Readers != 1 || got.Dropped != 1 {
		t.Errorf("%+v", got)
	}
}

func TestEventsThatAreRefused(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	hub.Emit(step("", "nobody's"))
	hub.Emit(preflight.Event{Thread: "t"})
	hub.Emit(preflight.Event{Thread: "t", Data: preflight.ToolResult{Result: json.RawMessage(`{"broken`)}})
	hub.Close()
	hub.Emit(step("t", "late"))
	if diff := testdiff.Diff(eventstream.Stats{Rejected: 4}, hub.Stats()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, err := hub.Subscribe("t", ""); !errors.Is(err, eventstream.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// TestConcurrent has readers that come and go while events are emitted.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{Events: 16, Threads: 3})
	var emitters, readers sync.WaitGroup
	for w := range 4 {
		emitters.Go(func() {
			for i := range 300 {
				hub.Emit(step("t"+strconv.Itoa((w+i)%5), strconv.Itoa(i)))
			}
		})
		readers.Go(func() {
			id := ""
			for i := range 200 {
				s, err := hub.Subscribe("t"+strconv.Itoa(i%5), id)
				if errors.Is(err, eventstream.ErrClosed) {
					return
				}
				if i%2 == 0 {
					s.Close()
				}
				if messages, _ := s.Next(context.Background()); len(messages) > 0 {
					id = messages[len(messages)-1].ID()
				}
				s.Close()
			}
		})
	}
	emitters.Wait()
	hub.Close() // wakes waiting readers
	readers.Wait()
	if got := hub.Stats(); got.Readers != 0 || got.Events != 1200 {
		t.Errorf("%+v", got)
	}
}
