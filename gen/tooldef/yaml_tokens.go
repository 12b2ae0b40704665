package tooldef

import (
	"github.com/goccy/go-yaml/token"

	"github.com/toolgen/toolgen/gen/model"
)

// What the YAML library is given to parse is bounded first: it recurses for each level and for
// each key of a mapping, and takes time with the square of a mapping's keys and of empty values.
const (
	maxYAML      = 16 << 20
	maxTokens    = 2 * maxValues // a value and what separates it
	maxExpansion = 200_000       // nodes that aliases may add to a source
	aliasedText  = 64            // bytes of text below an alias that count as a node
	maxKeySquare = 400_000_000   // sum of the squares of the sizes of all mappings
	maxNullWork  = 4_000_000_000 // empty values times tokens
	maxKeyLength = 1024          // what YAML allows for a key without a question mark
	maxPathWork  = 1 << 29       // bytes of the paths that the library builds for all entries
)

// tokenCount is how many entries the text has; the tree has to have as many.
type tokenCount struct{ pairs, items int }

func countTokens(tokens token.Tokens) (c tokenCount) {
	for _, tk := range tokens {
		switch tk.Type {
		case token.MappingValueType:
			c.pairs++
		case token.SequenceEntryType:
			c.items++
		}
	}
	return c
}

// yamlLevel is an open collection of the text: a block at some column, or a flow.
type yamlLevel struct {
	column int // 0 for a flow collection
	keys   int
	key    int // length of the last key
}

// checkTokens refuses what would cost the parser too much stack or time.
func (y *yamlReader) checkTokens(tokens token.Tokens) error {
	if len(tokens) > y.tokens {
		fault := yamlFault(y.tokenPos(tokens[y.tokens]), "the file holds more than %d values", maxValues)
		fault.Fix = "split it"
		return &yamlError{fault}
	}
	var levels []yamlLevel
	flow, squares, nulls, path, paths := 0, 0, 0, 0, 0
	pop := func() {
		top := levels[len(levels)-1]
		levels = levels[:len(levels)-1]
		path -= top.key
		if top.column > 0 {
			squares += top.keys * top.keys
		}
	}
	for i, tk := range tokens {
		if tk.Type == token.InvalidType || tk.Error != "" {
			message := tk.Error
			if message == "" {
				message = "this text cannot be read"
			}
			return &yamlError{libraryFault(y.tokenPos(tk), message)}
		}
		switch tk.Type {
		case token.MappingStartType, token.SequenceStartType:
			flow++
			levels = append(levels, yamlLevel{})
		case token.MappingEndType, token.SequenceEndType:
			if flow > 0 {
				flow--
				for len(levels) > 0 && levels[len(levels)-1].column > 0 {
					pop()
				}
				if len(levels) > 0 {
					pop()
				}
			}
		case token.SequenceEntryType:
			if flow == 0 {
				levels = openLevel(levels, tk.Position.Column, pop)
			}
		case token.MappingKeyType:
			if flow == 0 {
				levels = openLevel(levels, tk.Position.Column, pop)
				levels[len(levels)-1].keys++
			}
		case token.MappingValueType:
			if flow == 0 && tk.Prev != nil && tk.Prev.Type != token.MappingKeyType {
				levels = openLevel(levels, tk.Prev.Position.Column, pop)
			}
			if len(levels) > 0 {
				top := &levels[len(levels)-1]
				top.keys++
				if tk.Prev != nil {
					path += len(tk.Prev.Value) - top.key
					top.key = len(tk.Prev.Value)
				}
				if top.key > maxKeyLength {
					return &yamlError{yamlFault(y.tokenPos(tk.Prev), "the key is longer than %d bytes", maxKeyLength)}
				}
			}
		case token.CollectEntryType:
			if tk.Prev != nil && (tk.Prev.Type == token.CollectEntryType || tk.Prev.Type == token.SequenceStartType || tk.Prev.Type == token.MappingStartType) {
				return &yamlError{yamlFault(y.tokenPos(tk), "expected a value, found ','")}
			}
		case token.TagType, token.AnchorType:
			if repeated := repeatedProperty(tokens, i); repeated {
				return &yamlError{yamlFault(y.tokenPos(tk), "a value has one tag and one anchor at most")}
			}
		}
		if len(levels) > maxDepth {
			return &yamlError{yamlFault(y.tokenPos(tk), "values nest deeper than %d levels", maxDepth)}
		}
		paths += path + 4*len(levels)
		if isEmptyValue(tk, flow > 0) {
			nulls++
		}
	}
	for len(levels) > 0 {
		pop()
	}
	if squares > maxKeySquare || paths > maxPathWork || nulls*len(tokens) > maxNullWork {
		fault := yamlFault(y.pos(1, 1), "there is too much in this document for the YAML reader")
		fault.Fix = "write the file as JSON"
		return &yamlError{fault}
	}
	return nil
}

// openLevel closes the blocks right of a column and opens one there if none is open.
func openLevel(levels []yamlLevel, column int, pop func()) []yamlLevel {
	for n := len(levels); n > 0 && levels[n-1].column > column; n-- {
		pop()
		levels = levels[:n-1]
	}
	if n := len(levels); n > 0 && levels[n-1].column == column {
		return levels
	}
	return append(levels, yamlLevel{column: column})
}

// repeatedProperty reports whether the tag or anchor at i is followed by another of its type.
func repeatedProperty(tokens token.Tokens, i int) bool {
	next := i + 1
	if tokens[i].Type == token.AnchorType {
		next++ // its name
	}
	return next < len(tokens) && tokens[next].Type == tokens[i].Type &&
		tokens[next].Position.Line == tokens[i].Position.Line
}

// isEmptyValue reports whether the entry that the token begins has no value.
func isEmptyValue(tk *token.Token, flow bool) bool {
	if tk.Type != token.MappingValueType && tk.Type != token.SequenceEntryType {
		return false
	}
	next := tk.Next
	if next == nil {
		return true
	}
	if flow {
		switch next.Type {
		case token.CollectEntryType, token.MappingEndType, token.SequenceEndType:
			return true
		}
		return false
	}
	column := tk.Position.Column
	if tk.Type == token.MappingValueType && tk.Prev != nil {
		column = tk.Prev.Position.Column
		if next.Type == token.SequenceEntryType {
			column-- // the items of a key's sequence may stand right below the key
		}
	}
	return next.Position.Line > tk.Position.Line && next.Position.Column <= column
}

func (y *yamlReader) tokenPos(tk *token.Token) model.Pos {
	if tk.Position == nil {
		return y.pos(1, 1)
	}
	return y.pos(tk.Position.Line, tk.Position.Column)
}
