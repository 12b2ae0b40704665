package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// automaton is a schema with n+1 definitions for paths of keys whose nth key from the end is a. 2^n different sets of
// definitions can apply together, each with its own Go type.
func automaton(n int) string {
	defs := []string{
		`"q0":{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/$defs/q0"},{"$ref":"#/$defs/q1"}]},"b":{"$ref":"#/$defs/q0"}}}`,
		fmt.Sprintf(`"q%d":{"type":"object","properties":{"end":{}},"required":["end"]}`, n),
	}
	for i := 1; i < n; i++ {
		defs = append(defs, fmt.Sprintf(`"q%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/q%d"},"b":{"$ref":"#/$defs/q%[2]d"}}}`, i, i+1))
	}
	return fmt.Sprintf(`{"name":"t%d","inputSchema":{"type":"object","properties":{"p":{"$ref":"#/$defs/q0"}},"$defs":{%s}}}`, n, strings.Join(defs, ","))
}

// A schema that expands to too many types gives one error, at the construct that multiplies them, and does not affect other
// tools.
func TestTooManyTypes(t *testing.T) {
	t.Parallel()
	source := "[" + automaton(6) + ",\n" + automaton(40) + ",\n" + automaton(5) + "]"
	tools, diags := tooldef.Read("tools.json", []byte(source), tooldef.Options{})
	if len(tools) != 3 || diags.HasErrors() {
		t.Fatal(diags)
	}
	pkg, diags := Lower(tools, Options{Package: "tools"})
	if len(diags) != 1 || !diags.HasErrors() {
		t.Fatalf("%d diagnostics: %v", len(diags), diags)
	}
	if d := diags[0]; d.Tool != "t40" || d.Pos.Line != 2 || !strings.HasPrefix(d.Pointer, "/1/inputSchema/$defs/q") || !strings.Contains(d.Problem, "Go types") || d.Fix == "" {
		t.Error(d)
	}
	if len(pkg.Tools) != 2 || pkg.Tools[0].Name != "t6" || pkg.Tools[1].Name != "t5" {
		t.Errorf("%d tools were lowered", len(pkg.Tools))
	}
}
