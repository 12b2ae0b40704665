package rules

import (
	"slices"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// annotation holds what one place declares about one schema node: an entry of an overlay's tools or fields, or
// an x-toolgen object.
type annotation struct {
	tool words // words of the tool: write, confirm, …
	// words are the valid words of the node, in the order of wordOrder. Values are in normal form: a single
	// remedy is a list of one.
	words  []tooldef.Member
	fields []fieldEntry
}

// words holds the values of an annotation by word.
type words map[string]*tooldef.Node

// is reports whether a word is present and true.
func (w words) is(word string) bool { return w[word] != nil && w[word].Bool }

// add adds a word in normal form.
func (a *annotation) add(key tooldef.Member, value *tooldef.Node) {
	a.words = append(a.words, tooldef.Member{Key: key.Key, KeyPos: key.KeyPos, Value: value})
}

// fieldEntry is an annotation of the field at a path.
type fieldEntry struct {
	steps []step
	key   tooldef.Member // source of the path
	*annotation
}

// level tells where an annotation was found, which decides the words it may contain.
type level uint8

const (
	ofTool   level = iota // entry of an overlay's tools
	ofField               // entry of fields, which may contain schema keywords
	ofRoot                // x-toolgen of a tool's input schema
	ofSchema              // x-toolgen of any other schema
)

// The words of toolgen's own vocabulary.
var (
	toolWords = []string{"write", "blankIsMissing", "confirm", "approval", "unchecked", "verify", "retry"}
	nodeWords = []string{
		"required", "closed", "fields", "rules", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes",
		"sensitive", "injected", "question", "remedy", "known",
	}
	goWords     = []string{"go-name", "go-type", "go-type-import"}
	goToolWords = goWords[:1] // those that apply to tools
	// fieldWords do not apply to tools.
	fieldWords = []string{"sensitive", "injected", "known"}
	ruleWords  = []string{"id", "rule", "message", "messageExpression", "fieldPath", "reason", "optionalOldSelf"}
)

// words lists the allowed words of a level, for suggestions.
func (l level) words() []string {
	switch l {
	case ofTool:
		return slices.Concat(toolWords, nodeWords, goToolWords)
	case ofField:
		return slices.Concat(nodeWords, goWords, keywords())
	case ofRoot:
		return slices.Concat(toolWords, nodeWords, goWords)
	}
	return slices.Concat(nodeWords, goWords)
}

// wordOrder is the order in which the words of a node are merged; words of equal rank keep their order.
// Keywords have the rank 0.
var wordOrder = map[string]int{
	"required": -2, "closed": -1,
	"exactlyOneOf": 1, "atLeastOneOf": 1, "atMostOneOf": 1, "requires": 1, "excludes": 1,
	"rules": 2, "sensitive": 3, "injected": 4, "question": 5, "remedy": 6, "known": 7,
}
