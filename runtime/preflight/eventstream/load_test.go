package eventstream_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// lastCall is the id of the call after whose result a reader disconnects.
const lastCall = "last"

// seen is what a reader received of a thread.
type seen struct {
	events int
	sum    uint32 // over the JSON of all events
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (s *seen) add(text []byte) {
	s.events++
	s.sum = crc32.Update(s.sum, castagnoli, text)
}

// TestLoad has 1,000 readers of 20 conversations with 10,000 calls at full speed. Every reader must receive
// every event of its conversation, once and in order.
func TestLoad(t *testing.T) {
	threads, readersEach, callsEach := 20, 50, 500
	if testing.Short() || raceEnabled {
		threads, readersEach, callsEach = 5, 20, 100
	}
	before := runtime.NumGoroutine()
	hub := eventstream.NewHub(eventstream.Limits{Events: 8192, Bytes: 8 << 20})
	server := httptest.NewServer(eventstream.NewHandler(hub, anyone))
	client := &http.Client{Transport: &http.Transport{}}

	var ready, readers sync.WaitGroup
	got := make([][]seen, threads)
	for i := range threads {
		got[i] = make([]seen, readersEach)
		for j := range readersEach {
			ready.Add(1)
			readers.Go(func() {
				url := server.URL + "/?thread=" + threadName(i)
				if err := follow(client, url, &got[i][j], sync.OnceFunc(ready.Done)); err != nil {
					t.Errorf("reader %d of thread %d: %v", j, i, err)
				}
			})
		}
	}
	ready.Wait()
	begin := time.Now()
	want := make([]seen, threads)
	makeCalls(t, hub, want, callsEach)
	made := time.Since(begin)
	readers.Wait()
	stats := hub.Stats()
	total := 0
	for i := range threads {
		total += want[i].events * readersEach
		for j := range readersEach {
			if got[i][j] != want[i] {
				t.Errorf("reader %d of thread %d has seen %+v, want %+v", j, i, got[i][j], want[i])
			}
		}
	}
	t.Logf("%d calls in %v, %d events delivered in %v, %d readers dropped", threads*callsEach, made, total, time.Since(begin), stats.Dropped)

	client.CloseIdleConnections()
	hub.Close()
	server.Close()
	waitForGoroutines(t, before)
	if stats := hub.Stats(); stats.Readers != 0 {
		t.Errorf("%+v", stats)
	}
}

func threadName(i int) string { return "conversation-" + strconv.Itoa(i) }

// follow reads a thread until its last call, and reconnects if it is dropped.
func follow(client *http.Client, url string, s *seen, ready func()) error {
	defer ready()
	id := ""
	for {
		done, err := followOnce(client, url, &id, s, ready)
		if done || err != nil {
			return err
		}
	}
}

func followOnce(client *http.Client, url string, id *string, s *seen, ready func()) (done bool, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Last-Event-ID", *id)
	response, err := client.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	ready()
	reader := bufio.NewReaderSize(response.Body, 16<<10)
	for {
		line, err := reader.ReadSlice('\n')
		if err == io.EOF {
			return false, nil // dropped
		}
		if err != nil {
			return false, err
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		if text, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
			*id = string(text)
			if _, n, _ := bytes.Cut(text, []byte("-")); string(n) != strconv.Itoa(s.events+1) {
				return false, fmt.Errorf("%s follows the event %d", text, s.events)
			}
		}
		if text, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			s.add(text)
			if bytes.HasPrefix(text, []byte(`{"type":"tool_result"`)) && bytes.HasSuffix(text, []byte(`"tool_call_id":"`+lastCall+`"}`)) {
				return true, nil
			}
		}
	}
}

// waitForGoroutines waits until the number of goroutines is back to what it was.
func waitForGoroutines(t *testing.T, before int) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(limit) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
