package projection

import (
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// node is a part of a schema or of arguments.
type (
	node   = rawjson.Node[difference]
	member = rawjson.Member[difference]
)

// parse reads JSON. Invalid UTF-8 and duplicate keys are kept for the decoder to report.
func parse(text string) (*node, error) { return rawjson.Parse[difference]([]byte(text)) }

func quoted(s string) string { return string(show.JSON(s)) }

func object(members ...member) *node { return &node{Kind: '{', Members: members} }
func list(items ...*node) *node      { return &node{Kind: '[', Items: items} }
func text(s string) *node            { return &node{Kind: '"', Raw: rawjson.Value(show.JSON(s))} }

// word returns true, false, null or a number.
func word(literal string) *node {
	n, _ := parse(literal)
	return n
}

// typeSchema returns a schema of one type.
func typeSchema(t string) *node { return object(member{Key: "type", Value: text(t)}) }

func texts(words []string) *node {
	n := list()
	for _, s := range words {
		n.Items = append(n.Items, text(s))
	}
	return n
}
