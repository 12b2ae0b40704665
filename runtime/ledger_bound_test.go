package runtime

import (
	"fmt"
	"strings"
	"testing"
)

// TestLedgerIsBounded checks that the memory of a decision point does not grow while a model keeps inventing names of tools and faults
// of one.
func TestLedgerIsBounded(t *testing.T) {
	t.Parallel()
	var l Ledger
	fail := func(name string, cause error, kind FailureKind) *RetryHint {
		out := ToolOutput{Error: &ToolError{Kind: kind, Cause: cause}}
		return l.Turn("point").Answer(nil, ToolCall{Name: name}, out).RetryHint
	}
	for i := range 5000 {
		name := fmt.Sprintf("%d", i) + strings.Repeat("x", 10_000)
		fail(name, &UnknownToolError{Name: name}, FailureToolNotFound)
		fail("pay", Invalid(fmt.Sprintf("field%d", i), "minimum", nil, ""), FailureValidation)
	}
	point := l.points["point"]
	size := 0
	for name, r := range point.tools {
		size += len(name) + len(r.kinds)
	}
	if len(point.tools) > maxToolRecords || size > 200_000 {
		t.Errorf("%d tools, %d bytes and kinds", len(point.tools), size)
	}
	// Meanwhile, repeated faults are recognized.
	pay := point.tools["pay"]
	if pay == nil || pay.since != 2 || len(pay.kinds) != maxKinds || pay.kinds[fmt.Sprintf("field%d\x00minimum\x00", 4999)].times != 1 {
		t.Errorf("%+v", pay)
	}
	before := l.Stats()
	fail("pay", Invalid("field4990", "minimum", nil, ""), FailureValidation)
	if after := l.Stats(); after.Repeats != before.Repeats+1 || after.Failing != before.Failing {
		t.Errorf("a repeated fault is not recognized: %+v", after)
	}
}
