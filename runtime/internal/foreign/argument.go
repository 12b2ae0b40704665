package foreign

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// Argument is a value of a call, or a declared field that the call does not have.
type Argument struct {
	Path  []Step
	Value string // as text; "" of objects, arrays and what is not there
	Sent  bool
	Text  bool // the value is a string
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
	var list []Argument
	var values []any // of the arguments in the list
	addInner := func(path []Step, v any) {
		add := func(s Step, v any) {
			a := Argument{Path: append(slices.Clip(path), s), Sent: true}
			if len(path) == 0 {
				raw, _ := json.Marshal(v)
				a.Size = len(raw)
			}
			switch v := v.(type) {
			case string:
				a.Value, a.Text = v, true
			case json.Number:
				a.Value = string(v)
			}
			list, values = append(list, a), append(values, v)
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sorted(v) {
				add(Step{Key: key}, v[key])
			}
		case []any:
			for i, item := range v[:min(len(v), 20)] {
				add(Step{Index: i, IsIndex: true}, item)
			}
		}
	}
	root, _ := call.(map[string]any)
	addInner(nil, root)
	for i := 0; i < len(list) && len(list) < maxArguments && len(list[i].Path) < maxDepth; i++ {
		addInner(list[i].Path, values[i])
	}
	list = list[:min(len(list), maxArguments)]
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
