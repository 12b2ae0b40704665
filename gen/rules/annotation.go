package rules

import "github.com/toolgen/toolgen/gen/tooldef"

// annotation holds what one place declares about one schema node: an entry of an overlay's tools or fields, or
// an x-toolgen object.
type annotation struct {
	node *tooldef.Node
	tool words // tools only: write, confirm, …
	// requiredKeys are required members; required states whether the field itself is required.
	requiredKeys []*tooldef.Node
	required     *tooldef.Node
	closed       *tooldef.Node
	fields       []fieldEntry
	rules        []*tooldef.Node
	sugar        []tooldef.Member
	marks        words // fields only: sensitive, …
	remedies     []*tooldef.Node
	known        []*tooldef.Node // {from, at}, with fills if it concerns another field
	// keywords are copied to the node: JSON Schema, and names with the prefix x-.
	keywords []tooldef.Member
}

// words holds the values of an annotation by word.
type words map[string]*tooldef.Node

// is reports whether a word is present and true.
func (w words) is(word string) bool { return w[word] != nil && w[word].Bool }

// fieldEntry is an annotation of the field at a path.
type fieldEntry struct {
	path  string
	steps []step
	key   tooldef.Member // source of the path
	annotation
}

// level tells where an annotation was found, which decides the words it may contain.
type level uint8

const (
	ofTool   level = iota // entry of an overlay's tools
	ofField               // entry of fields, which may contain schema keywords
	ofRoot                // x-toolgen of a tool's input schema
	ofSchema              // x-toolgen of any other schema
)

// words lists the allowed words of a level, for suggestions.
func (l level) words() []string {
	switch l {
	case ofTool:
		return append(append(append([]string(nil), toolWords...), nodeWords...), goToolWords...)
	case ofField:
		return append(append(append([]string(nil), nodeWords...), goWords...), keywordNames()...)
	case ofRoot:
		return append(append(append([]string(nil), toolWords...), nodeWords...), goWords...)
	}
	return append(append([]string(nil), nodeWords...), goWords...)
}
