package workspace

import (
	"errors"
	"path"
	"strings"
)

// glob is a pattern for paths. Each part has the syntax of [path.Match], or is ** for any number of parts.
type glob []string

func parseGlob(pattern string) (glob, error) {
	if strings.Contains(pattern, "{") {
		return nil, errors.New("braces are not supported; search for one pattern at a time")
	}
	g := glob(strings.Split(strings.TrimPrefix(pattern, "./"), "/"))
	for _, part := range g {
		if _, err := path.Match(part, ""); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// match takes time proportional to both lengths, however many ** there are.
func (g glob) match(name string) bool {
	at := make([]bool, len(g)+1) // whether the first i parts of g match the name so far
	at[0] = true
	for part := range strings.SplitSeq(name, "/") {
		g.skip(at)
		next := make([]bool, len(g)+1)
		for i, want := range g {
			if !at[i] {
				continue
			}
			if want == "**" {
				next[i] = true
			} else if ok, err := path.Match(want, part); ok && err == nil {
				next[i+1] = true
			}
		}
		at = next
	}
	g.skip(at)
	return at[len(g)]
}

// skip lets each ** match nothing.
func (g glob) skip(at []bool) {
	for i, part := range g {
		at[i+1] = at[i+1] || at[i] && part == "**"
	}
}
