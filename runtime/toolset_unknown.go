package runtime

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// UnknownToolError says that no enabled tool has a name, or that the tool of that name is unavailable.
type UnknownToolError struct {
	Name    string
	Nearest []string // the names that were probably meant, at most 3
	Enabled []string // where none is near: the first enabled tools, at most 5
	More    int      // how many further tools are enabled
	Why     string   // of a tool that is unavailable: the reason, see [Toolset.Unavailable]
}

// Error names the tool and what to call instead.
func (e *UnknownToolError) Error() string { return e.sentence() }

// kind is FailureInternal for a tool that is there and cannot be used.
func (e *UnknownToolError) kind() FailureKind {
	if e.Why != "" {
		return FailureInternal
	}
	return FailureToolNotFound
}

// sentence names the tool that is not there and what to call instead.
func (e *UnknownToolError) sentence() string {
	quoted := func(names []string) []string {
		return each(names, func(name string) string { return show.Quote(name, show.MaxName) })
	}
	said, end := "There is no tool "+show.Quote(e.Name, show.MaxName), "; no tool is enabled."
	if e.Why != "" {
		said = "The tool " + show.Quote(e.Name, show.MaxName) + " is unavailable: " + show.Quote(e.Why, maxWhyInHint)
		end = "."
	}
	switch {
	case len(e.Nearest) > 0 && e.Why == "":
		names := quoted(e.Nearest)
		last := len(names) - 1
		if last > 0 {
			names[last-1], names = names[last-1]+" or "+names[last], names[:last]
		}
		end = "; did you mean " + strings.Join(names, ", ") + "?"
	case len(e.Enabled) > 0:
		if end = "; available: " + strings.Join(quoted(e.Enabled), ", "); e.More > 0 {
			end += fmt.Sprintf(" and %d more", e.More)
		}
		end += "."
	}
	return said + end
}

// maxWhyInHint is the room for the reason why a tool is unavailable, in bytes.
const maxWhyInHint = 160

// unknown describes a name that no tool has.
func (s *Toolset) unknown(name string) *UnknownToolError {
	s.index()
	e := &UnknownToolError{Name: name}
	if why, ok := s.reasons[name]; ok {
		if e.Why = strings.TrimRight(why, ". "); e.Why == "" {
			e.Why = "the reason is not known"
		}
		e.some(s.ordered)
		return e
	}
	e.Nearest = near.Few(name, s.ordered, 3)
	if len(e.Nearest) == 0 {
		e.some(s.ordered)
	}
	return e
}

// some names the first of the enabled tools.
func (e *UnknownToolError) some(enabled []string) {
	shown := min(len(enabled), 5)
	e.Enabled = append(e.Enabled, enabled[:shown]...)
	e.More = len(enabled) - shown
}
