package foreign

import "github.com/toolgen/toolgen/runtime/internal/lazy"

var (
	pythonRequired = lazy.Pattern(`(?m)(?:^|: )['"]([^'"\n]+)['"] is a required property`)
	pythonExtra    = lazy.Pattern(`Additional properties are not allowed \((.*?) (?:was|were) unexpected\)`)
	pythonInstance = lazy.Pattern(`(?m)^On instance((?:\[[^\]\n]*\])*):`)
	pythonFailing  = lazy.Pattern(`(?m)^Failed validating '(\w+)' in schema`)
)

// pythonText reads the text of the Python package jsonschema, which MCP servers in Python use for
// their input schemas. Its first line names the place of missing and extra keys of the whole
// only; the long form ends with the place.
func pythonText(text string) []Fault {
	var at []Step
	place := pythonInstance().FindStringSubmatch(text)
	if place != nil {
		at = dotted(place[1])
	}
	var faults []Fault
	if m := pythonRequired().FindStringSubmatch(text); m != nil {
		faults = append(faults, Fault{Path: below(at, m[1]), Keyword: "required"})
	}
	if m := pythonExtra().FindStringSubmatch(text); m != nil {
		faults = append(faults, fault(at, "additionalProperties", m[1], "")...)
	}
	if m := pythonFailing().FindStringSubmatch(text); m != nil && place != nil && len(faults) == 0 {
		faults = append(faults, Fault{Path: at, Keyword: m[1]})
	}
	return faults
}
