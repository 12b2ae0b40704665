package runtime

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// ErrNoHandler is why a tool cannot be run: it has no handler, as a tool of generated code.
var ErrNoHandler = errors.New("no handler: wrap the tool with runtime.Handle or runtime.HandleAny, and put what they return in the toolset")

// Ready reports what would keep valid calls of the set's tools from being run: tools that have no
// handler, or a nil one ([ErrNoHandler]), and required fields that the server fills where there is no [Injector]. The
// error names them and says what to do. Sets that only check calls, or describe tools to a model, need not be ready:
// the tools of a generated package are such a set.
func (s *Toolset) Ready() error {
	var bare, unfilled []string
	for _, name := range s.Names() {
		tool, _ := s.Lookup(name)
		if handled, ok := tool.(*handledTool); !ok || handled.run == nil {
			bare = append(bare, show.Quote(name, show.MaxName))
		}
		spec := specOf(tool)
		for _, f := range spec.View().Filled {
			field := show.Quote(f.Path, show.MaxName) + " of " + show.Quote(name, show.MaxName)
			if s.fill == nil && f.Required && !slices.Contains(unfilled, field) {
				unfilled = append(unfilled, field)
			}
		}
	}
	var faults []error
	if len(bare) > 0 {
		faults = append(faults, fmt.Errorf("%s: %w", few(bare), ErrNoHandler))
	}
	if len(unfilled) > 0 {
		faults = append(faults, fmt.Errorf("no injector fills the field %s: set one with Toolset.Injecting", few(unfilled)))
	}
	return errors.Join(faults...)
}

// few lists names, the first ten of them.
func few(names []string) string {
	const most = 10
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}
