package benchgen_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/benchgen"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
)

func TestToolsDependOnTheSeedAlone(t *testing.T) {
	t.Parallel()
	if !bytes.Equal(benchgen.Tools(40, 5), benchgen.Tools(40, 5)) {
		t.Error("the same seed gives different tools")
	}
	if bytes.Equal(benchgen.Tools(40, 5), benchgen.Tools(40, 6)) {
		t.Error("different seeds give the same tools")
	}
	short, long := read(t, benchgen.Tools(3, 5)), read(t, benchgen.Tools(40, 5))
	for i, tool := range short {
		if !bytes.Equal(tool.InputSchema, long[i].InputSchema) {
			t.Errorf("%s differs in a longer list", tool.Name)
		}
	}
}

func TestToolsAreOfEightProperties(t *testing.T) {
	t.Parallel()
	const n = 3000
	names := map[string]bool{}
	properties := 0
	for _, tool := range read(t, benchgen.Tools(n, 1)) {
		names[tool.Name] = true
		var schema struct{ Properties map[string]any }
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		properties += len(schema.Properties)
	}
	if len(names) != n {
		t.Errorf("%d distinct names for %d tools", len(names), n)
	}
	if mean := float64(properties) / n; mean < 7.5 || mean > 8.5 {
		t.Errorf("%.2f properties on average", mean)
	}
}

// TestToolsGenerateAndBuild builds the tools into a program and calls one.
func TestToolsGenerateAndBuild(t *testing.T) {
	t.Parallel()
	source := filepath.Join(t.TempDir(), "tools.json")
	if err := os.WriteFile(source, benchgen.Tools(24, 1), 0o644); err != nil {
		t.Fatal(err)
	}
	target := gen.Target{Sources: []string{source}, Out: t.TempDir(), Package: "tools", Strict: true}
	result, err := gen.Generate(gen.Options{Targets: []gen.Target{target}})
	if err != nil || result.Failed {
		t.Fatal(err, result.Diagnostics)
	}
	pkg, _ := gen.Load(target)
	program := gentest.Build(t, []*model.Package{pkg}, gentest.Options{Vet: true})
	verdict := program.Ask(worker.Question{Package: "tools", Tool: pkg.Tools[0].Name, Args: `{"unknown": `})
	if verdict.Valid || verdict.Failure != "" {
		t.Errorf("an incomplete call is accepted: %+v", verdict)
	}
}

type tool struct {
	Name        string
	InputSchema json.RawMessage
}

func read(t *testing.T, data []byte) []tool {
	t.Helper()
	var list struct{ Tools []tool }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list.Tools
}
