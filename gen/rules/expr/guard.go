package expr

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// facts is a set of places known to have a value. An impossible outcome implies all facts.
type facts struct {
	all    bool
	places map[string]bool
}

func (f facts) has(place string) bool { return f.all || f.places[place] }

func (f facts) and(g facts) facts {
	if f.all || g.all {
		return facts{all: true}
	}
	if len(g.places) == 0 {
		return f
	}
	both := map[string]bool{}
	for _, places := range []map[string]bool{f.places, g.places} {
		for place := range places {
			both[place] = true
		}
	}
	return facts{places: both}
}

func (f facts) or(g facts) facts {
	switch {
	case f.all:
		return g
	case g.all:
		return f
	}
	common := map[string]bool{}
	for place := range f.places {
		if g.places[place] {
			common[place] = true
		}
	}
	return facts{places: common}
}

func fact(place string) facts {
	if place == "" {
		return facts{}
	}
	return facts{places: map[string]bool{place: true}}
}

// place returns a name for what an expression reads; expressions with the same name read the same value. It is
// "" if there is no such name.
func place(e *model.Expr) string {
	switch e.Op {
	case model.Var:
		return e.Text
	case model.ReadField, model.MaybeField, model.HasField:
		if base := place(e.Args[0]); base != "" {
			return base + "." + strconv.Quote(e.Field.Key)
		}
	case model.ReadKey, model.MaybeKey, model.HasKey, model.ReadIndex, model.MaybeIndex:
		base, at := place(e.Args[0]), place(e.Args[1])
		if lit := e.Args[1].Lit; lit != nil {
			at = fmt.Sprintf("%#v", lit)
		}
		if base != "" && at != "" {
			return base + "[" + at + "]"
		}
	}
	return ""
}

// whenTrue and whenFalse return the facts implied by the outcome of a test.
func whenTrue(e *model.Expr) facts  { return outcome(e, true) }
func whenFalse(e *model.Expr) facts { return outcome(e, false) }

func outcome(e *model.Expr, is bool) facts {
	switch e.Op {
	case model.Literal:
		return facts{all: e.Lit != is}
	case model.HasField, model.HasKey:
		if is {
			return fact(place(e))
		}
	case model.HasValue:
		if is && (e.Args[0].Op == model.MaybeField || e.Args[0].Op == model.MaybeKey) {
			return chain(e.Args[0])
		}
	case model.IsNull:
		if !is {
			return fact(place(e.Args[0]))
		}
	case model.And:
		if is {
			return whenTrue(e.Args[0]).and(whenTrue(e.Args[1]))
		}
		return whenFalse(e.Args[0]).or(whenFalse(e.Args[1]).and(whenTrue(e.Args[0])))
	case model.Or:
		if is {
			return whenTrue(e.Args[0]).or(whenTrue(e.Args[1]).and(whenFalse(e.Args[0])))
		}
		return whenFalse(e.Args[0]).and(whenFalse(e.Args[1]))
	case model.If:
		if e.Args[0].CanFail() {
			return facts{} // an error implies nothing
		}
		yes := whenTrue(e.Args[0]).and(outcome(e.Args[1], is))
		return yes.or(whenFalse(e.Args[0]).and(outcome(e.Args[2], is)))
	case model.Call:
		if e.Text == "!" {
			return outcome(e.Args[0], !is)
		}
	}
	return facts{}
}

// chain returns the facts implied if x.?a.?b has a value.
func chain(e *model.Expr) facts {
	known := fact(place(e))
	if base := e.Args[0]; base.Op == model.MaybeField || base.Op == model.MaybeKey {
		known = known.and(chain(base))
	}
	return known
}

// guards marks the reads of an expression that always find a value, and records the first that may not.
type guards struct{ open *model.Expr }

func (g *guards) walk(e *model.Expr, known facts) {
	switch e.Op {
	case model.And:
		g.walk(e.Args[0], known)
		g.walk(e.Args[1], known.and(whenTrue(e.Args[0])))
		return
	case model.Or:
		g.walk(e.Args[0], known)
		g.walk(e.Args[1], known.and(whenFalse(e.Args[0])))
		return
	case model.If:
		g.walk(e.Args[0], known)
		g.walk(e.Args[1], known.and(whenTrue(e.Args[0])))
		g.walk(e.Args[2], known.and(whenFalse(e.Args[0])))
		return
	case model.All, model.Exists, model.ExistsOne, model.FilterItems, model.MapItems:
		g.macro(e, known)
		return
	case model.Bind:
		g.walk(e.Args[0], known)
		e.Args[0].Sure = !e.Args[0].CanFail()
		g.walk(e.Args[1], known)
		return
	case model.IsNull:
		return // a comparison with null is no read
	case model.OrValue:
		g.walk(e.Args[0], known)
		g.walk(e.Args[1], known)
		return
	}
	for _, arg := range e.Args {
		g.walk(arg, known)
	}
	switch e.Op {
	case model.ReadField:
		e.Guarded = !mayLack(e.Field) || known.has(place(e))
	case model.ReadKey:
		e.Guarded = known.has(place(e)) && !e.Type.Nullable
		if e.Args[1].Lit == nil || e.Guarded {
			return // a missing computed key is an error at run time
		}
	case model.Var:
		e.Guarded = !e.Type.Nullable || known.has(e.Text)
	default:
		return
	}
	if !e.Guarded && g.open == nil {
		g.open = e
	}
}

// mayLack reports whether a field of a valid object may be absent.
func mayLack(f *model.Field) bool {
	return !f.Required || f.Type.Accepts&model.JSONNull != 0
}

func (g *guards) macro(e *model.Expr, known facts) {
	over := e.Args[0]
	g.walk(over, known)
	known = known.and(itemFacts(over, e.Text))
	if e.Op == model.MapItems && len(e.Args) == 3 {
		g.walk(e.Args[2], known)
		known = known.and(whenTrue(e.Args[2]))
	}
	g.walk(e.Args[1], known)
}

// itemFacts returns the facts about each item v of a list: what its filters have tested, and that a key of a
// map has a value.
func itemFacts(over *model.Expr, v string) facts {
	if over.Type.Kind == model.MapExpr {
		if base := place(over); base != "" {
			return fact(base + "[" + v + "]")
		}
	}
	if over.Op != model.FilterItems {
		return facts{}
	}
	known := itemFacts(over.Args[0], v)
	for place := range whenTrue(over.Args[1]).places {
		if rest, ok := strings.CutPrefix(place, over.Text); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			known = known.and(fact(v + rest))
		}
	}
	return known
}

// unguarded reports a read that may find nothing.
func unguarded(e *model.Expr) *fault {
	name := written(e)
	f := &fault{offset: e.Offset, problem: name + " may be absent"}
	switch e.Op {
	case model.ReadField:
		if e.Field.Required {
			f.problem = name + " may be null"
		}
		f.fix = fmt.Sprintf("guard it with has(%s) && …", name)
		if read := withDefault(e); read != "" {
			f.fix += ", or read it as " + read
		}
	case model.ReadKey:
		f.fix = fmt.Sprintf("guard it with %s in %s && …", written(e.Args[1]), written(e.Args[0]))
	case model.Var:
		f.problem = name + " may be null"
		f.fix = fmt.Sprintf("guard it with %s != null && …", name)
	}
	return f
}

// withDefault rewrites a read as an optional with a default of its type, "" if there is none.
func withDefault(e *model.Expr) string {
	zero := map[model.ExprKind]string{
		model.BoolExpr: "false", model.IntExpr: "0", model.DoubleExpr: "0.0", model.StringExpr: `""`, model.ListExpr: "[]",
	}[e.Type.Kind]
	if zero == "" {
		return ""
	}
	return fmt.Sprintf("%s.?%s.orValue(%s)", written(e.Args[0]), spelling(e.Field.Key), zero)
}

// written formats a chain of reads as in the rule.
func written(e *model.Expr) string {
	switch e.Op {
	case model.Var:
		return strings.TrimRight(e.Text, "0123456789")
	case model.ReadField:
		return written(e.Args[0]) + "." + spelling(e.Field.Key)
	case model.MaybeField:
		return written(e.Args[0]) + ".?" + spelling(e.Field.Key)
	case model.ReadKey, model.ReadIndex:
		return written(e.Args[0]) + "[" + written(e.Args[1]) + "]"
	case model.Literal:
		if s, ok := e.Lit.(string); ok {
			return strconv.Quote(s)
		}
		return fmt.Sprint(e.Lit)
	}
	return "the value"
}
