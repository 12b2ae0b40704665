package main

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// fewTools is the number of tools up to which a shared diagnostic is printed for each.
	fewTools = 3
	// fewNames is the maximum number of names in a message.
	fewNames = 5
)

// alike is equal for diagnostics with the same text at different places of a file.
func alike(d model.Diagnostic) model.Diagnostic {
	d.Pos, d.Pointer, d.Tool = model.Pos{File: d.Pos.File}, "", ""
	return d
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
	tools := map[model.Diagnostic][]string{} // each once: its diagnostics come together
	for _, d := range list {
		key := alike(d)
		if said := tools[key]; d.Tool != "" && (len(said) == 0 || said[len(said)-1] != d.Tool) {
			tools[key] = append(said, d.Tool)
		}
	}
	folded := list[:0]
	reported := map[model.Diagnostic]bool{}
	for _, d := range list {
		key := alike(d)
		if others := len(tools[key]) - 1; others >= fewTools {
			if reported[key] {
				continue
			}
			reported[key] = true
			text := &d.Fix
			if d.Fix == "" {
				text = &d.Problem
			}
			*text += fmt.Sprintf(" (and the same in %d more tools)", others)
		}
		folded = append(folded, d)
	}
	return folded
}
