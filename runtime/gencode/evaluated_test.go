package gencode

import "testing"

// TestStepsAreTakenOnce holds that the steps of a schema that others lead to in many ways are taken once.
func TestStepsAreTakenOnce(t *testing.T) {
	t.Parallel()
	var e, other Evaluation
	for i, want := range []bool{true, false, false} {
		if got := e.First("a"); got != want {
			t.Errorf("call %d: %t", i, got)
		}
	}
	if !e.First("b") || !other.First("a") {
		t.Error("steps count as taken that were not")
	}
}
