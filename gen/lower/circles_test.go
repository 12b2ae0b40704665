package lower

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/hostile"
)

// TestTypesInCircles checks the limit on the number of types in a reference cycle. Chains without a cycle are not limited.
func TestTypesInCircles(t *testing.T) {
	t.Parallel()
	for axis, refused := range map[string]bool{"mutual": true, "refChainObjects": false} {
		tools, diags := tooldef.Read("tools.json", hostile.Axes[axis](4*shape.MostInCircles), tooldef.Options{})
		if len(tools) != 1 || diags.HasErrors() {
			t.Fatal(diags)
		}
		pkg, diags := Lower(tools, Options{Package: "tools"})
		if diags.HasErrors() != refused || (len(pkg.Tools) == 0) != refused {
			t.Errorf("%s: %v", axis, diags)
		}
		if refused && (len(diags) != 1 || !strings.Contains(diags[0].Problem, "in circles") || diags[0].Pos.Line == 0 || diags[0].Fix == "") {
			t.Errorf("%s: %v", axis, diags)
		}
	}
}
