package ecma

// Program decides a simple pattern in one pass, without an engine. Its steps match one after the other, from the start of
// the text. They do not backtrack: if a step fails, the text does not match, because [Linear] accepts only patterns whose
// next rune decides how to continue.
type Program struct {
	Start bool // anchored at the start of the text; otherwise, a Text is the only step, if there is one
	End   bool // anchored at the end of the text
	Steps []Step
}

// Step is Text, Run or Words; the set is closed.
type Step any

// Text is a fixed text.
type Text string

// Run matches between Min and Max runes of a set, as many as there are. A Set that is ASCII() can be tested byte by byte.
type Run struct {
	Set Set
	Min int
	Max int // Unbounded without a limit
}

// Words matches the first of several non-empty texts. Words come before their own prefixes, so their order matters.
type Words []string

// Unbounded is the Max of a step without limit.
const Unbounded = unlimited
