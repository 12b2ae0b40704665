package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/test/pgtest"
)

const (
	raceEnv  = "TOOLGEN_CRASH_RACE" // memory, effects: races with the parent process
	deciders = 12                   // goroutines per process
	raced    = 40                   // calls
)

// racer is the main function of the other process: it starts when its input ends, and prints the number of
// decisions it won.
func racer(address string) error {
	job := strings.Split(os.Getenv(raceEnv), "|")
	ctx := context.Background()
	db, err := pgtest.Open(ctx, address)
	if err != nil {
		return err
	}
	o, err := open(ctx, db, job[0], job[1], approval.DefaultLease)
	if err != nil {
		return err
	}
	if _, err := io.ReadAll(os.Stdin); err != nil {
		return err
	}
	won, err := o.race(ctx, 1)
	fmt.Println(won)
	return err
}

// race makes all calls, while many goroutines decide each of them differently. It counts the accepted
// decisions.
func (o *office) race(ctx context.Context, seed uint64) (won int64, err error) {
	var group sync.WaitGroup
	var decided atomic.Int64
	faults := make(chan error, deciders*raced)
	for d := range deciders {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(seed, uint64(d)))
			for _, i := range rng.Perm(raced) {
				id := fmt.Sprint("call-", i)
				// Another goroutine may make the same call; the outcome is checked below.
				o.gate.Call(ctx, preflight.Turn{Thread: "t"}, runtime.ToolCall{ID: id, Name: "pay", Arguments: `{"To":"` + id + `"}`})
				decision := approval.Decision{ToolCallID: id, Approve: true}
				bad := false
				switch rng.IntN(4) {
				case 0:
					decision.Approve = false
				case 1:
					decision.Arguments = json.RawMessage(`{"To":"` + id + ` edited"}`)
				case 2:
					decision.Arguments, bad = json.RawMessage(`{"To":7}`), true
				}
				if err := o.decide(ctx, decision); err == nil && !bad {
					decided.Add(1)
				} else if err := unexpected(err, bad); err != nil {
					faults <- fmt.Errorf("%s: %w", id, err)
				}
			}
		})
	}
	group.Wait()
	close(faults)
	for fault := range faults {
		err = errors.Join(err, fault)
	}
	return decided.Load(), err
}

// decide decides a call as soon as it exists, since another goroutine may be requesting it.
func (o *office) decide(ctx context.Context, d approval.Decision) error {
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		_, err := o.service.Decide(ctx, ada, d)
		if !errors.Is(err, approval.ErrNotFound) || time.Since(began) > time.Minute {
			return err
		}
	}
}

// unexpected returns an error that a decision must not return.
func unexpected(err error, bad bool) error {
	var invalid *runtime.ValidationError
	var settled *approval.SettledError
	switch {
	case errors.As(err, &settled) || bad && errors.As(err, &invalid):
		return nil
	case err == nil:
		return errors.New("an invalid edit was accepted")
	}
	return err
}

// TestDecidedByTwoProcesses has two processes make the same calls and decide them concurrently in every way:
// each call is decided once, runs at most once with what was approved, and its outcome is reported truthfully.
func TestDecidedByTwoProcesses(t *testing.T) {
	for _, memory := range []string{"own", "shared"} {
		t.Run(memory+" memory, sqlite", func(t *testing.T) { decidedByTwo(t, filepath.Join(t.TempDir(), "a.db"), memory) })
		t.Run(memory+" memory, postgres", func(t *testing.T) { decidedByTwo(t, pgtest.URL(t), memory) })
	}
}

func decidedByTwo(t *testing.T, address, memory string) {
	effects := filepath.Join(t.TempDir(), "effects")
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o, err := open(t.Context(), db, memory, effects, approval.DefaultLease)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+address, raceEnv+"="+memory+"|"+effects)
	var said, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &faults
	begin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = begin.Close()
	won, err := o.race(t.Context(), 2)
	if err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the other process: %v\n%s", err, &faults)
	}
	there, err := strconv.ParseInt(strings.TrimSpace(said.String()), 10, 64)
	if err != nil || won+there != raced {
		t.Errorf("%d were decided here and %d there, %v", won, there, err)
	}
	ran := linesOf(t, effects)
	seen := map[string]int{}
	for i := range raced {
		id := fmt.Sprint("call-", i)
		got, err := o.service.Get(t.Context(), ada, "t", id)
		if err != nil {
			t.Error(err)
			continue
		}
		state := string(got.Call.Status)
		if got.Call.Edited {
			state += ", edited"
		}
		seen[state]++
		want := map[string][2]int{"done": {1, 0}, "done, edited": {0, 1}, "rejected": {0, 0}}
		if runs, ok := want[state]; !ok || runs != [2]int{ran[id], ran[id+" edited"]} {
			t.Errorf("%s is %s and ran %d times, and %d times as edited: %s", id, state, ran[id], ran[id+" edited"], got.Call.Text)
		}
	}
	t.Logf("%d decided here, %d there: %v", won, there, seen)
	if _, err := o.service.VerifyAudit(t.Context()); err != nil {
		t.Error(err)
	}
}

// linesOf counts the lines of a file.
func linesOf(t *testing.T, path string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(string(text)) {
		count[strings.TrimSuffix(line, "\n")]++
	}
	return count
}
