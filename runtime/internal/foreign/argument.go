package foreign

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Argument is a value of a call, or a declared field that the call does not have.
type Argument struct {
	Path  []Step
	Value string // as text; "" of objects, arrays and what is not there
	Sent  bool
	Size  int  // of the value as JSON
	Named bool // an error names the field
}

// Name is the last key of its path.
func (a *Argument) Name() string { return fieldpath.LastKey(a.Path) }

// LastWord is the last word of its name, "" for none: it says what sort of value it is.
func (a *Argument) LastWord() string {
	if words := Words(a.Name()); len(words) > 0 {
		return words[len(words)-1]
	}
	return ""
}

// Bounds of the arguments that are looked at.
const (
	maxArguments = 400
	maxValue     = 400 // bytes of a value that is looked for in a text
	minValue     = 2
)

// Arguments lists what a call has, outer values first, and then the fields that it could have at the top.
func Arguments(schema *repair.Schema, call any) []Argument {
	root, _ := call.(map[string]any)
	var list []Argument
	values := []any{root} // that are not listed yet, and their paths
	paths := [][]Step{nil}
	for len(values) > 0 && len(list) < maxArguments {
		path, a := paths[0], Argument{Path: paths[0], Sent: true, Size: len(show.JSON(values[0]))}
		switch v := values[0].(type) {
		case string:
			a.Value = v
		case json.Number:
			a.Value = string(v)
		case map[string]any:
			for _, key := range sorted(v) {
				values, paths = append(values, v[key]), append(paths, below(path, key))
			}
		case []any:
			for i, item := range v[:min(len(v), 20)] {
				values, paths = append(values, item), append(paths, append(slices.Clip(path), Step{Index: i, IsIndex: true}))
			}
		}
		if values, paths = values[1:], paths[1:]; len(path) > 0 {
			list = append(list, a)
		}
	}
	for _, key := range schema.Keys() {
		if _, sent := root[key]; !sent {
			list = append(list, Argument{Path: []Step{{Key: key}}})
		}
	}
	return list
}

// versions are the last words of the names of arguments that say which version of something is meant.
var versions = []string{"sha", "version", "etag", "revision", "rev", "generation"}

func version(args []Argument) *Argument {
	return first(args, func(a *Argument) bool { return slices.Contains(versions, a.LastWord()) })
}

// bulk are the last words of the names of arguments that hold a text or data of any length.
var bulk = []string{"text", "content", "body", "message", "input", "payload", "prompt", "data", "description", "file"}

// largest is the argument that makes a call too large, where a clause says that the call is, rather than its result: one
// that holds much by its name, or that is much larger than the others.
func largest(args []Argument, clause string) *Argument {
	if !requestWord().MatchString(clause) {
		return nil
	}
	top := sentAtTop(args)
	if a := first(top, func(a *Argument) bool { return slices.Contains(bulk, a.LastWord()) }); a != nil {
		return a
	}
	slices.SortStableFunc(top, func(a, b Argument) int { return b.Size - a.Size })
	if len(top) == 0 || len(top) > 1 && top[0].Size < 4*top[1].Size {
		return nil
	}
	return &top[0]
}

var requestWord = lazy.Pattern(`(?i)\b(?:request|payload|prompt|message|msg|text|body|input|command|context)\b.{0,40}\b(?:too|exceeds?|maximum|limit|length)\b`)

// outermost is the argument at the top, if that is a query or a program and a part of it was found.
func outermost(args []Argument, a *Argument) *Argument {
	return cmp.Or(first(args, func(top *Argument) bool { return IsQuery(top) && top.Path[0] == a.Path[0] && len(a.Path) > 1 }), a)
}

// programs and queries are the last words of the names of arguments that hold a query or a program.
var (
	programs = []string{"code", "script", "command", "cmd", "function", "program", "patch"}
	queries  = []string{"query", "sql", "jql", "soql", "cql", "expression", "formula", "selector", "regex", "pattern", "filter", "statement", "graphql", "sparql", "cypher", "xpath"}
)

// query is the argument that holds a query or a program.
func query(args []Argument) *Argument { return first(args, IsQuery) }

// only is the argument of a call that has no other one.
func only(args []Argument) *Argument {
	if top := sentAtTop(args); len(top) == 1 {
		return &top[0]
	}
	return nil
}

// sentAtTop are the arguments at the top that the call has.
func sentAtTop(args []Argument) []Argument {
	return slices.DeleteFunc(slices.Clone(args), func(a Argument) bool { return !a.Sent || len(a.Path) != 1 })
}

// IsQuery reports whether an argument holds a query or a program.
func IsQuery(a *Argument) bool {
	return a.Sent && len(a.Path) == 1 && (slices.Contains(programs, a.LastWord()) || slices.Contains(queries, a.LastWord()))
}

// IsProgram reports whether an argument holds a program.
func IsProgram(a *Argument) bool { return IsQuery(a) && slices.Contains(programs, a.LastWord()) }
