package golang

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/model"
)

// printedFile is the file of one tool.
type printedFile struct {
	source   []byte
	patterns map[string]usedPattern
	err      error
}

// printFile prints and formats the file of a tool. A panic is an error of that tool only.
func printFile(p *model.Package, tool *model.Tool, types []*model.Type, names names) (f printedFile) {
	defer func() {
		if fault := recover(); fault != nil {
			f = printedFile{err: fmt.Errorf("%v", fault)}
		}
	}()
	out, used, err := printTool(p, tool, types, names)
	if err != nil {
		return printedFile{err: err}
	}
	source, err := render(out, mostCode(tool))
	return printedFile{source: source, patterns: used, err: err}
}
