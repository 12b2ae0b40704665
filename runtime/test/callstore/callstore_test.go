package callstore_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/callstore"
	"github.com/toolgen/toolgen/test/pgtest"
)

// Environment of a child process, which is the test binary.
const (
	childEnv  = "TOOLGEN_TEST_CHILD"  // database address
	effectEnv = "TOOLGEN_TEST_EFFECT" // file that the tool appends a line to
)

func TestMain(m *testing.M) {
	if address := os.Getenv(childEnv); address != "" {
		if err := child(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(pgtest.Run(m))
}

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { f(t, filepath.Join(t.TempDir(), "calls.db")) })
	t.Run("postgres", func(t *testing.T) { f(t, pgtest.URL(t)) })
}

func open(t *testing.T, address string) *callstore.Store {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	store, err := callstore.New(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestCompareAndSwap(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		stores := []*callstore.Store{open(t, address), open(t, address)}
		for i, step := range []struct {
			prev, next, stored string // "" means nil
			swapped            bool
		}{
			{"", "", "", true},
			{"a", "b", "", false},
			{"a", "", "", false},
			{"", "a\x00é", "a\x00é", true},
			{"", "b", "a\x00é", false},
			{"b", "c", "a\x00é", false},
			{"", "", "a\x00é", false},
			{"a\x00é", "b", "b", true},
			{"a\x00é", "", "b", false},
			{"b", "", "", true},
			{"", "c", "c", true},
		} {
			bytes := func(s string) []byte {
				if s == "" {
					return nil
				}
				return []byte(s)
			}
			stored, swapped, err := stores[i%2].CompareAndSwap(t.Context(), "k", bytes(step.prev), bytes(step.next))
			if err != nil || swapped != step.swapped || string(stored) != step.stored || (stored == nil) != (step.stored == "") {
				t.Errorf("step %d: %q, %v, %v", i, stored, swapped, err)
			}
		}
		if n, err := stores[0].Prune(t.Context(), time.Now().Add(-time.Minute)); n != 0 || err != nil {
			t.Errorf("%d recent calls were deleted, %v", n, err)
		}
		if n, err := stores[1].Prune(t.Context(), time.Now().Add(time.Minute)); n != 1 || err != nil {
			t.Errorf("%d calls were deleted, %v", n, err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, swapped, err := stores[0].CompareAndSwap(gone, "k", nil, []byte("a")); err == nil || swapped {
			t.Errorf("a cancelled caller: %v, %v", swapped, err)
		}
	})
}

// TestOneOfManySwaps lets many goroutines swap the same keys.
func TestOneOfManySwaps(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		stores := []*callstore.Store{open(t, address), open(t, address), open(t, address)}
		for key := range 5 {
			var wait sync.WaitGroup
			var mu sync.Mutex
			won := 0
			for i := range 12 {
				wait.Go(func() {
					mine := fmt.Sprint("worker ", i)
					stored, swapped, err := stores[i%len(stores)].CompareAndSwap(t.Context(), fmt.Sprint(key), nil, []byte(mine))
					mu.Lock()
					defer mu.Unlock()
					if swapped {
						won++
					}
					if err != nil || swapped != (string(stored) == mine) || stored == nil {
						t.Errorf("%q, %v, %v", stored, swapped, err)
					}
				})
			}
			wait.Wait()
			if won != 1 {
				t.Errorf("%d callers took the key", won)
			}
		}
	})
}

// calls is the number of calls that the processes race for.
const calls = 12

// child makes all calls through its own gate and prints the outcomes.
func child(address string) error {
	ctx := context.Background()
	db, err := pgtest.Open(ctx, address)
	if err != nil {
		return err
	}
	defer db.Close()
	store, err := callstore.New(ctx, db)
	if err != nil {
		return err
	}
	pay := runtime.NewTool[struct{}, any](&runtime.ToolSpec{Name: "pay", Write: true}, func([]byte,
		...runtime.DecodeOption) (*struct{}, error) {
		return &struct{}{}, nil
	}, nil)
	gate, err := preflight.New(runtime.NewToolset(runtime.HandleAny(pay, func(_ context.Context, inv runtime.Invocation) (any, error) {
		f, err := os.OpenFile(os.Getenv(effectEnv), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		_, err = f.WriteString(inv.Call.ID + "\n")
		return map[string]int{"by": os.Getpid()}, err
	})), preflight.WithMemory(store))
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if _, err := io.ReadAll(os.Stdin); err != nil { // closed by the parent to start the race
		return err
	}
	for i := range calls {
		out := gate.Call(ctx, preflight.Turn{Thread: "t"}, runtime.ToolCall{ID: fmt.Sprint("call ", i), Name: "pay", Arguments: "{}"})
		if out.Error != nil {
			fmt.Printf("%d told: %s\n", i, out.Error.Message)
		} else {
			fmt.Printf("%d %s\n", i, out.Payload)
		}
	}
	return gate.Close()
}

// TestProcessesRace checks that exactly one process runs each call, and that the others get its result or learn
// that it is in progress.
func TestProcessesRace(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		open(t, address)
		effects := filepath.Join(t.TempDir(), "effects")
		const processes = 3
		var outputs [processes]strings.Builder
		var begin []io.Closer
		var children []*exec.Cmd
		for i := range processes {
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), childEnv+"="+address, effectEnv+"="+effects)
			cmd.Stderr = os.Stderr
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd.Stdout = &outputs[i]
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			begin, children = append(begin, in), append(children, cmd)
		}
		time.Sleep(300 * time.Millisecond) // most children are ready by then; the test does not depend on it
		for _, in := range begin {
			_ = in.Close()
		}
		for _, cmd := range children {
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		ran, err := os.ReadFile(effects)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(ran)), "\n")
		seen := map[string]bool{}
		for _, line := range lines {
			if seen[line] {
				t.Errorf("%s ran twice", line)
			}
			seen[line] = true
		}
		if len(seen) != calls {
			t.Errorf("%d of %d calls ran", len(seen), calls)
		}
		answers := map[string]string{}
		for i := range outputs {
			for _, line := range strings.Split(strings.TrimSpace(outputs[i].String()), "\n")[1:] {
				n, answer, _ := strings.Cut(line, " ")
				switch {
				case strings.HasPrefix(answer, "told: A call with this ID"): // it is in progress elsewhere
				case answers[n] == "":
					answers[n] = answer
				case answers[n] != answer:
					t.Errorf("call %s was answered both %s and %s", n, answers[n], answer)
				}
			}
		}
		if len(answers) != calls {
			t.Errorf("%d of %d calls were answered", len(answers), calls)
		}
	})
}
