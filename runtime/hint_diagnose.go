package runtime

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// diagnosis is what became of a call that was refused.
type diagnosis struct {
	outcome engine.Outcome
	rules   []ValidationIssue // what several values together break, by the program's rules or a backend's
	mend    []engine.Change   // objects and arrays that break what the schema asks of them as a whole
}

// diagnose repairs the call as far as it is known, else says what the issues tell.
func diagnose(t Tool, issues []ValidationIssue, cfg hintConfig) diagnosis {
	spec := specOf(t)
	if slices.ContainsFunc(issues, func(i ValidationIssue) bool {
		return i.Constraint == constraintSize || i.Constraint == constraintDepth
	}) {
		return diagnosis{} // nothing reads what is beyond the limits
	}
	if cfg.call == nil {
		return fromIssues(spec, issues)
	}
	tool := repairTool(t, cfg.decoding...)
	added := foreignTo(tool, issues, cfg)
	tool.Check = added.beside(tool.Check)
	d := diagnosis{outcome: engine.Repair(string(cfg.call), tool)}
	left := issues
	if d.outcome.Corrected != nil && t != nil {
		_, err := t.Decode([]byte(d.outcome.Corrected.JSON()), strictly(cfg.decoding)...)
		found, _, _ := issuesOf(err)
		left = append(spec.hidden(found), added.issues...)
	}
	d.outcome.Without(func(place string) bool { return spec.injected(splitPath(place)) })
	if spec.withholds() {
		d.outcome = d.outcome.Masked(engine.Secrets{
			Is:    func(place string) bool { return spec.sensitive(splitPath(place)) },
			Holds: spec.secret,
			Shown: spec.shownPlace,
		})
	}
	d.sort(spec, left, issues)
	return d
}

// fromIssues is the diagnosis where the text of the call is not known.
func fromIssues(spec *ToolSpec, issues []ValidationIssue) diagnosis {
	faults := make([]engine.Fault, len(issues))
	for i := range issues {
		faults[i] = faultOf(&issues[i])
	}
	d := diagnosis{outcome: engine.Faulty(faults, spec.schema())}
	d.sort(spec, issues, issues)
	return d
}

// sort splits the faults that are left into rules and containers to mend. A rule that the call did not
// break, and that reads what is still asked for, has no verdict yet.
func (d *diagnosis) sort(spec *ToolSpec, left, original []ValidationIssue) {
	for i := range left {
		issue := &left[i]
		if !slices.ContainsFunc(d.outcome.Faults, func(f engine.Fault) bool {
			return f.Field == issue.Field && f.Constraint == issue.Constraint
		}) || spec.IsInjected(*issue) {
			continue
		}
		broken := slices.ContainsFunc(original, func(o ValidationIssue) bool {
			return o.Field == issue.Field && o.Constraint == issue.Constraint && o.Rule == issue.Rule
		})
		if !broken && d.asks(issue) {
			continue
		}
		if rankOf(issue.Constraint) == rankRule || issue.Rule != "" {
			if spec.secretRule(issue) {
				issue.Message = ""
			}
			d.rules = append(d.rules, *issue)
			continue
		}
		words := spec.schema().At(issue.Field).Demand(issue.Constraint)
		if words == "" || issue.Message != "" {
			words = faultWords(issue)
		}
		if words != "" {
			d.mend = append(d.mend, engine.Change{Kind: engine.Mend, Field: issue.Field, To: words})
		}
	}
}

// asks reports whether a value that an issue is about is still asked for.
func (d *diagnosis) asks(issue *ValidationIssue) bool {
	fields := issue.Fields
	if len(fields) == 0 {
		fields = []string{issue.Field}
	}
	return slices.ContainsFunc(d.outcome.Ask, func(a engine.Ask) bool {
		return slices.ContainsFunc(fields, func(f string) bool { return leadsTo(f, a.Field) || leadsTo(a.Field, f) })
	})
}

// leadsTo reports whether a path is another one or leads to it.
func leadsTo(outer, inner string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || outer == "" || rest[0] == '.' || rest[0] == '[')
}

// addedIssues are issues that the tool's own decoder does not have: a backend or another validator found
// them. They hold for another text as far as it has the same values at their places.
type addedIssues struct {
	issues []ValidationIssue
	faults []engine.Fault
	places []string
	were   []string // the values at the places in the call, as JSON
}

// foreignTo finds the issues that the tool's own decoder does not have.
func foreignTo(tool engine.Tool, issues []ValidationIssue, cfg hintConfig) addedIssues {
	var f addedIssues
	own := map[[2]string]bool{}
	if tool.Check != nil {
		for _, fault := range tool.Check(cfg.call) {
			own[[2]string{fault.Field, fault.Constraint}] = true
		}
	}
	capped := len(own) >= limits.MaxIssues // the others are beyond the cap, not foreign
	for i := range issues {
		issue := &issues[i]
		if capped || len(f.issues) == maxHintIssues || rankOf(issue.Constraint) == rankStructure || own[[2]string{issue.Field, issue.Constraint}] {
			continue
		}
		f.issues, f.faults, f.places = append(f.issues, *issue), append(f.faults, faultOf(issue)), append(f.places, issue.Field)
	}
	if len(f.places) == 0 {
		return f // so that the call is not read for nothing
	}
	f.were = engine.Lookup(string(cfg.call), f.places...)
	return f
}

// beside is a check that finds the foreign issues, too.
func (f addedIssues) beside(own func([]byte) []engine.Fault) func([]byte) []engine.Fault {
	return func(text []byte) []engine.Fault {
		var faults []engine.Fault
		if own != nil {
			faults = own(text)
		}
		if len(f.faults) == 0 {
			return faults
		}
		for i, now := range engine.Lookup(string(text), f.places...) {
			if now == f.were[i] {
				faults = append(faults, f.faults[i])
			}
		}
		return faults
	}
}

// faultOf is an issue as the engine takes it.
func faultOf(issue *ValidationIssue) engine.Fault {
	return engine.Fault{Field: issue.Field, Constraint: issue.Constraint, Message: faultWords(issue), Got: gotWords(issue), Said: issue.Message != ""}
}

// faultWords says what a value at fault must do: "must be at least 3". A backend's own words are quoted.
func faultWords(issue *ValidationIssue) string {
	if isUnreadable(issue.Constraint) {
		return clean(issue.Message, maxTextInHint)
	}
	bare := *issue
	bare.Got, bare.Message = nil, ""
	said := ""
	if fits, ok := strings.CutPrefix(issue.Message, constraint.SeveralVariants); ok {
		return "must fit exactly one variant, and fits several: " + quoteCut(fits, maxTextInHint)
	}
	if issue.Message != "" && !undecided(issue) {
		said = quoteCut(issue.Message, maxTextInHint)
	}
	demand := ""
	if issue.Expected != nil || said == "" {
		demand = clean(bare.demand(), maxDemandInLine)
	}
	switch {
	case undecided(issue) && issue.Message == undecidedMessage:
		return "takes too long to match its pattern; write it shorter or simpler"
	case undecided(issue):
		return "was not checked, since other texts took too long; write those shorter or simpler"
	case issue.Constraint == "uniqueItems" && issue.Got != nil && said == "":
		return demand + "; has " + gotWords(issue) + " more than once"
	case said == "":
		return demand
	case demand == "":
		return "is not accepted: " + said
	}
	return demand + " (" + said + ")"
}

// gotWords names what came, "" where nothing is known of it.
func gotWords(issue *ValidationIssue) string {
	if issue.Got == nil {
		return ""
	}
	switch issue.Constraint {
	case "type":
		if kind, ok := issue.Got.(string); ok {
			return string(appendArticle(nil, kind))
		}
	case "minLength", "maxLength":
		return counted(issue.Got, "character")
	case "minItems", "maxItems", "minContains", "maxContains":
		return counted(issue.Got, "item")
	case "minProperties", "maxProperties":
		return counted(issue.Got, "key")
	}
	if raw, ok := rawValue(cleanGot(issue.Got), maxTextInHint); ok {
		return string(raw)
	}
	return ""
}

// counted is a number of things: "1 item".
func counted(n any, of string) string {
	text := jsonText(n)
	if text == "1" {
		return text + " " + of
	}
	return text + " " + of + "s"
}

// secret reports whether a place holds what is not shown, or has it in it or around it.
func (s *ToolSpec) secret(place string) bool {
	s.tree()
	if !s.fields.sensitive {
		return false
	}
	_, secret, n := s.shownPath(place)
	if secret || n != nil && s.hidesValues(n) {
		return true
	}
	return slices.ContainsFunc(splitPath(place), func(step pathStep) bool {
		return !step.IsIndex && s.schema().Secret(step.Key)
	})
}

// shownPlace is a place of a refused call as it may be shown: below others only keys that the tool knows, since
// the others may be values of a sensitive field that stands in a wrong place.
func (s *ToolSpec) shownPlace(place string) string {
	shown, _, n := s.shownPath(place)
	if n != nil {
		return shown
	}
	steps, masked := splitPath(shown), false
	for i := 1; i < len(steps); i++ {
		if step := &steps[i]; !step.IsIndex && step.Key != Redacted && !s.schema().Declares(step.Key) {
			step.Key, masked = Redacted, true
		}
	}
	if !masked {
		return shown
	}
	return joinSteps(steps)
}

// secretRule reports whether a rule's own text may repeat a value that must not be shown.
func (s *ToolSpec) secretRule(issue *ValidationIssue) bool {
	return s.sensitive(splitPath(issue.Field)) || slices.ContainsFunc(issue.Fields, func(f string) bool { return s.sensitive(splitPath(f)) })
}

// undecidedMessage is what [Engine]s say of a text that takes too long: there is no verdict.
const undecidedMessage = "the pattern takes too long on this text"

// undecided reports whether an issue says that a pattern could not be matched in time.
func undecided(issue *ValidationIssue) bool {
	return issue.Constraint == "pattern" && (issue.Message == constraint.OverBudget || issue.Message == undecidedMessage)
}

// lookedAt are the issues without those of texts that were not matched because another one took too long.
func lookedAt(issues []ValidationIssue) []ValidationIssue {
	slow := slices.ContainsFunc(issues, func(i ValidationIssue) bool { return i.Constraint == "pattern" && i.Message == undecidedMessage })
	if !slow {
		return issues
	}
	return slices.DeleteFunc(slices.Clone(issues), func(i ValidationIssue) bool {
		return i.Constraint == "pattern" && i.Message == constraint.OverBudget
	})
}

// withholds reports whether text of unknown meaning must not be shown, since nothing tells which
// part of it is the value of a sensitive field.
func (s *ToolSpec) withholds() bool {
	s.tree()
	return s.fields.sensitive
}
