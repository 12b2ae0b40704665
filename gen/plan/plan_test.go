package plan

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func text(constraints ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.String, Accepts: model.JSONString, Constraints: constraints}
}

func refuses(t *model.Type) *model.Type { return text(model.Not{Type: t}) }

// choice is a schema of so many branches.
func choice(branches int) *model.Type {
	list := make([]*model.Type, branches)
	for i := range list {
		list[i] = text(model.Format{Name: "date"})
	}
	return text(model.Choice{Word: "anyOf", Branches: list})
}

// What refers to nothing is written in place; what refers to others, and so may lead back to itself, is a function.
func TestForms(t *testing.T) {
	t.Parallel()
	cycle := refuses(nil)
	cycle.Constraints = []model.Constraint{model.Not{Type: cycle}}
	for name, c := range map[string]struct {
		t        *model.Type
		function bool
	}{
		"leaf": {text(model.Format{Name: "date"}), false}, "choice": {choice(2), true}, "cycle": {cycle, true},
	} {
		if got := Function(c.t); got != c.function {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// What is written in place is at most so large at each reference, however schemas refer to each other.
func TestSharedSchemasAreNotMultiplied(t *testing.T) {
	t.Parallel()
	shared := text(model.Format{Name: "date"})
	var all []*model.Type
	for range 40 {
		shared = text(model.Choice{Word: "anyOf", Branches: []*model.Type{shared, shared}})
		all = append(all, shared)
	}
	var written func(t *model.Type) int
	written = func(t *model.Type) int {
		size := 1 + len(t.Constraints)
		for _, part := range t.Below() {
			if !Function(part) {
				size += written(part)
			}
		}
		return size
	}
	total := 0
	for _, t := range all {
		if Function(t) {
			total += written(t)
		}
	}
	if most := 4 * len(all); total == 0 || total > most {
		t.Errorf("%d schemas are written as %d, at most %d is wanted", len(all), total, most)
	}
}

// The package reads the model alone, so that every reader of a plan can use it.
func TestImports(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); strings.Contains(path, ".") && !strings.HasSuffix(path, "/gen/model") && !strings.HasSuffix(path, "/runtime/gencode") && !strings.HasSuffix(path, "/runtime") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}
