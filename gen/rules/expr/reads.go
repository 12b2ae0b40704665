package expr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// reads collects the fields read by an expression, as paths from the annotated node.
type reads struct {
	items map[string]string // path of a variable's value
	known map[string]bool   // variables that refer to parts of the arguments
	paths []string
	keys  []string // first keys of the paths
	whole bool     // the node itself is read
}

func newReads() *reads {
	return &reads{items: map[string]string{"self": ""}, known: map[string]bool{"self": true}}
}

func (r *reads) add(path string) {
	if !slices.Contains(r.paths, path) {
		r.paths = append(r.paths, path)
	}
}

// walk adds the reads of an expression.
func (r *reads) walk(e *model.Expr) {
	if path, ok := r.path(e); ok {
		r.add(path)
		r.first(e)
		r.inner(e)
		return
	}
	switch e.Op {
	case model.All, model.Exists, model.ExistsOne, model.FilterItems, model.MapItems:
		r.walk(e.Args[0])
		r.items[e.Text], r.known[e.Text] = r.itemPath(e.Args[0])
		for _, arg := range e.Args[1:] {
			r.walk(arg)
		}
		return
	case model.Bind:
		r.walk(e.Args[0])
		r.items[e.Text], r.known[e.Text] = r.path(e.Args[0])
		r.walk(e.Args[1])
		return
	}
	for _, arg := range e.Args {
		r.walk(arg)
	}
}

// inner walks the computed keys and indexes in a chain of reads.
func (r *reads) inner(e *model.Expr) {
	for len(e.Args) > 0 {
		if len(e.Args) > 1 {
			r.walk(e.Args[1])
		}
		e = e.Args[0]
	}
}

// first records the declared key of self at the start of a chain of reads.
func (r *reads) first(e *model.Expr) {
	last := e
	for len(e.Args) > 0 {
		last, e = e, e.Args[0]
	}
	switch {
	case e.Text != "self":
		// A variable refers to a part of self that was recorded at its declaration.
	case last.Field != nil:
		if !slices.Contains(r.keys, last.Field.Key) {
			r.keys = append(r.keys, last.Field.Key)
		}
	default:
		r.whole = true
	}
}

// path returns the path of a chain of reads; false for other expressions.
func (r *reads) path(e *model.Expr) (string, bool) {
	switch e.Op {
	case model.Var:
		return r.items[e.Text], r.known[e.Text]
	case model.IsNull:
		return r.path(e.Args[0])
	case model.ReadField, model.MaybeField, model.HasField:
		base, ok := r.path(e.Args[0])
		return model.JoinKey(base, e.Field.Key), ok
	case model.ReadKey, model.MaybeKey, model.HasKey:
		base, ok := r.path(e.Args[0])
		if key, literal := e.Args[1].Lit.(string); literal {
			return model.JoinKey(base, key), ok
		}
		return base, ok
	case model.ReadIndex, model.MaybeIndex:
		base, ok := r.path(e.Args[0])
		if n, literal := e.Args[1].Lit.(int64); literal && n >= 0 {
			return base + "[" + strconv.FormatInt(n, 10) + "]", ok
		}
		return base + "[]", ok
	}
	return "", false
}

// itemPath returns the path of the items of a list.
func (r *reads) itemPath(list *model.Expr) (string, bool) {
	switch list.Op {
	case model.FilterItems:
		return r.itemPath(list.Args[0])
	case model.OrValue, model.TakeValue:
		return r.itemPath(list.Args[0])
	}
	base, ok := r.path(list)
	if list.Type.Kind == model.MapExpr {
		return base, ok
	}
	return base + "[]", ok
}

// fields returns the paths that are not prefixes of others.
func (r *reads) fields() []string {
	var out []string
	for _, path := range r.paths {
		if !slices.ContainsFunc(r.paths, func(other string) bool { return other != path && below(other, path) }) {
			out = append(out, path)
		}
	}
	return out
}

// below reports whether a path has another as a prefix.
func below(path, through string) bool {
	if through == "" {
		return true
	}
	rest, ok := strings.CutPrefix(path, through)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// lookAt returns the field of an issue if the rule sets none: the common prefix of all fields, or else the
// first of them. It never descends into list items.
func lookAt(fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	common := whole(fields[0])
	for common != "" && slices.ContainsFunc(fields, func(path string) bool { return !below(path, common) }) {
		common = parent(common)
	}
	if common == "" {
		return whole(fields[0])
	}
	return common
}

// parent returns a path without its last step.
func parent(path string) string {
	end := strings.LastIndexByte(path, '.')
	switch {
	case strings.HasSuffix(path, `"]`):
		end = strings.LastIndex(path, `["`)
	case strings.HasSuffix(path, "]"):
		end = strings.LastIndexByte(path, '[')
	}
	return path[:max(end, 0)]
}

// whole returns a path up to the first list in it.
func whole(path string) string {
	before, _, _ := strings.Cut(path, "[]")
	return before
}
