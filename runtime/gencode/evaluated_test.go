package gencode

import "testing"

// TestStepsAreTakenOnce checks that a schema that is reached in many ways is evaluated once.
func TestStepsAreTakenOnce(t *testing.T) {
	t.Parallel()
	var e, other Evaluation
	for i, want := range []bool{true, false, false} {
		if got := e.First("a"); got != want {
			t.Errorf("call %d: %t", i, got)
		}
	}
	if !e.First("b") || !other.First("a") {
		t.Error("unevaluated steps count as evaluated")
	}
}
