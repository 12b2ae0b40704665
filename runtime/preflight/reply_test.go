package preflight_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

type detectorFunc func(reply string) []preflight.Claim

func (f detectorFunc) Detect(reply string) []preflight.Claim { return f(reply) }

// TestDetectors is about detectors of a program's own, which may be wrong.
func TestDetectors(t *testing.T) {
	t.Parallel()
	const reply = "One. Two. Three."
	const truth = "Correction: no tool that changes anything was run in answer to this, so nothing was changed."
	tests := []struct {
		name   string
		claims []preflight.Claim
		want   string
	}{
		{"none", nil, reply},
		{"of success", []preflight.Claim{{Start: 5, End: 9, Success: true}}, "One. " + truth + " Three."},
		{"of failure", []preflight.Claim{{Start: 5, End: 9}}, reply},
		{"both in one place", []preflight.Claim{{Start: 0, End: 4}, {Start: 0, End: 4, Success: true}}, truth + " Two. Three."},
		{"said once", []preflight.Claim{{Start: 0, End: 4, Success: true}, {Start: 5, End: 9, Success: true}, {Start: 10, End: 16, Success: true}}, truth},
		{"outside", []preflight.Claim{{Start: -1, End: 4, Success: true}, {Start: 3, End: 99, Success: true}, {Start: 9, End: 9, Success: true}, {Start: 9, End: 5, Success: true}}, reply},
		{"overlapping", []preflight.Claim{{Start: 5, End: 9, Success: true}, {Start: 6, End: 16, Success: true}, {Start: 0, End: 4, Success: true}}, "One. " + truth + " Three."},
		{"whole", []preflight.Claim{{Start: 0, End: 16, Success: true, Tools: []string{"void_invoice"}}}, "Correction: “Void an invoice” was not run in answer to this, so nothing was changed."},
		{"unknown tool", []preflight.Claim{{Start: 0, End: 16, Success: true, Tools: []string{"nope"}}}, "Correction: “Go ahead” was not run in answer to this, so nothing was changed."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g, _ := newGate(t, newSet(done), preflight.WithClaimDetector(detectorFunc(func(string) []preflight.Claim { return test.claims })))
			if diff := cmp.Diff(test.want, g.CheckReply(preflight.Turn{}, reply).Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("panic", func(t *testing.T) {
		t.Parallel()
		g, _ := newGate(t, newSet(done), preflight.WithClaimDetector(detectorFunc(func(string) []preflight.Claim { panic("boom") })))
		if got := g.CheckReply(preflight.Turn{}, reply); got.Text != reply || got.Claims != nil {
			t.Errorf("got %+v", got)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestRepliesOfTurns holds replies against their own turn only.
func TestRepliesOfTurns(t *testing.T) {
	t.Parallel()
	const reply = "I've recorded the payment."
	g, _ := newGate(t, newSet(done))
	one := preflight.Turn{Thread: "t", Query: "one"}
	if out := g.Call(t.Context(), one, pay("c1")); out.Error != nil {
		t.Fatal(out.Error)
	}
	if got := g.CheckReply(one, reply); got.Text != reply || got.Claims != nil {
		t.Errorf("the turn itself: %+v", got)
	}
	got := g.CheckReply(preflight.Turn{Thread: "t", Query: "two"}, reply)
	if len(got.Claims) != 1 || !strings.Contains(got.Text, "earlier in this conversation") || got.Claims[0].Text != reply || got.Claims[0].Truth != got.Text {
		t.Errorf("the next turn: %+v", got)
	}
	if got := g.CheckReply(preflight.Turn{Thread: "u", Query: "one"}, reply); len(got.Claims) != 1 || strings.Contains(got.Text, "earlier") {
		t.Errorf("another thread: %+v", got)
	}
	g.EndTurn(one)
	if got := g.CheckReply(one, reply); len(got.Claims) != 1 {
		t.Errorf("the turn has ended: %+v", got)
	}
	// What was agreed to elsewhere belongs to no turn of the thread, and so to each.
	if out := g.Execute(t.Context(), "t", runtime.Invocation{Call: pay("c2")}); out.Error != nil {
		t.Fatal(out.Error)
	}
	if got := g.CheckReply(preflight.Turn{Thread: "t", Query: "two"}, reply); got.Claims != nil {
		t.Errorf("after it was agreed to: %+v", got)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}
