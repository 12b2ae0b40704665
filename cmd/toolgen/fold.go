package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// fewTools is the number of tools up to which a shared diagnostic is printed for each.
	fewTools = 3
	// fewNames is the number of tools named in a folded diagnostic.
	fewNames = 5
)

// alike is equal for diagnostics with the same text at different places of a file.
type alike struct {
	severity                    model.Severity
	file, keyword, problem, fix string
}

func alikeOf(d model.Diagnostic) alike {
	return alike{d.Severity, d.Pos.File, d.Keyword, d.Problem, d.Fix}
}

// fold prints a diagnostic shared by many tools once, at the first of them, with a count of the others: one
// change fixes them all, and repeated they would hide other errors. Duplicates from two packages of one source
// are dropped.
func fold(list model.Diagnostics) model.Diagnostics {
	places := map[model.Diagnostic]bool{}
	list = slices.DeleteFunc(slices.Clone(list), func(d model.Diagnostic) bool {
		said := places[d]
		places[d] = true
		return said
	})
	groups := map[alike]*group{}
	for _, d := range list {
		g := groups[alikeOf(d)]
		if g == nil {
			g = &group{}
			groups[alikeOf(d)] = g
		}
		g.add(d.Tool)
	}
	folded := list[:0]
	for _, d := range list {
		g := groups[alikeOf(d)]
		switch {
		case len(g.tools) <= fewTools:
			folded = append(folded, d)
		case !g.reported:
			g.reported = true
			folded = append(folded, g.tell(d))
		}
	}
	return folded
}

// group collects like diagnostics.
type group struct {
	places   int
	tools    []string
	named    map[string]bool
	reported bool
}

func (g *group) add(tool string) {
	g.places++
	if tool == "" || g.named[tool] {
		return
	}
	if g.named == nil {
		g.named = map[string]bool{}
	}
	g.named[tool] = true
	g.tools = append(g.tools, tool)
}

// tell appends the others to the first diagnostic of the group.
func (g *group) tell(d model.Diagnostic) model.Diagnostic {
	others := g.tools[1:]
	names := strings.Join(others[:min(len(others), fewNames)], ", ")
	if more := len(others) - fewNames; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	text := &d.Fix
	if d.Fix == "" {
		text = &d.Problem
	}
	*text += fmt.Sprintf(" (and at %d more places, in the tools %s)", g.places-1, names)
	return d
}
