package toolblock

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Level is one of the four levels of checks.
type Level string

const (
	// LevelStructure checks that the block is one JSON object that names an existing tool.
	LevelStructure Level = "structure"
	// LevelRequired checks that all required members are present.
	LevelRequired Level = "required"
	// LevelTool checks the other constraints of the tool's schema, and the checks of [WithCheck].
	LevelTool Level = "tool"
	// LevelRules checks the tool's rules over several members.
	LevelRules Level = "rules"
)

var levels = [...]Level{LevelStructure, LevelRequired, LevelTool, LevelRules}

// Check is the result of one level.
type Check struct {
	Level   Level   `json:"level"`
	Outcome Outcome `json:"outcome"`
}

// Outcome is the outcome of a level.
type Outcome string

// Outcomes. A level is skipped if the structure does not allow to check it.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Skipped Outcome = "skipped"
)

// Issue is a fault of a block with its level.
type Issue struct {
	Level Level `json:"level"`
	runtime.ValidationIssue
}

// leveled assigns issues to their levels.
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

// isUnreadable reports whether an issue prevents further checks.
func isUnreadable(issue Issue) bool {
	return issue.Level == LevelStructure && issue.Constraint != "duplicateKey"
}

// checksOf summarizes the issues by level. If a block was rejected for another reason, the levels that it might
// have failed count as skipped.
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

// firstKey returns the first key of a path.
func firstKey(field string) string {
	if steps := fieldpath.Split(field); len(steps) > 0 {
		return steps[0].Key
	}
	return ""
}
