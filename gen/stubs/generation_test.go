package stubs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/stubs"
)

// TestOtherGenerationsDoNotCompile holds what a compiler says of files that are older or newer than the runtime.
func TestOtherGenerationsDoNotCompile(t *testing.T) {
	t.Parallel()
	for constant, want := range map[string]string{
		"Generation2":  "RunToolgenGenerateAgain) is not constant",
		"Generation3":  "RunToolgenGenerateAgain) is not constant",
		"Generation4":  "RunToolgenGenerateAgain) is not constant",
		"Generation5":  "",
		"Generation99": "undefined: gencode.Generation99",
	} {
		const path = "github.com/toolgen/toolgen/runtime/gencode"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "toolgen.go", "package p\nimport \""+path+"\"\nconst _ = gencode."+constant+"\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		config := types.Config{Importer: stubs.NewImporter(fset)}
		_, err = config.Check("p", fset, []*ast.File{file}, nil)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", constant, got, want)
		}
	}
}
