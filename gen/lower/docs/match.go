package docs

import (
	"regexp"
	"regexp/syntax"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/ecma"
)

const (
	// matchTimeout is the time limit of a backtracking match at generation time.
	matchTimeout = 200 * time.Millisecond
	// matchBudget is the total time for backtracking matches of a schema; usual schemas need milliseconds.
	matchBudget = time.Second
	// maxMatchSteps bounds the other matches by counting steps, so that diagnostics are deterministic. A step
	// is one byte of text at one instruction.
	maxMatchSteps = 500_000_000
	// compileSteps is the cost of compiling one instruction, in steps.
	compileSteps = 200
	// maxCompiled is the maximum number of cached instructions.
	maxCompiled = 200_000
)

// Matcher matches texts in a schema against its patterns. The zero value is ready for use.
type Matcher struct {
	compiled map[string]compiledPattern
	size     int // cached instructions
	steps    int
	spent    time.Duration // on backtracking
}

// compiledPattern is a compiled pattern. run is nil if matches cannot be decided.
type compiledPattern struct {
	run          func(s string) (match bool, err error)
	size         int // approximate number of instructions
	backtracking bool
}

// Match reports whether an ECMA-262 pattern matches anywhere in a text. ok is false if that cannot be decided;
// a pattern that timed out once is not tried again. Patterns that do not compile are reported elsewhere.
func (m *Matcher) Match(pattern, s string) (match, ok bool) {
	if m.Exhausted() {
		return false, false
	}
	p, known := m.compiled[pattern]
	if !known {
		p = compilePattern(pattern)
		if m.size += p.size; m.compiled == nil || m.size > maxCompiled {
			m.compiled, m.size = map[string]compiledPattern{}, p.size
		}
		m.compiled[pattern] = p
		m.steps += compileSteps * p.size
	}
	if p.run == nil {
		return false, false
	}
	if !p.backtracking {
		m.steps += p.size * (len(s) + 1)
		match, _ = p.run(s)
		return match, true
	}
	if m.spent >= matchBudget {
		return false, false
	}
	began := time.Now()
	match, err := p.run(s)
	m.spent += time.Since(began)
	if err != nil {
		p.run = nil
		m.compiled[pattern] = p
	}
	return match, err == nil
}

// Exhausted reports whether the step limit was exceeded.
func (m *Matcher) Exhausted() bool { return m.steps > maxMatchSteps }

// compilePattern compiles a pattern.
func compilePattern(pattern string) compiledPattern {
	p := compiledPattern{size: len(pattern) + 1}
	tr, err := ecma.Translate(pattern)
	if err != nil {
		return p
	}
	if p.backtracking = tr.Backtracking; tr.Backtracking {
		re, err := regexp2.Compile(tr.Expr, regexp2.ECMAScript, regexp2.Unicode)
		if err != nil {
			return p
		}
		re.MatchTimeout = matchTimeout
		p.run = re.MatchString
		return p
	}
	re, err := regexp.Compile(tr.Expr)
	if err != nil {
		return p
	}
	p.run = func(s string) (bool, error) { return re.MatchString(s), nil }
	if tree, err := syntax.Parse(tr.Expr, syntax.Perl); err == nil {
		if program, err := syntax.Compile(tree.Simplify()); err == nil {
			p.size = len(program.Inst)
		}
	}
	return p
}

// patternEngine compiles patterns for the schema library. Unsupported patterns match everything, since gen/ecma
// checks patterns elsewhere.
func (l *Library) patternEngine(text string) (jsonschema.Regexp, error) {
	return libraryPattern{text, &l.Patterns}, nil
}

// libraryPattern matches with ECMA-262 semantics.
type libraryPattern struct {
	text string
	by   *Matcher
}

func (p libraryPattern) String() string { return p.text }

func (p libraryPattern) MatchString(s string) bool {
	match, ok := p.by.Match(p.text, s)
	return match || !ok
}
