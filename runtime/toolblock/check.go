package toolblock

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Level is one of the four levels of checks.
type Level string

const (
	// LevelStructure asks whether the block is one JSON object that names a tool which there is.
	LevelStructure Level = "structure"
	// LevelRequired asks whether all required members are there.
	LevelRequired Level = "required"
	// LevelTool is all else that the tool asks for: the types and bounds of its schema, and the
	// checks that [WithCheck] adds.
	LevelTool Level = "tool"
	// LevelRules is the tool's rules over several members.
	LevelRules Level = "rules"
)

var levels = [...]Level{LevelStructure, LevelRequired, LevelTool, LevelRules}

// Check is the outcome of one level.
type Check struct {
	Level   Level   `json:"level"`
	Outcome Outcome `json:"outcome"`
}

// Outcome is what came of a level of checks.
type Outcome string

// The outcomes. A level is skipped where the structure does not allow it.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Skipped Outcome = "skipped"
)

// Issue is a fault of a block, with the level that found it.
type Issue struct {
	Level Level `json:"level"`
	runtime.ValidationIssue
}

// leveled gives issues their levels.
func leveled(issues []runtime.ValidationIssue) []Issue {
	out := make([]Issue, len(issues))
	for i, issue := range issues {
		out[i] = Issue{levelOf(issue), issue}
	}
	return out
}

func levelOf(issue runtime.ValidationIssue) Level {
	switch issue.Constraint {
	case "json", "truncated", "depth", "size", "duplicateKey":
		return LevelStructure
	case "required", "dependentRequired":
		return LevelRequired
	case "rule", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes":
		return LevelRules
	}
	switch {
	case issue.Rule != "":
		return LevelRules
	case issue.Field == "" && issue.Constraint == "type":
		return LevelStructure
	}
	return LevelTool
}

// isUnreadable reports whether an issue hides what else may be wrong.
func isUnreadable(issue Issue) bool {
	return issue.Level == LevelStructure && issue.Constraint != "duplicateKey"
}

// checksOf sums up the issues by level. Where something else keeps a block from being run, the
// levels that it might have failed count as skipped.
func checksOf(issues []Issue, unread, faulty bool) []Check {
	checks := make([]Check, len(levels))
	for i, level := range levels {
		checks[i] = Check{level, Passed}
		if i > 0 && unread || i > 1 && faulty {
			checks[i].Outcome = Skipped
		}
		for _, issue := range issues {
			if issue.Level == level {
				checks[i].Outcome = Failed
			}
		}
	}
	return checks
}

// firstKey is the member of the outermost object that a path leads through.
func firstKey(field string) string {
	pointer := strings.TrimPrefix(runtime.Pointer(field), "/")
	key, _, _ := strings.Cut(pointer, "/")
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
}
