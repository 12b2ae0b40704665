package stdlib_test

import (
	"errors"
	"go/build"
	"go/version"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/stdlib"
	"github.com/toolgen/toolgen/gen/stdlib/scan"
)

// The list equals that of the library it names; later libraries contain all of it.
func TestListIsCurrent(t *testing.T) {
	t.Parallel()
	want, err := scan.List(build.Default.GOROOT)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no lists of the library's API: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("types.txt")
	if err != nil {
		t.Fatal(err)
	}
	if version.Lang(runtime.Version()) == stdlib.Version() {
		if string(have) != stdlib.Version()+"\n"+want {
			t.Error("the list is not what the library says; run go generate ./gen/stdlib")
		}
		return
	}
	for _, path := range stdlib.Packages() {
		for _, name := range stdlib.Types(path) {
			if !scan.Has(build.Default.GOROOT, path, name) {
				t.Errorf("%s has no %s.%s", runtime.Version(), path, name)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]stdlib.Kind{
		"encoding/json.Number": stdlib.Usable, "encoding/json.Delim": stdlib.Usable, "encoding/json.Nope": stdlib.NotThere,
		"encoding/json.Marshal": stdlib.NotThere, "encoding/json.Marshaler": stdlib.NoValue, "net/http.HandlerFunc": stdlib.NoValue,
		"sync/atomic.Pointer": stdlib.Generic, "math/rand/v2.PCG": stdlib.Usable, "syscall.Handle": stdlib.Usable, "syscall.Stat_t": stdlib.Usable,
		"encoding/json.Number[": stdlib.NotThere, "encoding/json.": stdlib.NotThere, "nowhere.Type": stdlib.NotThere,
	} {
		i := strings.LastIndexByte(name, '.')
		if got := stdlib.Lookup(name[:i], name[i+1:]); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
	if !stdlib.IsPackage("unicode/utf8") || stdlib.IsPackage("encoding/jsn") || stdlib.IsPackage("internal/abi") {
		t.Error("the packages are wrong")
	}
}

// Without an installed library, Has finds nothing.
func TestHasWithoutLibrary(t *testing.T) {
	t.Parallel()
	if scan.Has("", "time", "Time") || scan.Has(t.TempDir(), "time", "Time") {
		t.Error("a type of no library")
	}
}
