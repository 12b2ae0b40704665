package gen

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/model"
)

// Code that does not compile is attributed to the tool of its file, so that the other tools can be generated.
// Other faults are internal errors.
func TestFaultyCodeIsBlamedOnItsTool(t *testing.T) {
	t.Parallel()
	dir, err := readOutDir(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	args := func(name string) *model.Type {
		return &model.Type{Kind: model.Struct, Name: name, Accepts: model.JSONObject}
	}
	pkg := &model.Package{Name: "p", Tools: []*model.Tool{
		{Name: "sound", GoName: "Sound", File: "sound.go", Args: args("SoundArgs")},
		{Name: "faulty", GoName: "Faulty", File: "faulty.go", Args: args("FaultyArgs")},
	}}
	for _, tool := range pkg.Tools {
		tool.Types = []*model.Type{tool.Args}
	}
	check := func(file string) (model.Diagnostics, error) {
		files, err := golang.Print(pkg)
		if err != nil {
			t.Fatal(err)
		}
		if file != "" {
			files[file] = append(bytes.Clone(files[file]), "\nfunc f(a, b bool) { a && b }\n"...)
		}
		return (&plan{dir: dir, files: files}).typeCheck(pkg)
	}
	if diags, err := check(""); err != nil || len(diags) != 0 {
		t.Error(diags, err)
	}
	diags, err := check("faulty.go")
	if err != nil || len(diags) != 1 || diags[0].Tool != "faulty" || !strings.Contains(diags[0].Problem, "is not used") {
		t.Error(diags, err)
	}
	var internal *InternalError
	if diags, err := check(golang.CommonFile); !errors.As(err, &internal) {
		t.Error(diags, err)
	}
}
