package benchgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/benchgen"
	"github.com/toolgen/toolgen/internal/gentest"
)

// Limits for the cost of go build, counted in functions, which determine its time. Every user pays for an
// increase on every build.
const (
	functionsPerTool    = 27
	functionsPerPackage = 85 // independent of the number of tools
)

// TestFunctionsThatTheCompilerMakes limits the cost of go build by counting functions, since times are
// unreliable on a shared machine.
func TestFunctionsThatTheCompilerMakes(t *testing.T) {
	t.Parallel()
	const few, many = 20, 60
	less, more := functions(t, few), functions(t, many)
	each := float64(len(more)-len(less)) / (many - few)
	fixed := float64(len(less)) - few*each
	t.Logf("%.1f functions for each tool, %.0f for the package", each, fixed)
	if each > functionsPerTool || fixed > functionsPerPackage {
		t.Errorf("%.1f functions for each tool, at most %d, and %.0f for the package, at most %d", each, functionsPerTool, fixed, functionsPerPackage)
	}
	for _, name := range less {
		if strings.Contains(name, "sync.") && !strings.HasPrefix(name, "sync/atomic.") {
			t.Errorf("a function of package sync is instantiated with the tools: %s", name)
		}
	}
}

func functions(t *testing.T, tools int) []string {
	t.Helper()
	return gentest.Functions(t, load(t, tools))
}

// load returns the package of the first tools.
func load(t *testing.T, tools int) *model.Package {
	t.Helper()
	source := filepath.Join(t.TempDir(), "tools.json")
	if err := os.WriteFile(source, benchgen.Tools(tools, 1), 0o644); err != nil {
		t.Fatal(err)
	}
	pkg, diags := gen.Load(gen.Target{Sources: []string{source}, Package: "tools"})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return pkg
}
