package golden

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/txtar"
)

// The output is the same on fifty runs and independent of the key order of the input, except for properties,
// whose order the struct follows, and lists.
func TestStable(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(path, ".txtar"), func(t *testing.T) {
			t.Parallel()
			for _, f := range archive.Files {
				if !isSource(f.Name) || strings.HasSuffix(f.Name, ".yaml") {
					continue
				}
				node, _ := tooldef.ParseNode(f.Name, f.Data)
				want := printed(t, f.Name, f.Data)
				for run := range 50 {
					r := rand.New(rand.NewPCG(uint64(run), 50))
					if got := printed(t, f.Name, []byte(shuffled(node, r, true).JSON())); got != want {
						t.Fatalf("run %d: other bytes for %s", run, f.Name)
					}
				}
			}
		})
	}
}

// printed generates a source and joins the files.
func printed(t *testing.T, name string, data []byte) string {
	t.Helper()
	tools, _ := tooldef.Read(name, data, tooldef.Options{PythonTypes: true})
	p, _ := lower.Lower(tools, lower.Options{Package: "tools"})
	files, err := golang.Print(p)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, tool := range p.Tools {
		fmt.Fprintf(&b, "%s\n%s", tool.File, files[tool.File])
	}
	b.Write(files["toolgen.go"])
	return b.String()
}

// shuffled permutes the members of every object except properties.
func shuffled(n *tooldef.Node, r *rand.Rand, shuffle bool) *tooldef.Node {
	out := *n
	out.Members = make([]tooldef.Member, len(n.Members))
	for i, m := range n.Members {
		out.Members[i] = tooldef.Member{Key: m.Key, Value: shuffled(m.Value, r, m.Key != "properties")}
	}
	if shuffle {
		r.Shuffle(len(out.Members), func(i, j int) { out.Members[i], out.Members[j] = out.Members[j], out.Members[i] })
	}
	out.Items = make([]*tooldef.Node, len(n.Items))
	for i, item := range n.Items {
		out.Items[i] = shuffled(item, r, true)
	}
	return &out
}
