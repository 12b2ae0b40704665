package runtime

import (
	"slices"
	"strings"
)

// valuesOfFaults names what came at each place at fault, "" where a value is missing.
func valuesOfFaults(issues []ValidationIssue) map[string]string {
	values := map[string]string{}
	for i := range issues {
		issue := &issues[i]
		if len(values) == maxHintIssues {
			break
		}
		if rank := rankOf(issue.Constraint); issue.Field != "" && rank != rankUnknown && rank != rankRule && rank != rankStructure {
			values[issue.Field] = gotWords(issue)
		}
	}
	return values
}

// sinceLast says what has changed, since the last try, in fields that are at fault again; "" where none is.
func sinceLast(before, now map[string]string, fields []string) string {
	var parts []string
	for i, field := range fields {
		was, failed := before[field]
		is, fails := now[field]
		if !failed || !fails || slices.Contains(fields[:i], field) || len(parts) == maxRepeated {
			continue
		}
		name := showPath(clean(field, maxPathInHint))
		switch {
		case was == "" && is == "":
			parts = append(parts, name+" is still missing")
		case was == is:
			parts = append(parts, name+" is still "+is)
		case is == "":
			parts = append(parts, name+" was "+was+" and is missing now")
		case was == "":
			parts = append(parts, name+" was missing and is "+is+" now")
		default:
			parts = append(parts, name+" was "+was+" and is "+is+" now")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Since the last try: " + strings.Join(parts, "; ") + ". That was refused, too."
}
