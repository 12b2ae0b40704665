package expr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// reads collects the fields that an expression looks at, as paths from the annotated node.
type reads struct {
	items map[string]string // by variable: the path of what it stands for
	known map[string]bool   // variables that stand for a part of the arguments
	paths []string
	keys  []string // the first keys of paths
	whole bool     // the node itself is looked at
}

func newReads() *reads {
	return &reads{items: map[string]string{"self": ""}, known: map[string]bool{"self": true}}
}

func (r *reads) add(path string) {
	if !slices.Contains(r.paths, path) {
		r.paths = append(r.paths, path)
	}
}

// walk adds what an expression reads.
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

// inner walks the computed keys and indexes within a chain of reads.
func (r *reads) inner(e *model.Expr) {
	for len(e.Args) > 0 {
		if len(e.Args) > 1 {
			r.walk(e.Args[1])
		}
		e = e.Args[0]
	}
}

// first notes which declared key of self a chain of reads starts with.
func (r *reads) first(e *model.Expr) {
	last := e
	for len(e.Args) > 0 {
		last, e = e, e.Args[0]
	}
	switch {
	case e.Text != "self":
		// A variable stands for a part of self that was noted where it came into scope.
	case last.Field != nil:
		if !slices.Contains(r.keys, last.Field.Key) {
			r.keys = append(r.keys, last.Field.Key)
		}
	default:
		r.whole = true
	}
}

// path is the path that a chain of reads leads to; false for any other expression.
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

// itemPath is the path of the items of a list.
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

// fields are the paths without those that others go on from.
func (r *reads) fields() []string {
	var out []string
	for _, path := range r.paths {
		if !slices.ContainsFunc(r.paths, func(other string) bool { return other != path && below(other, path) }) {
			out = append(out, path)
		}
	}
	return out
}

// below reports whether a path leads through another.
func below(path, through string) bool {
	if through == "" {
		return true
	}
	rest, ok := strings.CutPrefix(path, through)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// lookAt is the field that an issue names where the rule does not say: what all the fields have in
// common, or else the first of them. It never leads into the items of a list.
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

// parent is a path without its last step.
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

// whole is a path up to the first list that it goes into.
func whole(path string) string {
	before, _, _ := strings.Cut(path, "[]")
	return before
}
