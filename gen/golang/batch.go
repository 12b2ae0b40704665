package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"runtime"

	"github.com/toolgen/toolgen/gen/model"
)

// Batch is some of the files of a package, with all that they refer to: it can be type-checked
// alone. The syntax is that of the code before it was formatted, so that its positions are of use
// for comparisons only.
type Batch struct {
	Fset *token.FileSet
	// Tools are the files of tools as they are written.
	Tools []*ast.File
	// Common stands in for toolgen.go: the same declarations, for the tools of the batch alone.
	Common *ast.File
	// Names are the base names of Tools.
	Names []string
}

// batchSize is how many tools make a batch. The syntax of a tool takes fifteen times the memory of
// its text, so that the syntax of the whole package would take most of the memory of a run; a batch
// is let go when it has been seen. A batch pays for its share in the patterns again, which is little
// beside this many tools.
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

// printBatch prints the tools from first to before end, and shows them.
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
		return printed // the file of the whole package has the same fault
	}
	if batch.Common, err = parse(batch.Fset, CommonFile, out); err != nil {
		return printed
	}
	see(batch)
	return printed
}

// printFile prints and formats the file of one tool. A panic is an error of that tool: the others have
// nothing to do with it.
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
