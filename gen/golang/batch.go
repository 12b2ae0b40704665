package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"runtime"

	"github.com/toolgen/toolgen/gen/model"
)

// Batch is a subset of the files of a package with everything they refer to, so it can be type-checked alone.
// The syntax is that of unformatted code; its positions are useful for comparison only.
type Batch struct {
	Fset *token.FileSet
	// Tools are the files of tools.
	Tools []*ast.File
	// Common replaces toolgen.go: the same declarations, for the tools of the batch.
	Common *ast.File
	// Names are the base names of Tools.
	Names []string
}

// batchSize is the number of tools per batch. Syntax takes fifteen times the memory of the text, so keeping
// that of the whole package would dominate a run; a batch is released after it was checked. Each batch repeats
// the shared patterns, which is cheap for this many tools.
func batchSize(tools int) int {
	const most = 32
	procs := runtime.GOMAXPROCS(0)
	return max(1, min(most, (tools+procs-1)/procs))
}

// printedFile is the file of one tool.
type printedFile struct {
	source   []byte
	patterns map[string]usedPattern
	err      error
}

// printBatch prints the tools [first, end) and passes them to see.
func printBatch(p *model.Package, first, end int, owned [][]*model.Type, entered map[*model.Type]bool, names names, see func(Batch)) []printedFile {
	printed := make([]printedFile, end-first)
	patterns := make([]map[string]usedPattern, end-first)
	batch := Batch{Fset: token.NewFileSet()}
	sound := true
	for i, tool := range p.Tools[first:end] {
		syntax, f := printFile(batch.Fset, p, tool, owned[first+i], entered, names)
		batch.Tools = append(batch.Tools, syntax)
		batch.Names = append(batch.Names, tool.File)
		sound = sound && f.err == nil
		printed[i], patterns[i] = f, f.patterns
	}
	if !sound {
		return printed
	}
	out, err := commonDecls(p, p.Tools[first:end], patterns)
	if err != nil {
		return printed // reported again for the whole package
	}
	if batch.Common, err = parse(batch.Fset, CommonFile, out); err != nil {
		return printed
	}
	see(batch)
	return printed
}

// printFile prints and formats the file of a tool. A panic is an error of that tool only.
func printFile(fset *token.FileSet, p *model.Package, tool *model.Tool, types []*model.Type, entered map[*model.Type]bool, names names) (syntax *ast.File, f printedFile) {
	defer func() {
		if fault := recover(); fault != nil {
			syntax, f = nil, printedFile{err: fmt.Errorf("%v", fault)}
		}
	}()
	out, used, err := printTool(p, tool, types, entered, names)
	if err != nil {
		return nil, printedFile{err: err}
	}
	syntax, source, err := render(fset, tool.File, out, mostCode(tool))
	return syntax, printedFile{source: source, patterns: used, err: err}
}
