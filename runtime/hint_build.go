package runtime

import (
	"cmp"
	"errors"
	"slices"
)

// How many of each a hint shows.
const (
	maxMissing     = 3
	maxConstraints = 3
	maxUnknown     = 3
	maxRules       = 3
	maxRemedies    = 2
	maxAllowed     = 5
)

// BuildHint tells what was wrong with a call of a tool and how to mend it. A nil error gives a nil
// hint. An error with an Issues method, itself or wrapped or joined, is used as it is; errors of
// encoding/json are read for what they say; of any other the text is quoted, and fields of the
// tool that it names become constraints. The tool may be nil where it is unknown.
//
// The action is [Correct] unless there is reason for another: [Stop] where the fault is not the
// caller's, [Shrink] where the call was cut off or is too long, [CallFirst] where a verified remedy
// supplies a faulty field, and [AskUser] where nothing is wrong but missing fields for which the
// tool's rules have a question, which says that only the user knows them. (A missing field without
// a question may just be an oversight of the model; it gets a ClarifyingQuestion beside [Correct].)
func BuildHint(t Tool, err error, opts ...HintOption) (hint *RetryHint) {
	if err == nil {
		return nil
	}
	cfg := hintConfig{budget: DefaultBudget}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&cfg)
		}
	}
	// An error whose methods panic is still an error to tell of.
	caught := protect(func() {
		cfg.decode = decoderOf(t)
		hint = buildHint(specOf(t), err, cfg)
	})
	if caught != nil {
		hint = &RetryHint{Reason: Internal, Action: Stop, Tool: "", Message: internalMessage}
	}
	return hint
}

// forResult makes the hint one about a result.
func forResult() HintOption { return HintOption{func(c *hintConfig) { c.result = true }} }

// forKind tells what kind of failure the caller has found.
func forKind(kind FailureKind) HintOption { return HintOption{func(c *hintConfig) { c.kind = kind }} }

const internalMessage = "The tool failed for a reason that no other arguments would mend."

// hintBuilder makes one hint.
type hintBuilder struct {
	spec     *ToolSpec
	cfg      hintConfig
	issues   []hintIssue
	left     int // issues that are counted only
	hint     *RetryHint
	derived  []hintIssue // faults that the call would have once its own are mended
	entries  []constraintEntry
	narrowed bool // the example is of the shown issues only
	doc      any  // the call, once parsed
	parsed   bool
	insist   bool // ask about every field at fault
	wrapped  bool // the arguments came as a string of JSON
	// shown is, for each entry of the hint's lists, the number of issues that it stands for.
	shown struct{ missing, constraints, unknown, rules []int }
}

// constraintEntry is an entry of the hint's constraints and the number of issues it stands for.
type constraintEntry struct {
	FieldConstraint
	issues int
}

func buildHint(spec *ToolSpec, err error, cfg hintConfig) *RetryHint {
	b := &hintBuilder{spec: spec, cfg: cfg, hint: &RetryHint{
		Reason: InvalidArguments, Action: Correct, Tool: clean(spec.Name, maxNameInHint),
	}}
	var unknown *UnknownToolError
	if errors.As(err, &unknown) {
		b.toolNotFound(unknown)
		return b.sharpened()
	}
	if cfg.result {
		return b.badResult(err)
	}
	if cfg.kind == FailureInternal {
		return b.internal()
	}
	issues, omitted, _ := issuesOf(err)
	text := ""
	if len(issues) == 0 {
		issues, text = b.foreign(err)
	}
	issues = b.plainly(issues)
	var injected bool
	b.issues, b.left, injected = rankIssues(spec, issues)
	b.left += omitted
	for i := range b.issues {
		b.issues[i].row = b.variantRow(&b.issues[i])
	}
	b.pairIgnored()
	if injected {
		return b.internal()
	}
	if len(b.issues) == 0 {
		b.hint.Reason, b.hint.Action = Internal, Stop
		b.hint.Message = b.foreignMessage(text)
		b.fit()
		return b.hint
	}
	b.reason()
	b.fill()
	b.hint.Remedies = b.remedies()
	b.hint.Action = b.action()
	b.hint.Message = b.message(text)
	b.hint.ExampleInput = b.example(b.issues)
	b.checkExample()
	b.hint.ClarifyingQuestion = b.question(maxMissing)
	b.count()
	return b.sharpened()
}

// fill puts the issues into the hint's lists, as far as the caps allow.
func (b *hintBuilder) fill() {
	for i := range b.issues {
		issue := &b.issues[i]
		switch issue.rank {
		case rankMissing:
			b.addMissing(issue)
		case rankUnknown:
			b.addUnknown(issue)
		case rankRule:
			b.addRule(issue)
		default:
			if isUnreadable(issue.Constraint) {
				b.left-- // said by the message
				continue
			}
			b.addConstraint(issue)
			b.addWords(issue, i == 0)
		}
	}
	b.addFacts()
	slices.SortStableFunc(b.entries, func(x, y constraintEntry) int {
		return cmp.Compare(rankOf(x.Constraint), rankOf(y.Constraint))
	})
	for _, e := range b.entries {
		b.hint.Constraints = append(b.hint.Constraints, e.FieldConstraint)
		b.shown.constraints = append(b.shown.constraints, e.issues)
	}
}

func (b *hintBuilder) addMissing(issue *hintIssue) {
	if len(b.hint.MissingFields) < maxMissing && !slices.Contains(b.hint.MissingFields, issue.path) {
		b.hint.MissingFields = append(b.hint.MissingFields, issue.path)
		b.shown.missing = append(b.shown.missing, 1)
	}
}

func (b *hintBuilder) addUnknown(issue *hintIssue) {
	if len(b.hint.UnknownFields) < maxUnknown && !slices.Contains(b.hint.UnknownFields, issue.path) {
		b.hint.UnknownFields = append(b.hint.UnknownFields, issue.path)
		b.shown.unknown = append(b.shown.unknown, 1)
		// A misspelt key is the commonest slip and the easiest to mend: one always finds room.
		if issue.like != "" && len(b.entries) == 0 {
			b.entries = append(b.entries, constraintEntry{b.constraint(issue), 0})
		}
	}
}

func (b *hintBuilder) addRule(issue *hintIssue) {
	if len(b.hint.Rules) == maxRules {
		return
	}
	rule := RuleHint{ID: clean(issue.Rule, maxNameInHint)}
	if rule.ID == "" {
		rule.ID = clean(issue.Constraint, maxNameInHint)
	}
	fields := issue.Fields
	if len(fields) == 0 && issue.Field != "" {
		fields = []string{issue.Field}
	}
	hidden := false
	for _, f := range fields {
		steps := splitPath(f)
		hidden = hidden || b.spec.flagged(steps, isSensitive)
		if len(rule.Fields) < maxAllowed && !b.spec.flagged(steps, isInjected) {
			rule.Fields = append(rule.Fields, clean(f, maxPathInHint))
		}
	}
	// A rule's text may repeat the values that it read.
	if !hidden {
		rule.Message = clean(issue.Message, maxTextInHint)
	}
	b.hint.Rules = append(b.hint.Rules, rule)
	b.shown.rules = append(b.shown.rules, 1)
}

// addConstraint adds what a field has to satisfy, or counts the issue to the entry that the field
// already has: an entry says all that the schema knows of the field.
func (b *hintBuilder) addConstraint(issue *hintIssue) {
	for i := range b.entries {
		if e := &b.entries[i]; e.Field == issue.path {
			e.expect(issue.Constraint, issue.Expected)
			e.issues++
			return
		}
	}
	if len(b.entries) < maxConstraints {
		b.entries = append(b.entries, constraintEntry{b.constraint(issue), 1})
	}
}

// addWords adds what no entry of the constraints can say: the variants of a union, and the
// words of a backend that refuses a value.
func (b *hintBuilder) addWords(issue *hintIssue, first bool) {
	if len(b.hint.Rules) == maxRules {
		return
	}
	if issue.Message != "" && !first && !b.secretMessage(issue) {
		b.addRule(issue)
		b.shown.rules[len(b.shown.rules)-1] = 0 // the issue is counted with its constraint
	}
	if issue.choice != "" || issue.Constraint != "oneOf" && issue.Constraint != "anyOf" {
		return
	}
	if rule, ok := b.variantsRule(issue); ok {
		b.hint.Rules = append(b.hint.Rules, rule)
		b.shown.rules = append(b.shown.rules, 0)
	}
}

// addFacts uses the room that is left for entries that stand for no issue of their own: what an
// unknown key was probably meant to be, and what a missing field has to be.
func (b *hintBuilder) addFacts() {
	for _, rank := range []hintRank{rankUnknown, rankMissing} {
		for i := range b.issues {
			issue := &b.issues[i]
			if issue.rank != rank || len(b.entries) == maxConstraints || b.hasEntry(issue.path) {
				continue
			}
			c := b.constraint(issue)
			worth := c.Suggest != nil
			if rank == rankMissing {
				worth = worth || c.tells()
			}
			shown := slices.Contains(b.hint.MissingFields, issue.path) || slices.Contains(b.hint.UnknownFields, issue.path)
			if worth && shown {
				b.entries = append(b.entries, constraintEntry{c, 0})
			}
		}
	}
}

func (b *hintBuilder) hasEntry(path string) bool {
	return slices.ContainsFunc(b.entries, func(e constraintEntry) bool { return e.Field == path })
}

// count sets Omitted to the number of issues that no list shows.
func (b *hintBuilder) count() {
	total := len(b.issues) + b.left
	for _, list := range [][]int{b.shown.missing, b.shown.constraints, b.shown.unknown, b.shown.rules} {
		for _, n := range list {
			total -= n
		}
	}
	b.hint.Omitted = max(total, 0)
}
