package gen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/internal/testdiff"
)

func TestCheckFindsEveryKindOfDrift(t *testing.T) {
	t.Parallel()
	p := newProject(t, pingTool)
	p.generate()
	ping := p.read("nettools/ping_toolgen.go")
	p.write("nettools/ping_toolgen.go", ping+"\n// edited\n")
	p.write("nettools/old.go", oursLine+"\npackage nettools\n")
	p.source(pingTool, pongTool)
	before := p.files()

	drift, err := gen.Check(p.options())
	if err != nil {
		t.Fatal(err)
	}
	type change struct {
		name string
		kind gen.DriftKind
	}
	var got []change
	for _, f := range drift.Files {
		got = append(got, change{filepath.Base(f.Path), f.Kind})
	}
	want := []change{{"ping_toolgen.go", gen.Changed}, {"pong_toolgen.go", gen.Missing}, {"toolgen.go", gen.Changed}, {"old.go", gen.LeftOver}}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := testdiff.Diff(before, p.files()); diff != "" {
		t.Errorf("Check changed the directory (-before +after)\n%s", diff)
	}
	for i, want := range []string{"\n-// edited\n", "--- /dev/null\n", "", "+++ /dev/null\n"} {
		if !strings.Contains(drift.Files[i].Diff, want) {
			t.Errorf("the diff of %s lacks %q:\n%.400s", drift.Files[i].Path, want, drift.Files[i].Diff)
		}
	}
}

func TestCheckOfACleanDirectory(t *testing.T) {
	t.Parallel()
	p := newProject(t, pingTool, pongTool)
	p.generate()
	drift, err := gen.Check(p.options())
	if err != nil {
		t.Fatal(err)
	}
	if len(drift.Files) > 0 || drift.Checked != 3 || drift.Failed {
		t.Errorf("got %+v", drift)
	}
}
