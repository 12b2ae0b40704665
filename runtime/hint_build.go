package runtime

import "errors"

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
// hint; the tool may be nil where it is unknown.
//
// An error with an Issues method, itself or wrapped or joined, is used as it is. Errors of
// encoding/json and of other validators, in Go or as text in the error of an MCP server (ajv, zod,
// pydantic, the jsonschema packages of Go and Python, goa), are read for what they say; of any
// other error the text is quoted, and the fields of the tool that it names become constraints. A
// field that the tool does not have is never named.
//
// The action is [Correct] unless there is reason for another: [Stop] where the fault is not the
// caller's, [Shrink] where the call was cut off or is too long, [CallFirst] where a verified remedy
// supplies a faulty field, and [AskUser] where nothing is wrong but missing fields for which the
// tool's rules have a question, which says that only the user knows them. (A missing field without
// a question may just be an oversight of the model; it gets a ClarifyingQuestion beside [Correct].)
//
// Where the call is known, the example is tried out on it with the tool's Decode: the call with the
// example merged into it is valid, but for values for which the hint has a question.
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
		cfg.decode = decoderOf(t, cfg.decoding)
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
