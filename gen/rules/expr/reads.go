package expr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// read is a part of the arguments that an expression reads: its path from the annotated node, and the first key
// of the path, "" for the node itself.
type read struct{ path, key string }

// reads collects what an expression reads.
type reads struct {
	vars map[string]*read // the value of each variable, nil if it is not a part of the arguments
	list []read
}

func newReads() *reads { return &reads{vars: map[string]*read{"self": {}}} }

// walk adds the reads of an expression.
func (r *reads) walk(e *model.Expr) {
	if x := r.of(e); x != nil {
		if !slices.Contains(r.list, *x) {
			r.list = append(r.list, *x)
		}
		for ; len(e.Args) > 0; e = e.Args[0] { // computed keys and indexes
			for _, arg := range e.Args[1:] {
				r.walk(arg)
			}
		}
		return
	}
	for i, arg := range e.Args {
		r.walk(arg)
		switch {
		case i > 0:
		case e.Op == model.Bind:
			r.vars[e.Text] = r.of(arg)
		case e.Text != "" && e.Op != model.Call:
			r.vars[e.Text] = r.item(arg)
		}
	}
}

// of returns what a chain of reads reads, nil for other expressions.
func (r *reads) of(e *model.Expr) *read {
	if e.Op == model.Var {
		return r.vars[e.Text]
	}
	if len(e.Args) == 0 {
		return nil
	}
	base := r.of(e.Args[0])
	if base == nil {
		return nil
	}
	made := *base
	switch e.Op {
	case model.IsNull:
	case model.ReadField, model.MaybeField, model.HasField:
		made.path = model.JoinKey(base.path, e.Field.Key)
		if made.key == "" {
			made.key = e.Field.Key
		}
	case model.ReadKey, model.MaybeKey, model.HasKey:
		if key, literal := e.Args[1].Lit.(string); literal {
			made.path = model.JoinKey(base.path, key)
		}
	case model.ReadIndex, model.MaybeIndex:
		index := ""
		if n, literal := e.Args[1].Lit.(int64); literal && n >= 0 {
			index = strconv.FormatInt(n, 10)
		}
		made.path += "[" + index + "]"
	default:
		return nil
	}
	return &made
}

// item returns what the variable of a macro over a list or map reads.
func (r *reads) item(list *model.Expr) *read {
	switch list.Op {
	case model.FilterItems, model.OrValue, model.TakeValue:
		return r.item(list.Args[0])
	}
	base := r.of(list)
	if base == nil || list.Type.Kind == model.MapExpr {
		return base
	}
	return &read{base.path + "[]", base.key}
}

// keysOf lists the first keys of reads; whole tells that the node itself is read.
func keysOf(list []read) (keys []string, whole bool) {
	for _, x := range list {
		if x.key == "" {
			whole = true
		} else if !slices.Contains(keys, x.key) {
			keys = append(keys, x.key)
		}
	}
	return keys, whole
}

// fields returns the paths that are not prefixes of others.
func (r *reads) fields() []string {
	var out []string
	for _, x := range r.list {
		if !slices.ContainsFunc(r.list, func(other read) bool { return other.path != x.path && below(other.path, x.path) }) {
			out = append(out, x.path)
		}
	}
	return out
}

// below reports whether a path has another as a prefix.
func below(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (prefix == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

// lookAt returns the field of an issue if the rule sets none: the common prefix of all fields, or else the
// first of them. It never descends into list items.
func lookAt(fields []string) string {
	first, _, _ := strings.Cut(fields[0], "[]")
	common := first
	for common != "" && slices.ContainsFunc(fields, func(path string) bool { return !below(path, common) }) {
		common = parent(common)
	}
	if common == "" {
		return first
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
