package rules

import "github.com/toolgen/toolgen/gen/tooldef"

// annotation is what one place says of one schema node: an entry of an overlay's tools or fields,
// or an x-toolgen object.
type annotation struct {
	node *tooldef.Node
	tool words // of a tool only: write, confirm, …
	// requiredKeys are members that have to be there; required says of the field itself whether it
	// has to be.
	requiredKeys []*tooldef.Node
	required     *tooldef.Node
	closed       *tooldef.Node
	fields       []fieldEntry
	rules        []*tooldef.Node
	sugar        []tooldef.Member
	marks        words // of a field only: sensitive, …
	remedies     []*tooldef.Node
	known        []*tooldef.Node // {from, at}, with fills where it is of another field
	// keywords go into the node as they are: JSON Schema, and names that begin with x-.
	keywords []tooldef.Member
}

// words are the values of some words of an annotation.
type words map[string]*tooldef.Node

// is reports whether a word is there and true.
func (w words) is(word string) bool { return w[word] != nil && w[word].Bool }

// fieldEntry is an annotation of the field at a path.
type fieldEntry struct {
	path  string
	steps []step
	key   tooldef.Member // where the path is written
	annotation
}

// level says where an annotation stands, which decides the words that it may have.
type level uint8

const (
	ofTool   level = iota // an entry of an overlay's tools
	ofField               // an entry of fields: schema keywords, too
	ofRoot                // x-toolgen of a tool's input schema
	ofSchema              // x-toolgen of any other schema
)

// words lists what an annotation may say at a level, for suggestions.
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
