package runtime

import (
	"fmt"
	"strings"
)

// UnknownToolError says that no enabled tool has a name.
type UnknownToolError struct {
	Name    string
	Nearest []string // the names that were probably meant, at most 3
	Enabled []string // where none is near: the first enabled tools, at most 5
	More    int      // how many further tools are enabled
}

// Error names the tool and what to call instead.
func (e *UnknownToolError) Error() string { return e.sentence() }

// sentence names the tool that is not there and what to call instead.
func (e *UnknownToolError) sentence() string {
	var s strings.Builder
	s.WriteString("There is no tool " + quoteCut(e.Name, maxNameInHint))
	list := func(names []string, sep, last string) {
		for i, name := range names {
			switch {
			case i == 0:
			case i == len(names)-1:
				s.WriteString(last)
			default:
				s.WriteString(sep)
			}
			s.WriteString(quoteCut(name, maxNameInHint))
		}
	}
	switch {
	case len(e.Nearest) > 0:
		s.WriteString("; did you mean ")
		list(e.Nearest, ", ", " or ")
		s.WriteString("?")
	case len(e.Enabled) > 0:
		s.WriteString("; there are ")
		list(e.Enabled, ", ", ", ")
		if e.More > 0 {
			fmt.Fprintf(&s, " and %d more", e.More)
		}
		s.WriteString(".")
	default:
		s.WriteString("; no tool is enabled.")
	}
	return s.String()
}

// unknown describes a name that no tool has.
func (s *Toolset) unknown(name string) *UnknownToolError {
	s.index()
	e := &UnknownToolError{Name: name}
	for _, near := range nearestFew(name, s.ordered, 3) {
		e.Nearest = append(e.Nearest, near.word)
	}
	if len(e.Nearest) == 0 {
		shown := min(len(s.ordered), 5)
		e.Enabled = append(e.Enabled, s.ordered[:shown]...)
		e.More = len(s.ordered) - shown
	}
	return e
}
