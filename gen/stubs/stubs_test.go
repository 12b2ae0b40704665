package stubs_test

import (
	"bytes"
	"go/importer"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/stubs"
	"github.com/toolgen/toolgen/gen/stubs/print"
)

func TestRuntimeStubsAreCurrent(t *testing.T) {
	t.Parallel()
	for _, path := range print.Packages {
		want, err := print.Stub("../..", path)
		if err != nil {
			t.Fatal(err)
		}
		have, err := stubs.Source(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stubs.NewImporter(token.NewFileSet()).Import(path); err != nil {
			t.Errorf("the stub of %s does not compile: %v", path, err)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("the stub of %s is not what its source says; run go generate ./gen/stubs", path)
		}
	}
}

// Every declaration of a hand-written stub must exist in the real package, so that code that compiles against
// the stub compiles against the library.
func TestStandardLibraryStubsAreTrue(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	library := importer.ForCompiler(fset, "source", nil)
	for _, path := range handWritten(t) {
		stub, err := stubs.NewImporter(fset).Import(path)
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := library.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range stub.Scope().Names() {
			have, want := stub.Scope().Lookup(name), compiled.Scope().Lookup(name)
			if want == nil {
				t.Errorf("%s.%s is not in the library", path, name)
				continue
			}
			compare(t, have, want)
		}
	}
}

func compare(t *testing.T, have, want types.Object) {
	t.Helper()
	_, isType := have.(*types.TypeName)
	if !isType {
		if h, w := have.String(), want.String(); h != w {
			t.Errorf("stub: %s\nlibrary: %s", h, w)
		}
		return
	}
	named, ok := want.Type().(*types.Named)
	if !ok {
		t.Errorf("%s is no type of its own in the library", want)
		return
	}
	_, structure := named.Underlying().(*types.Struct)
	if h, w := have.Type().Underlying().String(), named.Underlying().String(); !structure && h != w {
		t.Errorf("%s: stub: %s, library: %s", want.Name(), h, w)
	}
	methods := map[string]string{}
	for m := range named.Methods() {
		methods[m.Name()] = m.String()
	}
	for m := range have.Type().(*types.Named).Methods() {
		if m.String() != methods[m.Name()] {
			t.Errorf("stub: %s\nlibrary: %s", m, methods[m.Name()])
		}
	}
}

// handWritten lists the stubs that are not generated.
func handWritten(t *testing.T) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir("api", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err == nil && !bytes.Contains(data, []byte("DO NOT EDIT")) {
			rel := strings.TrimSuffix(filepath.ToSlash(name), ".stub")
			paths = append(paths, strings.TrimPrefix(rel, "api/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
