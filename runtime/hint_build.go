package runtime

import (
	"errors"
	"sync"
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
	b := hintBuilders.Get().(*hintBuilder)
	b.cfg.budget = DefaultBudget
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&b.cfg)
		}
	}
	// An error whose methods panic is still an error to tell of.
	caught := protect(func() {
		b.tool, b.spec = t, specOf(t)
		hint = b.build(err)
	})
	if caught != nil {
		return &RetryHint{Reason: Internal, Action: Stop, Tool: "", Message: internalMessage}
	}
	b.release()
	return hint
}

// hintBuilders keeps the memory of builders. One that panicked is not used again.
var hintBuilders = sync.Pool{New: func() any { return new(hintBuilder) }}

// maxScratch is the memory for text that a builder keeps.
const maxScratch = 8 << 10

// release gives the builder back, without what it refers to.
func (b *hintBuilder) release() {
	clear(b.room)
	clear(b.stepRoom)
	clear(b.example.members)
	if cap(b.scratch) > maxScratch {
		b.scratch = nil
	}
	*b = hintBuilder{
		room: b.room[:0], stepRoom: b.stepRoom[:0], scratch: b.scratch,
		example: patchObject{members: b.example.members[:0]},
	}
	hintBuilders.Put(b)
}

// forResult makes the hint one about a result.
func forResult() HintOption { return HintOption{func(c *hintConfig) { c.result = true }} }

// forKind tells what kind of failure the caller has found.
func forKind(kind FailureKind) HintOption { return HintOption{func(c *hintConfig) { c.kind = kind }} }

const internalMessage = "The tool failed for a reason that no other arguments would mend."

// hintBuilder makes one hint.
type hintBuilder struct {
	tool      Tool // nil where it is unknown
	spec      *ToolSpec
	cfg       hintConfig
	issues    []hintIssue
	left      int // issues that are counted only
	hint      *RetryHint
	derived   []hintIssue  // faults that the call would have once its own are mended
	narrowed  bool         // the example is of the shown issues only
	patch     *patchObject // the example, nil where it is a whole call
	invented  invented     // values of the example
	unnamed   bool         // there is no room to name the samples in the example
	isJSON    bool         // the call is known to be JSON
	allNamed  bool         // and all its keys to be ones that the tool has, but for those at fault
	asWritten bool         // it was read as it stands, with no help of leniency
	doc       document     // the call, once asked for
	parsed    bool
	known     bool        // the call is known, and an object
	input     inputSchema // of the tool, as far as it was asked for
	insist    bool        // ask about every field at fault
	wrapped   bool        // the arguments came as a string of JSON
	wrapping  wrapping    // the object of the call that has what is missing around it
	// shown is, for each entry of the hint's lists, the number of issues that it stands for.
	shown struct{ missing, constraints, unknown, rules []int }

	// Memory of the hint.
	entries     *entryRoom
	missingRoom []string
	sampleRoom  []string

	// Memory that the next hint uses again.
	room       []hintIssue
	stepRoom   []pathStep
	shownRoom  [2][maxMissing]int
	example    patchObject // what patch points to, where the example was made here
	memberRoom [8]docMember
	scratch    []byte
}

func (b *hintBuilder) build(err error) *RetryHint {
	// The hint and the list that most hints have share one allocation.
	both := new(struct {
		RetryHint
		missing [maxMissing]string
		samples [maxSamples]string
	})
	b.hint, b.missingRoom, b.sampleRoom = &both.RetryHint, both.missing[:0], both.samples[:0]
	b.hint.Reason, b.hint.Action, b.hint.Tool = InvalidArguments, Correct, clean(b.spec.Name, maxNameInHint)
	if unknown := unknownTool(err); unknown != nil {
		b.toolNotFound(unknown)
		return b.sharpened()
	}
	if b.cfg.result {
		return b.badResult(err)
	}
	if b.cfg.kind == FailureInternal {
		return b.internal()
	}
	issues, omitted, _ := issuesOf(err)
	if len(issues) == 1 && issues[0].Constraint == constraintSize {
		b.cfg.call = nil // nothing reads what is beyond the limit, and no hint is made of it
	}
	text := ""
	if len(issues) == 0 {
		issues, text = foreignIssues(err, b.spec, b.cfg.call)
	}
	b.isJSON, b.allNamed, b.asWritten = readWhole(err, issues)
	issues = b.spec.hidden(lookedAt(b.plainly(issues)))
	r := ranker{ranked: b.room[:0], steps: b.stepRoom[:0]}
	r.rank(b.spec, issues)
	b.issues, b.left = r.ranked, r.left+omitted
	b.room, b.stepRoom = r.ranked, r.steps
	for i := range b.issues {
		b.issues[i].row = b.variantRow(&b.issues[i])
	}
	b.dropForeignKeys()
	b.pairWrapped()
	b.pairIgnored()
	b.nameKeys()
	b.innerFirst()
	if r.injected {
		return b.internal()
	}
	if len(b.issues) == 0 {
		b.hint.Reason, b.hint.Action = Internal, foreignAction(b.spec, text)
		b.hint.Message = foreignMessage(b.spec, text)
		b.fit()
		return b.hint
	}
	b.reason()
	b.fill()
	b.hint.Remedies = b.remedies()
	b.hint.Action = b.action()
	b.hint.Message = b.message(text)
	b.giveExample(b.issues)
	b.checkExample()
	b.hint.ClarifyingQuestion = b.question(maxMissing)
	b.count()
	return b.sharpened()
}

// unknownTool finds the error that says that there is no such tool.
func unknownTool(err error) *UnknownToolError {
	if _, invalid := err.(*ValidationError); invalid {
		return nil
	}
	var unknown *UnknownToolError
	errors.As(err, &unknown)
	return unknown
}

// readWhole reports whether an error tells that the text of the call was read to its end, and that
// it is JSON in which no key stands twice; whether all keys that no issue is about are known; and
// whether it was read as it stands, with no help of leniency.
func readWhole(err error, issues []ValidationIssue) (whole, allNamed, asWritten bool) {
	v, ok := err.(*ValidationError)
	if !ok || !v.isJSON || v.repeated {
		return false, false, false
	}
	allNamed = v.allNamed && v.omitted == 0
	for i := range issues {
		switch rankOf(issues[i].Constraint) {
		case rankStructure:
			return false, false, false
		case rankUnknown:
			allNamed = false
		}
	}
	return true, allNamed, v.asWritten
}
