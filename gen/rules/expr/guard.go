package expr

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// facts is a set of places known to have a value. An impossible outcome, marked by the place "", implies all
// facts.
type facts map[string]bool

const impossible = ""

func (f facts) has(place string) bool { return f[impossible] || f[place] }

func (f facts) and(g facts) facts {
	both := facts{}
	maps.Copy(both, f)
	maps.Copy(both, g)
	return both
}

func (f facts) or(g facts) facts {
	switch {
	case f[impossible]:
		return g
	case g[impossible]:
		return f
	}
	common := maps.Clone(f)
	maps.DeleteFunc(common, func(place string, _ bool) bool { return !g[place] })
	return common
}

func fact(place string) facts {
	if place == "" {
		return nil
	}
	return facts{place: true}
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
		return facts{impossible: e.Lit != is}
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
	case model.And, model.Or:
		left, right := outcome(e.Args[0], is), outcome(e.Args[1], is)
		if is == (e.Op == model.And) {
			return left.and(right) // neither side decides alone
		}
		return left.or(right.and(outcome(e.Args[0], !is)))
	case model.If:
		if e.Args[0].CanFail() {
			return nil // an error implies nothing
		}
		yes := whenTrue(e.Args[0]).and(outcome(e.Args[1], is))
		return yes.or(whenFalse(e.Args[0]).and(outcome(e.Args[2], is)))
	case model.Call:
		if e.Text == "!" {
			return outcome(e.Args[0], !is)
		}
	}
	return nil
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
	if e.Op == model.IsNull {
		return // a comparison with null is not a read
	}
	for i, arg := range e.Args {
		g.walk(arg, known.and(within(e, i)))
		if e.Op == model.Bind && i == 0 {
			arg.Sure = !arg.CanFail()
		}
	}
	switch e.Op {
	case model.ReadField:
		e.Guarded = !mayLack(e.Field) || known.has(place(e))
	case model.ReadKey:
		e.Guarded = known.has(place(e)) && !e.Type.Nullable
		if e.Args[1].Lit == nil {
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

// within returns the facts that hold where an argument is evaluated.
func within(e *model.Expr, argument int) facts {
	switch {
	case argument == 0:
	case e.Op == model.And, e.Op == model.If && argument == 1:
		return whenTrue(e.Args[0])
	case e.Op == model.Or, e.Op == model.If:
		return whenFalse(e.Args[0])
	case e.Op >= model.All && e.Op <= model.FilterItems:
		known := itemFacts(e.Args[0], e.Text)
		if argument == 1 && len(e.Args) == 3 { // the test of map()
			known = known.and(whenTrue(e.Args[2]))
		}
		return known
	}
	return nil
}

// mayLack reports whether a field of a valid object may be absent.
func mayLack(f *model.Field) bool {
	return !f.Required || f.Type.Accepts&model.JSONNull != 0
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
		return nil
	}
	known := itemFacts(over.Args[0], v)
	for place := range whenTrue(over.Args[1]) {
		if rest, ok := strings.CutPrefix(place, over.Text); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			known = known.and(fact(v + rest))
		}
	}
	return known
}

// unguardedRead marks the guarded reads of an expression and reports the first that may find nothing, which breaks
// a rule of Kubernetes when it runs.
func unguardedRead(rule *model.Expr, kubernetes bool) *fault {
	g := &guards{}
	g.walk(rule, fact("self"))
	e := g.open
	if e == nil {
		return nil
	}
	name := written(e)
	f := &fault{offset: e.Offset, problem: name + " may be absent", warning: kubernetes}
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
	if kubernetes {
		f.problem += ", which breaks the rule"
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
