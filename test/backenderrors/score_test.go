package backenderrors_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// told is the content of a hint, in the terms of the guide.
type told struct {
	action string
	fields []string
	calls  []string
	wait   *float64
	text   string
}

// read interprets an answer by the members of its hint, as a model or a host would.
func read(out runtime.ToolOutput) told {
	var t told
	if out.RetryHint == nil {
		t.action = "none"
		if out.Error != nil {
			t.action = "stop"
		}
		return t
	}
	h := out.RetryHint
	t.text, t.action = h.Text(), string(h.Action)
	add := func(fields ...string) {
		for _, f := range fields {
			if f != "" && !slices.Contains(t.fields, f) {
				t.fields = append(t.fields, f)
			}
		}
	}
	add(h.MissingFields...)
	for _, c := range h.Constraints {
		add(c.Field)
	}
	add(h.UnknownFields...)
	for _, r := range h.Rules {
		add(r.Fields...)
	}
	for _, r := range h.Remedies {
		t.calls = append(t.calls, r.Call)
	}
	raw, _ := json.Marshal(h)
	var members struct {
		RetryAfter *float64 `json:"retry_after"`
	}
	_ = json.Unmarshal(raw, &members)
	t.wait = members.RetryAfter
	return t
}

// norm removes the indexes from a path.
func norm(p string) string {
	var b strings.Builder
	in := false
	for _, r := range strings.TrimPrefix(p, "$.") {
		switch {
		case r == '[':
			in = true
		case r == ']':
			in = false
		case !in:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// anyAbout reports whether a path equals, contains or is within one of a list.
func anyAbout(list []string, p string) bool {
	return slices.ContainsFunc(list, func(q string) bool {
		a, b := norm(p), norm(q)
		return a == b || strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".")
	})
}

// tally counts correct hints.
type tally struct{ n, strict, lenient, fields, exact, full int }

func (t *tally) row(name string) string {
	pc := func(k int) string { return fmt.Sprintf("%3d (%3.0f%%)", k, 100*float64(k)/float64(max(t.n, 1))) }
	return fmt.Sprintf("%-16s %4d  strict %s  lenient %s  fields %s  exact %s  full %s\n", name, t.n, pc(t.strict), pc(t.lenient), pc(t.fields), pc(t.exact), pc(t.full))
}

// score is the result of all cases.
type score struct {
	all              tally
	byAction, byKind map[string]*tally
	calls, callsOK   map[string]int
	waits, waitsOK   int
	misleading       map[string][]string // by kind
	givesUp, spins   []string
	silent           []string
	misses           map[string]int
	details          strings.Builder
}

func newScore() *score {
	return &score{
		byAction: map[string]*tally{}, byKind: map[string]*tally{}, calls: map[string]int{}, callsOK: map[string]int{},
		misleading: map[string][]string{}, misses: map[string]int{},
	}
}

func at(m map[string]*tally, k string) *tally {
	if m[k] == nil {
		m[k] = &tally{}
	}
	return m[k]
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// judge compares a hint with the label of its case.
func (s *score) judge(c *testCase, t told) {
	g := &c.Gold
	strict := t.action == g.Action
	lenient := strict || slices.Contains(g.Also, t.action)
	hit, innocent := 0, 0
	for _, f := range g.Fields {
		hit += count(anyAbout(t.fields, f))
	}
	for _, f := range t.fields {
		innocent += count(!anyAbout(g.Fields, f) && !anyAbout(g.Maybe, f))
	}
	fieldsOK := innocent == 0 && (len(g.Fields) == 0 || hit > 0)
	callOK := true
	if g.Call != nil {
		want := append([]string{*g.Call}, g.CallAlt...)
		callOK = slices.ContainsFunc(t.calls, func(s string) bool { return slices.Contains(want, s) })
		from := g.CallFrom
		if from == "" {
			from = "set"
		}
		s.calls[from]++
		s.callsOK[from] += count(callOK)
	}
	if g.WaitS != nil {
		s.waits++
		s.waitsOK += count(t.wait != nil && *t.wait >= *g.WaitS && *t.wait <= *g.WaitS*1.5+1)
	}
	full := strict && fieldsOK && callOK
	for _, l := range []*tally{&s.all, at(s.byAction, g.Action), at(s.byKind, c.Kind)} {
		l.n++
		l.strict += count(strict)
		l.lenient += count(lenient)
		l.fields += count(fieldsOK)
		l.exact += count(innocent == 0 && hit == len(g.Fields))
		l.full += count(full)
	}
	if !strict {
		s.misses[c.Kind+": "+g.Action+" -> "+t.action]++
	}
	s.mislead(c, t, lenient, callOK, innocent)
	if call := "-"; !full {
		if g.Call != nil {
			call = *g.Call
		}
		fmt.Fprintf(&s.details, "%s [%s] gold=%s%s %v call=%s | got=%s %v calls=%v\n    error: %.160q\n    hint:  %.260q\n",
			c.ID, c.Kind, g.Action, g.Also, g.Fields, call, t.action, t.fields, t.calls, c.Error, t.text)
	}
}

// mislead counts hints that would do harm, and cases where a hint gives up, loops or is missing.
func (s *score) mislead(c *testCase, t told, lenient, callOK bool, innocent int) {
	g := &c.Gold
	not := func(code string) bool { return slices.Contains(g.MustNot, code) }
	mark := func(sort string, when bool) {
		if when {
			s.misleading[sort] = append(s.misleading[sort], c.ID)
		}
	}
	invites := t.action != "stop" && t.action != "none" && t.action != "ask_user"
	mark("resend", not("resend_blind") && invites && !lenient && !(t.action == "call_first" && g.Call != nil && callOK))
	mark("innocent", innocent > 0 && t.action != "stop" && t.action != "none")
	mark("asks", not("ask_user") && t.action == "ask_user")
	mark("alarm", g.Action == "none" && t.action != "none")
	switch {
	case t.action == "stop" && slices.Contains([]string{"correct", "call_first", "shrink", "retry_later"}, g.Action) && !slices.Contains(g.Also, "stop"):
		s.givesUp = append(s.givesUp, c.ID)
	case t.action == "correct" && (g.Action == "stop" || g.Action == "retry_later") && !lenient:
		s.spins = append(s.spins, c.ID)
	case t.action == "none" && g.Action != "none":
		s.silent = append(s.silent, c.ID)
	}
}

// report returns the table of results.
func (s *score) report() string {
	var b strings.Builder
	b.WriteString("\n")
	for _, a := range []string{"correct", "call_first", "ask_user", "shrink", "retry_later", "stop", "none"} {
		b.WriteString(at(s.byAction, a).row(a))
	}
	b.WriteString(s.all.row("all"))
	for _, from := range []string{"text", "remedy", "set"} {
		fmt.Fprintf(&b, "tools named correctly, from %s: %d of %d\n", from, s.callsOK[from], s.calls[from])
	}
	fmt.Fprintf(&b, "waits: %d of %d\nmisleading: %v\n", s.waitsOK, s.waits, s.misleading)
	fmt.Fprintf(&b, "gives up: %d %v\nloops: %d %v\nmissing: %d %v\n", len(s.givesUp), s.givesUp, len(s.spins), s.spins, len(s.silent), s.silent)
	for _, k := range sortedKeys(s.byKind) {
		b.WriteString(s.byKind[k].row(k))
	}
	for _, k := range sortedKeys(s.misses) {
		fmt.Fprintf(&b, "%4d  %s\n", s.misses[k], k)
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// TestScore scores every case in each mode. With -v it prints the table, and with BACKEND_ERRORS_MISSES each wrong
// case.
func TestScore(t *testing.T) {
	for name, m := range map[string]mode{"guard": {guard: true}, "toolset": {}, "bare guard": {guard: true, bare: true}, "documented": {guard: true, documented: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScore()
			for _, c := range load(t, m) {
				out, err := session{c, m}.answer(t.Context())
				if err != nil {
					t.Errorf("%s: %v", c.ID, err)
					continue
				}
				if e := out.Error; e != nil && (e.Kind == runtime.FailureParse || e.Kind == runtime.FailureToolNotFound ||
					e.Kind == runtime.FailureValidation && errors.Is(e.Cause, runtime.ErrInvalidArguments)) {
					t.Errorf("%s: the call does not reach the tool: %s", c.ID, e.Message)
					continue
				}
				s.judge(c, read(out))
			}
			t.Log(s.report())
			if os.Getenv("BACKEND_ERRORS_MISSES") != "" {
				t.Log("\n" + s.details.String())
			}
			s.hold(t, floors[name])
		})
	}
}

// floor is the minimum of a mode in percent, and the maximum of each count.
type floor struct {
	strict, lenient, fields           int
	resends, otherMisleading, givesUp int
}

// floors may only become stricter.
var floors = map[string]floor{
	"guard":      {80, 94, 87, 0, 2, 8},
	"toolset":    {81, 94, 87, 0, 2, 8},
	"bare guard": {79, 93, 87, 0, 2, 8},
	"documented": {85, 95, 95, 0, 1, 1},
}

// hold compares the score with its floor.
func (s *score) hold(t *testing.T, f floor) {
	t.Helper()
	least := func(what string, got, percent int) {
		if got*100 < percent*s.all.n {
			t.Errorf("%s: %d of %d, want %d %%", what, got, s.all.n, percent)
		}
	}
	most := func(what string, ids []string, n int) {
		if len(ids) > n {
			t.Errorf("%s: %d, want at most %d: %v", what, len(ids), n, ids)
		}
	}
	least("actions", s.all.strict, f.strict)
	least("actions, those that will do included", s.all.lenient, f.lenient)
	least("fields", s.all.fields, f.fields)
	most("hints that invite the model to send a write again whose outcome is unknown", s.misleading["resend"], f.resends)
	most("hints that mislead otherwise", slices.Concat(s.misleading["innocent"], s.misleading["asks"], s.misleading["alarm"]), f.otherMisleading)
	most("hints that give up", s.givesUp, f.givesUp)
}
