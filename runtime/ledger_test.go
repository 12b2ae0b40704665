package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// payTools has the tool create_payment only.
func payTools() *Toolset {
	return NewToolset(Handle(payTool, func(context.Context, *payArgs) (*payResult, error) { return &payResult{PaymentID: "p"}, nil }))
}

// turnOf makes one call in its own turn.
func turnOf(l *Ledger, tools *Toolset, point, name, args string) ToolOutput {
	call := ToolCall{ID: "c", Name: name, Arguments: args}
	tool, _ := tools.Lookup(name)
	return l.Turn(point).Answer(tool, call, tools.Call(context.Background(), call))
}

const soundPayment = `{"AccountId":"acc_12","Amount":5,"Applications":[{"InvoiceId":"inv_1","Amount":5}]}`

func TestLedgerSharpens(t *testing.T) {
	t.Parallel()
	var l Ledger
	tools := payTools()
	bad := func(amount int) string {
		return fmt.Sprintf(`{"AccountId":"acc_%02d","Amount":-%d,"Applications":[{"InvoiceId":"inv_%d","Amount":5}],"Memo":"m"}`, amount, amount, amount)
	}
	first := turnOf(&l, tools, "p", "create_payment", bad(10)).RetryHint
	if first.Action != Correct || len(first.Repeated) > 0 || first.Since != "" {
		t.Errorf("first: %+v", first)
	}
	// Other arguments with the same fault.
	second := turnOf(&l, tools, "p", "create_payment", bad(11)).RetryHint
	if second.Action != Correct || len(second.Repeated) != 1 || second.Repeated[0] != "Amount" ||
		!strings.Contains(second.Text(), "Since the last try: Amount was -10 and is -11 now. That was refused, too.") {
		t.Errorf("second: %+v\n%s", second, second.Text())
	}
	third := turnOf(&l, tools, "p", "create_payment", bad(12)).RetryHint
	if third.Action != AskUser || third.ClarifyingQuestion == "" {
		t.Errorf("third: %+v", third)
	}
	fourth := turnOf(&l, tools, "p", "create_payment", bad(13)).RetryHint
	if fourth.Action != Stop || !strings.Contains(fourth.Text(), "Do not send it again") || strings.Contains(fourth.Text(), "Known so far") || len(fourth.Constraints) == 0 {
		t.Errorf("fourth: %+v", fourth)
	}
	if h := turnOf(&l, tools, "q", "create_payment", bad(14)).RetryHint; len(h.Repeated) > 0 || h.Action != Correct {
		t.Errorf("another decision point: %+v", h)
	}
	attempts := l.Attempts("p")
	if len(attempts) != 4 || attempts[3].Times != 4 || attempts[3].Action != Stop || attempts[3].Issues[0].Field != "Amount" {
		t.Errorf("attempts: %+v", attempts)
	}
}

// TestLedgerSeesThroughMadeUpKeys checks that a model that guesses a different name for a field each time repeats one mistake, and that
// fewer guesses are progress.
func TestLedgerSeesThroughMadeUpKeys(t *testing.T) {
	t.Parallel()
	var l Ledger
	tools := payTools()
	for i, want := range []Action{Correct, Correct, AskUser, Stop} {
		args := fmt.Sprintf(`{"AccountId":"acc_12","Amount":5,"guess%d":[{"InvoiceId":"inv_1","Amount":5}]}`, i)
		if i == 1 {
			args = `{"AccountId":"acc_12","Amount":5,"list":[],"of":[],"invoices":[]}`
		}
		if h := turnOf(&l, tools, "p", "create_payment", args).RetryHint; h.Action != want {
			t.Errorf("turn %d: %s, want %s", i+1, h.Action, want)
		}
	}
	for _, args := range []string{`{"AccountId":"acc_12","a1":1,"b2":2}`, `{"AccountId":"acc_12","b2":2}`} {
		turnOf(&l, tools, "q", "create_payment", args)
	}
	if got := l.Attempts("q"); len(got) != 2 || !got[1].Progress {
		t.Errorf("attempts: %+v", got)
	}
}

func TestLedgerProgress(t *testing.T) {
	t.Parallel()
	var l Ledger
	tools := payTools()
	three := `{"AccountId":"acc_12","Amount":-5,"Currency":"inr","Applications":[{"InvoiceId":"x","Amount":5}]}`
	two := `{"AccountId":"acc_12","Amount":-5,"Applications":[{"InvoiceId":"x","Amount":5}]}`
	one := `{"AccountId":"acc_12","Amount":5,"Applications":[{"InvoiceId":"x","Amount":5}]}`
	for i, args := range []string{three, two, one} {
		if h := turnOf(&l, tools, "p", "create_payment", args).RetryHint; h.Action != Correct {
			t.Errorf("turn %d: %s", i, h.Action)
		} else if i > 0 && len(h.Repeated) == 0 {
			t.Errorf("turn %d does not say what failed before", i)
		}
	}
	if out := turnOf(&l, tools, "p", "create_payment", soundPayment); out.Error != nil {
		t.Fatal(out.Error)
	}
	got := l.Stats()
	want := LedgerStats{Turns: 4, Calls: 4, Blocked: 3, Progress: 2, Failing: 1, Recovered: 1, Valid: 1, ValidIn: 4}
	if got != want {
		t.Errorf("stats %+v, want %+v", got, want)
	}
	if got.BlockRate() != 0.75 || got.SelfCorrectionRate() != 1 || got.TurnsToValid() != 4 {
		t.Errorf("rates %v %v %v", got.BlockRate(), got.SelfCorrectionRate(), got.TurnsToValid())
	}
	// Success clears the record: the same fault counts as new.
	if h := turnOf(&l, tools, "p", "create_payment", one).RetryHint; h.Action != Correct || len(h.Repeated) > 0 {
		t.Errorf("after success: %+v", h)
	}
}

// TestLedgerParallelCalls checks that parallel calls are one attempt.
func TestLedgerParallelCalls(t *testing.T) {
	t.Parallel()
	var l Ledger
	tools := payTools()
	turn := l.Turn("p")
	var wg sync.WaitGroup
	for range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			call := ToolCall{ID: "c", Name: "create_payment", Arguments: `{}`}
			if out := turn.Answer(payTool, call, tools.Call(context.Background(), call)); out.RetryHint.Action == Stop {
				t.Error("parallel calls were counted as attempts")
			}
		}()
	}
	wg.Wait()
	if s := l.Stats(); s.Turns != 1 || s.Calls != 50 || s.Failing != 1 || s.Repeats != 0 {
		t.Errorf("stats %+v", s)
	}
}

// TestLedgerCap checks that changing faults does not avoid the limit.
func TestLedgerCap(t *testing.T) {
	t.Parallel()
	l := Ledger{MaxTurns: 3, MaxPoints: 2}
	tools := payTools()
	for i, args := range []string{`{}`, `[]`, `{"AccountId":5}`, `{"Amount":"x"}`} {
		h := turnOf(&l, tools, "p", "create_payment", args).RetryHint
		if (h.Action == Stop) != (i >= 2) {
			t.Errorf("turn %d: %s", i, h.Action)
		}
	}
	for _, p := range []string{"q", "r", "s"} {
		turnOf(&l, tools, p, "create_payment", `{}`)
	}
	if len(l.points) != 2 || l.Attempts("p") != nil || l.Attempts("s") == nil {
		t.Errorf("%d points are stored", len(l.points))
	}
	l.Forget("s")
	l.Forget("s")
	if len(l.points) != 1 || len(l.order) != 1 {
		t.Errorf("%d points after one was dropped", len(l.points))
	}
}

// TestLedgerUnknownTool checks that an unknown tool is corrected twice at most.
func TestLedgerUnknownTool(t *testing.T) {
	t.Parallel()
	var l Ledger
	tools := payTools()
	for i := range 4 {
		h := turnOf(&l, tools, "p", "crete_payment", `{}`).RetryHint
		if h.Reason != ToolNotFound || (h.Action == Stop) != (i >= 2) {
			t.Errorf("turn %d: %s %s", i, h.Reason, h.Action)
		}
		if raw, err := json.Marshal(h); err != nil || len(raw) > DefaultBudget {
			t.Errorf("%d bytes: %v", len(raw), err)
		}
	}
}

// TestLedgerTellsFailuresApart checks which failures count as the same: those with equal tool, places and constraints, whatever the
// arguments and array indexes.
func TestLedgerTellsFailuresApart(t *testing.T) {
	t.Parallel()
	item := func(at int, extra string) string {
		items := strings.Repeat(`{"InvoiceId":"inv_1","Amount":5},`, at)
		return `{"AccountId":"acc_12","Amount":5,"Applications":[` + items + `{"InvoiceId":"x","Amount":5}]` + extra + `}`
	}
	for _, tt := range []struct {
		name     string
		turns    []string
		times    int // of the last failure
		progress bool
	}{
		{"another index", []string{item(0, ""), item(2, "")}, 2, false},
		{"other arguments", []string{`{"Amount":1}`, `{"Amount":2,"Memo":"m"}`}, 2, false},
		{"a fault more", []string{item(0, ""), item(0, `,"Currency":"inr"`)}, 1, false},
		{"another fault", []string{item(0, ""), `{"AccountId":5,"Amount":5,"Applications":[{"InvoiceId":"inv_1","Amount":5}]}`}, 1, false},
		{"one fault less", []string{item(0, `,"Currency":"inr"`), item(0, "")}, 1, true},
		{"one fault for another", []string{item(0, `,"Currency":"inr"`), item(0, `,"Tags":["a"]`)}, 1, false},
		{"there and back", []string{item(0, ""), `{}`, item(0, "")}, 2, false},
		{"a third time", []string{`{}`, `[]`, `{}`, `{"Memo":"m"}`}, 3, false},
	} {
		var l Ledger
		tools := payTools()
		for _, args := range tt.turns {
			turnOf(&l, tools, "p", "create_payment", args)
		}
		attempts := l.Attempts("p")
		if last := attempts[len(attempts)-1]; last.Times != tt.times || last.Progress != tt.progress {
			t.Errorf("%s: %d times, progress %v, want %d, %v", tt.name, last.Times, last.Progress, tt.times, tt.progress)
		}
	}
}

// TestLedgerLeavesOtherFailuresAlone checks that failures that other arguments cannot fix are no attempts of the model.
func TestLedgerLeavesOtherFailuresAlone(t *testing.T) {
	t.Parallel()
	var l Ledger
	var ran atomic.Int64
	tools := failingSet(&ran)
	for range 10 {
		for _, name := range []string{"panics", "fails", "unavailable", "has_no_handler"} {
			out := turnOf(&l, tools, "p", name, goodCall)
			if raw, err := json.Marshal(out.RetryHint); err != nil || len(out.RetryHint.Repeated) > 0 || out.RetryHint.Action != Stop {
				t.Errorf("%s: %s, %v", name, raw, err)
			}
		}
	}
	if s := l.Stats(); s != (LedgerStats{Turns: 40, Calls: 40}) || len(l.Attempts("p")) > 0 {
		t.Errorf("%+v", s)
	}
}

// TestLedgerOfTexts checks that a tool that repeatedly fails with the same text is given up, even if other arguments might help.
func TestLedgerOfTexts(t *testing.T) {
	t.Parallel()
	var l Ledger
	tool := &brokenTool{spec: ToolSpec{Name: "find"}}
	answer := func(turn *Turn, err error) Action {
		out := ToolOutput{}
		if err != nil {
			out.Error, out.RetryHint = &ToolError{Kind: FailureHandler, Cause: err}, BuildHint(tool, err)
		}
		if out = turn.Answer(tool, ToolCall{Name: "find"}, out); out.RetryHint == nil {
			return ""
		}
		return out.RetryHint.Action
	}
	here, there := errors.New("invalid city Atlantis"), errors.New("invalid city Ys")
	for i, tt := range []struct {
		err  error
		want Action
	}{
		{here, Correct}, {here, Correct}, {here, Stop}, {here, Stop}, // the third time, and from then on
		{there, Correct}, {here, Correct}, {here, Correct}, // another one was tried
		{nil, ""}, {here, Correct}, {here, Correct}, {here, Stop},
	} {
		turn := l.Turn("p")
		if got := answer(turn, tt.err); got != tt.want {
			t.Errorf("turn %d: %s, want %s", i+1, got, tt.want)
		}
		if got := answer(turn, tt.err); got != tt.want {
			t.Errorf("turn %d, a call beside it: %s, want %s", i+1, got, tt.want)
		}
	}
	// A wait that does not help is given up as well.
	for i, want := range []Action{RetryLater, RetryLater, Stop} {
		if got := answer(l.Turn("q"), errors.New("429 Too Many Requests")); got != want {
			t.Errorf("wait %d: %s, want %s", i+1, got, want)
		}
	}
	if hint := BuildHint(tool, here); hint.Action != Correct {
		t.Error("an earlier hint has changed")
	}
}

// TestLedgerSameHint checks that calls of one turn that fail alike get the details once, and that other calls, and the same call in
// another turn, get all of them.
func TestLedgerSameHint(t *testing.T) {
	t.Parallel()
	var l Ledger
	tools := payTools()
	answer := func(turn *Turn, id, args string) *RetryHint {
		call := ToolCall{ID: id, Name: "create_payment", Arguments: args}
		out := turn.Answer(payTool, call, tools.Call(context.Background(), call))
		if out.CallID != id || out.Error == nil || out.RetryHint == nil {
			t.Fatalf("%+v", out)
		}
		return out.RetryHint
	}
	turn := l.Turn("p")
	bad := strings.Replace(soundPayment, `"Amount":5,"Applications"`, `"Amount":-5,"Applications"`, 1)
	full := answer(turn, "c1", bad)
	short := answer(turn, "c2", bad)
	if len(full.Constraints) != 1 || len(full.ExampleInput) == 0 {
		t.Errorf("the first: %+v", full)
	}
	if short.Action != full.Action || short.Reason != full.Reason || len(short.Constraints) > 0 || !strings.Contains(short.Text(), `"c1"`) || len(short.Text()) >= len(full.Text()) {
		t.Errorf("the second: %s", short.Text())
	}
	// The hint shows the value, and the model may correct another value differently.
	if h := answer(turn, "c3", strings.Replace(bad, "-5", "-6", 1)); len(h.Constraints) != 1 {
		t.Errorf("other arguments: %+v", h)
	}
	if h := answer(turn, "c4", `{}`); len(h.MissingFields) == 0 {
		t.Errorf("another failure: %+v", h)
	}
	if h := answer(l.Turn("p"), "c5", bad); len(h.Constraints) != 1 || len(h.Repeated) == 0 {
		t.Errorf("another turn: %+v", h)
	}
	if h := answer(turn, strings.Repeat("\u202e", 300), `[]`); len(h.Constraints) == 0 {
		t.Errorf("a third failure: %+v", h)
	}
	if h := answer(turn, "c7", `[]`); len(h.Text()) > DefaultBudget || strings.ContainsRune(h.Text(), '\u202e') {
		t.Errorf("a hostile ID: %q", h.Text())
	}
}
