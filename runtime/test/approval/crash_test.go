package approval_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/steps"
	"github.com/toolgen/toolgen/test/pgtest"
)

// Environment of a child process: the test binary, which may be killed.
const (
	childEnv  = "TOOLGEN_TEST_CHILD"  // the address of the database
	jobEnv    = "TOOLGEN_TEST_JOB"    // "call" or "resume", to run a call, or "race"
	callEnv   = "TOOLGEN_TEST_CALL"   // the ID of the call
	aheadEnv  = "TOOLGEN_TEST_AHEAD"  // how many leases its clock is ahead
	killEnv   = "TOOLGEN_TEST_KILL"   // the step at which the child kills itself: name or number
	effectEnv = "TOOLGEN_TEST_EFFECT" // the file to which the tool appends the call ID
)

// callSteps are the steps of a call, in order. The effect is between the two steps of the tool.
var callSteps = []string{"request", "requested", "decide", "decided", "claim", "claimed", "effect", "effected", "ran", "saved"}

// crew is a service whose tool has an effect outside the database. Its clock is ahead by some leases, which are long enough
// for a busy machine.
func crew(db *database.DB, effects string, ahead int) (*approval.Service, error) {
	now := func() time.Time { return time.Now().Add(time.Duration(ahead) * approval.DefaultLease) }
	spec := newSpec("pay")
	spec.Approval.TTL = 24 * time.Hour
	pay := func(ctx context.Context, a *payArgs) (*payResult, error) {
		steps.At(ctx, "effect")
		err := appendLine(effects, a.To)
		steps.At(ctx, "effected")
		return &payResult{a.Amount}, err
	}
	keys, err := approval.NewKeyring(key1)
	if err != nil {
		return nil, err
	}
	return approval.New(context.Background(), approval.Config{
		DB: db, Keys: keys, Authorizer: house{}, Now: now,
		Tools: tools([]*runtime.ToolSpec{spec}, pay),
		Log:   slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
}

func appendLine(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteString(line + "\n"); err != nil {
		return err
	}
	return f.Sync()
}

// child is the main function of a child.
func child(address string) int {
	if err := work(address); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func work(address string) error {
	ctx := context.Background()
	db, err := pgtest.Open(ctx, address)
	if err != nil {
		return err
	}
	kill := os.Getenv(killEnv)
	ahead, err := strconv.Atoi(os.Getenv(aheadEnv))
	if err != nil {
		return err
	}
	s, err := crew(db, os.Getenv(effectEnv), ahead)
	if err != nil {
		return err
	}
	var reached atomic.Int64
	ctx = steps.With(ctx, func(name string) {
		if n := reached.Add(1); name == kill || strconv.FormatInt(n, 10) == kill {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {} // wait for the signal
		}
	})
	id := os.Getenv(callEnv)
	switch os.Getenv(jobEnv) {
	case "race":
		fmt.Println("ready")
		if _, err := io.ReadAll(os.Stdin); err != nil { // the parent closes it as well, to start
			return err
		}
		won, err := race(ctx, s, id)
		fmt.Println(won)
		return err
	case "resume":
		if _, err := s.Resume(ctx); err != nil {
			return err
		}
	}
	if err := requestIn(ctx, s, id); err != nil {
		return err
	}
	_, err = s.Decide(ctx, grace, approval.Decision{ToolCallID: id, Approve: true})
	return err
}

// requestIn requests approval of a call that pays to the call's own ID.
func requestIn(ctx context.Context, s *approval.Service, id string) error {
	args := `{"To":"` + id + `","Amount":1}`
	inv := runtime.Invocation{Call: runtime.ToolCall{ID: id, Name: "pay", Arguments: args}, Raw: json.RawMessage(args)}
	_, err := s.RequestApproval(ctx, "t1", inv)
	return err
}

// command prepares a child process.
func command(t *testing.T, address, effects string, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(append(os.Environ(), childEnv+"="+address, effectEnv+"="+effects), env...)
	return cmd
}

// TestCrash kills a process 200 times (40 with -short): between every two steps of a call, after any number of steps of a
// process that resumes earlier calls, and at random moments.
func TestCrash(t *testing.T) {
	crashes := 200
	if testing.Short() {
		crashes = 40
	}
	each(t, func(t *testing.T, address string) {
		effects := filepath.Join(t.TempDir(), "effects")
		db, err := pgtest.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		rng := rand.New(rand.NewPCG(1, 2))
		killedAt := map[string]string{} // by call; a number, or "" if the step is unknown
		killed := 0
		for i := 0; killed < crashes; i++ {
			id := fmt.Sprintf("call-%03d", i)
			kill, job := callSteps[i%len(callSteps)], "call"
			switch i / len(callSteps) % 4 {
			case 1:
				kill, job = strconv.Itoa(1+rng.IntN(len(callSteps)+5)), "resume"
			case 3:
				kill = ""
			}
			killedAt[id] = kill
			// Earlier leases have expired, but not the approvals.
			cmd := command(t, address, effects, jobEnv+"="+job, callEnv+"="+id, killEnv+"="+kill, aheadEnv+"="+strconv.Itoa(2*i))
			if crash(t, cmd, kill == "", rng) {
				killed++
			} else {
				killedAt[id] = "none"
			}
		}
		later, err := crew(db, effects, 2*len(killedAt))
		if err != nil {
			t.Fatal(err)
		}
		found, err := later.Resume(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d of %d killed; after the last crash %d run, %d lost", killed, len(killedAt), len(found.Executed), len(found.Lost))
		checkCrashes(t, later, killedAt, effects)
	})
}

// crash runs a child to its end and reports whether it was killed. For a random moment, this process kills it.
func crash(t *testing.T, cmd *exec.Cmd, anyMoment bool, rng *rand.Rand) bool {
	t.Helper()
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if anyMoment {
		timer := time.AfterFunc(time.Duration(rng.IntN(60_000))*time.Microsecond, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		return true
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, &output)
	}
	return false
}

// checkCrashes compares every call with its possible outcomes.
func checkCrashes(t *testing.T, s *approval.Service, killedAt map[string]string, effects string) {
	t.Helper()
	text, err := os.ReadFile(effects)
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	for _, line := range strings.Fields(string(text)) {
		ran[line]++
	}
	allowed := map[string][]string{
		"request": {"none 0"}, "requested": {"pending 0"}, "decide": {"pending 0"},
		"decided": {"done 1"}, "claim": {"done 1"}, "claimed": {"failed lost 0"}, "effect": {"failed lost 0"},
		"effected": {"failed lost 1"}, "ran": {"failed lost 1"}, "saved": {"done 1"}, "none": {"done 1"},
	}
	// Calls of processes that were killed while resuming may be at any step, and so may the calls that they resumed.
	anywhere := []string{"none 0", "pending 0", "done 1", "failed lost 0", "failed lost 1"}
	seen := map[string]int{}
	for id, step := range killedAt {
		state := "none"
		if got, err := s.Get(t.Context(), grace, "", id); err == nil {
			if state = string(got.Call.Status); got.Call.Failure != "" {
				state += " " + string(got.Call.Failure)
			}
		} else if !errors.Is(err, approval.ErrNotFound) {
			t.Fatal(err)
		}
		state += " " + strconv.Itoa(ran[id])
		seen[state]++
		fits := allowed[step]
		if fits == nil || step == "decided" || step == "claim" {
			fits = anywhere
		}
		if step == "decided" || step == "claim" {
			fits = anywhere[2:]
		}
		if !slices.Contains(fits, state) {
			t.Errorf("%s, killed at %q, is %q", id, step, state)
		}
	}
	t.Logf("status and runs: %v", seen)
	heads, err := s.VerifyAudit(t.Context())
	if err != nil {
		t.Error(err)
	}
	untold, err := s.Untold(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	if want := seen["done 1"] + seen["failed lost 0"] + seen["failed lost 1"]; len(untold) != want {
		t.Errorf("the model learns of %d calls; %d are settled", len(untold), want)
	}
	if len(heads) != 1 {
		t.Error("the audit is empty")
	}
}

// race has fifty goroutines decide the same call, and counts the winners.
func race(ctx context.Context, s *approval.Service, id string) (won int, err error) {
	const deciders = 50
	var mu sync.Mutex
	var faults []error
	var group sync.WaitGroup
	for i := range deciders {
		group.Go(func() {
			_, err := s.Decide(ctx, grace, approval.Decision{ToolCallID: id, Approve: i%5 != 0})
			var settled *approval.SettledError
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				won++
			case !errors.As(err, &settled) || settled.Settled.Call.ToolCallID != id:
				faults = append(faults, err)
			}
		})
	}
	group.Wait()
	return won, errors.Join(faults...)
}

// TestRace has fifty goroutines in each of two processes decide the same call.
func TestRace(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		effects := filepath.Join(t.TempDir(), "effects")
		db, err := pgtest.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s, err := crew(db, effects, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := requestIn(t.Context(), s, "contested"); err != nil {
			t.Fatal(err)
		}
		cmd := command(t, address, effects, jobEnv+"=race", callEnv+"=contested", aheadEnv+"=0")
		var faults bytes.Buffer
		cmd.Stderr = &faults
		begin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		pipe, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		output := bufio.NewReader(pipe)
		if line, err := output.ReadString('\n'); err != nil || line != "ready\n" {
			t.Fatalf("the other process said %q, %v\n%s", line, err, &faults)
		}
		_ = begin.Close()
		won, err := race(t.Context(), s, "contested")
		if err != nil {
			t.Error(err)
		}
		said, err := io.ReadAll(output)
		if err := errors.Join(err, cmd.Wait()); err != nil {
			t.Fatalf("%v\n%s", err, &faults)
		}
		others, err := strconv.Atoi(strings.TrimSpace(string(said)))
		if err != nil || won+others != 1 {
			t.Errorf("%d won here and %d there, %v", won, others, err)
		}
		got, err := s.Get(t.Context(), grace, "", "contested")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(effects)
		runs := strings.Count(string(text), "contested\n")
		want := map[approval.Status]int{approval.Done: 1, approval.Rejected: 0}
		if n, ok := want[got.Call.Status]; !ok || n != runs {
			t.Errorf("the call is %s and ran %d times", got.Call.Status, runs)
		}
		if _, err := s.VerifyAudit(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
