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
	// matchTimeout bounds a backtracking match at generation.
	matchTimeout = 200 * time.Millisecond
	// matchBudget bounds all backtracking matches of one schema. Those of an ordinary schema take
	// milliseconds.
	matchBudget = time.Second
	// maxMatchSteps bounds the other matches, of which none takes long, by their number: they are counted,
	// so that the diagnostics of a schema are the same on every machine. A step is one byte of a text at one
	// instruction.
	maxMatchSteps = 500_000_000
	// compileSteps is what one instruction takes to make, in steps.
	compileSteps = 200
	// maxCompiled bounds how many instructions are kept.
	maxCompiled = 200_000
)

// Matcher matches texts of a schema by patterns of it. The zero matcher is ready for use.
type Matcher struct {
	compiled map[string]compiledPattern
	size     int // instructions in compiled
	steps    int
	spent    time.Duration // by backtracking
}

// compiledPattern is a pattern that is ready to be matched. run is nil where matches cannot be decided.
type compiledPattern struct {
	run          func(s string) (match bool, err error)
	size         int // instructions, about
	backtracking bool
}

// Match reports whether an ECMA-262 pattern matches a text somewhere. ok is false where that
// cannot be decided, which holds from then on for a pattern that took too long once. A pattern that does not
// compile is reported where it stands.
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

// Exhausted reports whether there were so many matches that no more are tried.
func (m *Matcher) Exhausted() bool { return m.steps > maxMatchSteps }

// compilePattern makes a pattern ready.
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

// patternEngine lets the schema library compile patterns; what it cannot match it lets pass,
// since patterns are checked by gen/ecma where they stand.
func (l *Library) patternEngine(text string) (jsonschema.Regexp, error) {
	return libraryPattern{text, &l.Patterns}, nil
}

// libraryPattern matches as ECMA-262 says.
type libraryPattern struct {
	text string
	by   *Matcher
}

func (p libraryPattern) String() string { return p.text }

func (p libraryPattern) MatchString(s string) bool {
	match, ok := p.by.Match(p.text, s)
	return match || !ok
}
