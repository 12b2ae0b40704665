package expr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// ruleWriter generates random expressions of a type from variables in scope, with or without guards, and calls
// that return the type.
type ruleWriter struct{ *rand.Rand }

type variable struct {
	name string
	t    *model.ExprType
}

// place is a readable value.
type place struct {
	read     string
	optional string   // the same as an optional, "" if always present
	guards   []string // conditions for its presence
	t        *model.ExprType
}

var (
	aBool     = &model.ExprType{Kind: model.BoolExpr}
	anInt     = &model.ExprType{Kind: model.IntExpr}
	aDouble   = &model.ExprType{Kind: model.DoubleExpr}
	aString   = &model.ExprType{Kind: model.StringExpr}
	aTime     = &model.ExprType{Kind: model.TimestampExpr}
	aDuration = &model.ExprType{Kind: model.DurationExpr}
)

func aList(item *model.ExprType) *model.ExprType {
	return &model.ExprType{Kind: model.ListExpr, Elem: item}
}

// byLetter maps the letters after $ in a form to types; $S is a list of $s.
var byLetter = map[byte]*model.ExprType{
	'b': aBool, 'i': anInt, 'd': aDouble, 's': aString, 't': aTime, 'u': aDuration,
	'B': aList(aBool), 'I': aList(anInt), 'D': aList(aDouble), 'S': aList(aString),
}

// forms are calls by result kind; forms for lists are generated in code.
var forms = map[model.ExprKind][]string{
	model.BoolExpr: {
		"($b && $b)", "($b || $b)", "!($b)", "($b ? $b : $b)", "($b == $b)", "($i < $i)", "($d >= $d)", "($i <= $d)", "($s > $s)", "($t < $t)", "($u >= $u)",
		"($i == $i)", "($d != $d)", "($s == $s)", "($I == $I)", "($S != $S)", "($i in $I)", "($s in $S)", "($d in $D)", "$s.contains($s)", "$s.startsWith($s)", "$s.endsWith($s)",
		`$s.matches("^[a-c]+$")`, "$I.isSorted()", "$D.isSorted()", "$S.isSorted()", "math.isNaN($d)", "math.isFinite($d)", "bool($s)", "isIP($s)", "ip($s).isLoopback()",
		`cidr("10.0.0.0/8").containsIP($s)`, `isCIDR($s)`, "isURL($s)", "cel.bind(vb, $b, vb || $b)",
	},
	model.IntExpr: {
		"($i + $i)", "($i - $i)", "($i * $i)", "($i / $i)", "($i % $i)", "-($i)", "($b ? $i : $i)", "size($s)", "$I.sum()", "$I.min()", "$I.max()", "$S.size()",
		"$S.indexOf($s)", "$D.lastIndexOf($d)", "$s.indexOf($s)", "$s.lastIndexOf($s, $i)", "int($d)", "int($s)", "int($t)", "math.bitAnd($i, $i)", "math.bitShiftLeft($i, $i)",
		"math.bitShiftRight($i, $i)", "math.abs($i)", "math.sign($i)", "math.least($i, $i)", "math.greatest($I)", "$t.getDayOfYear()", "$t.getHours()", "$u.getSeconds()",
		`$s.split("a").size()`, "ip($s).family()", "$I[$i]", "cel.bind(vi, $i, vi + $i)",
	},
	model.DoubleExpr: {
		"($d + $d)", "($d - $d)", "($d * $d)", "($d / $d)", "-($d)", "($b ? $d : $d)", "$D.sum()", "$D.min()", "double($i)", "double($s)",
		"math.ceil($d)", "math.round($d)", "math.sqrt($d)", "math.abs($d)", "math.least($d, $d, 2)", "$D[$i]",
	},
	model.StringExpr: {
		"($s + $s)", "($b ? $s : $s)", "$s.lowerAscii()", "$s.trim()", "$s.reverse()", "$s.charAt($i)", "$s.substring($i)", "$s.substring($i, $i)", "$s.replace($s, $s)",
		"$s.replace($s, $s, $i)", "$S.join($s)", "string($i)", "string($d)", "string($b)", "string($t)", "string($u)", `$s.find("[a-c]+")`, "strings.quote($s)",
		`"%s-%d-%.2f".format([$s, $i, $d])`, "url($s).getHostname()", "string(ip($s))", "string(cidr($s).masked())", "$S[$i]", "cel.bind(vs, $s, vs + $s)",
	},
	model.TimestampExpr: {"timestamp($s)", "timestamp($i)", "($t + $u)", "($t - $u)", "($b ? $t : $t)"},
	model.DurationExpr:  {"duration($s)", "($u + $u)", "($u - $u)", "($t - $t)", "($b ? $u : $u)"},
}

var constants = map[model.ExprKind][]string{
	model.BoolExpr:      {"true", "false"},
	model.IntExpr:       {"0", "1", "2", "-1", "63", "9223372036854775807", "-9223372036854775808"},
	model.DoubleExpr:    {"0.0", "0.5", "2.5", "-0.0", "1e300", "1"},
	model.StringExpr:    {`""`, `"a"`, `"ab"`, `"é"`, `"open"`, `"10.1.2.3"`, `'q"'`},
	model.TimestampExpr: {`timestamp("2024-02-29T23:59:59.5Z")`, `timestamp("9999-12-31T23:59:59Z")`},
	model.DurationExpr:  {`duration("1h")`, `duration("-1.5s")`, `duration("2562047h")`},
}

func (w *ruleWriter) percent(n int) bool { return w.IntN(100) < n }

func one[T any](w *ruleWriter, list []T) T { return list[w.IntN(len(list))] }

// expr generates an expression of a type, "" if the scope has none.
func (w *ruleWriter) expr(scope []variable, t *model.ExprType, depth int) string {
	if t.Kind == model.ListExpr {
		return w.list(scope, t, depth)
	}
	if depth <= 0 || w.percent(25) {
		if depth > -3 && w.percent(75) {
			if read := w.read(scope, t, depth); read != "" {
				return read
			}
		}
		return one(w, constants[t.Kind])
	}
	if t.Kind == model.BoolExpr && w.percent(30) {
		return w.test(scope, depth)
	}
	form := one(w, forms[t.Kind])
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '$' || i+1 == len(form) || byLetter[form[i+1]] == nil {
			b.WriteByte(form[i])
			continue
		}
		i++
		b.WriteString(w.expr(scope, byLetter[form[i]], depth-1))
	}
	return b.String()
}

// test generates a bool macro or a presence test.
func (w *ruleWriter) test(scope []variable, depth int) string {
	if w.percent(25) {
		if p := one(w, places(scope)); len(p.guards) > 0 {
			return "(" + strings.Join(p.guards, " && ") + ")"
		} else if p.optional != "" {
			return p.optional + ".hasValue()"
		}
	}
	over, item := w.anyList(scope, depth)
	v, inner := enter(scope, item)
	return over + "." + one(w, []string{"all", "exists", "exists_one"}) + "(" + v + ", " + w.expr(inner, aBool, depth-1) + ")"
}

// enter declares the variable of a macro.
func enter(scope []variable, item *model.ExprType) (name string, inner []variable) {
	name = fmt.Sprintf("v%d", len(scope))
	return name, append(append([]variable{}, scope...), variable{name, item})
}

// anyList generates a list, or a map for a macro to iterate over.
func (w *ruleWriter) anyList(scope []variable, depth int) (over string, item *model.ExprType) {
	var lists []place
	for _, p := range places(scope) {
		if p.t.Kind == model.ListExpr || p.t.Kind == model.MapExpr {
			lists = append(lists, p)
		}
	}
	if len(lists) == 0 {
		return w.list(scope, byLetter['S'], depth), aString
	}
	p := one(w, lists)
	item = aString
	over = p.read
	if p.t.Kind == model.ListExpr {
		item = p.t.Item()
		if len(p.guards) > 0 && w.percent(80) {
			over = p.optional + ".orValue([])"
		}
		if depth > 1 && w.percent(30) {
			v, inner := enter(scope, item)
			over += ".filter(" + v + ", " + w.expr(inner, aBool, depth-1) + ")"
		}
	}
	return over, item
}

// list generates a list of scalars.
func (w *ruleWriter) list(scope []variable, t *model.ExprType, depth int) string {
	item := t.Item()
	switch n := w.IntN(5); {
	case depth < -2:
	case depth <= 0, n == 0:
		if read := w.read(scope, t, depth); read != "" {
			return read
		}
	case n == 1:
		return "(" + w.expr(scope, t, depth-1) + " + " + w.expr(scope, t, depth-1) + ")"
	case n == 2:
		over, of := w.anyList(scope, depth)
		v, inner := enter(scope, of)
		return over + ".map(" + v + ", " + w.expr(inner, aBool, depth-2) + ", " + w.expr(inner, item, depth-1) + ")"
	case n == 3:
		v, inner := enter(scope, item)
		return w.expr(scope, t, depth-1) + ".filter(" + v + ", " + w.expr(inner, aBool, depth-1) + ")"
	}
	return "[" + w.expr(scope, item, depth-1) + ", " + w.expr(scope, item, depth-1) + "]"
}

// read generates a read of a variable, "" if none has the type.
func (w *ruleWriter) read(scope []variable, t *model.ExprType, depth int) string {
	var fit []place
	for _, p := range places(scope) {
		if alike(p.t, t) {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	p := one(w, fit)
	if len(p.guards) == 0 && (p.optional == "" || w.percent(80)) {
		return p.read
	}
	otherwise := w.expr(scope, t, depth-1)
	switch n := w.IntN(6); {
	case p.optional == "":
	case n == 0:
		return p.optional + ".value()"
	case n == 1:
		return p.optional + ".or(optional.of(" + otherwise + ")).value()"
	case n == 2:
		v, inner := enter(scope, t)
		return p.optional + ".optMap(" + v + ", " + w.expr(inner, t, depth-1) + ").orValue(" + otherwise + ")"
	case n < 5:
		return p.optional + ".orValue(" + otherwise + ")"
	}
	if len(p.guards) == 0 || w.percent(20) {
		return p.read
	}
	return "(" + strings.Join(p.guards, " && ") + " ? " + p.read + " : " + otherwise + ")"
}

func alike(a, b *model.ExprType) bool {
	return a.Kind == b.Kind && (a.Kind != model.ListExpr || alike(a.Item(), b.Item()))
}

// places lists what can be read from the variables, to a depth of three.
func places(scope []variable) []place {
	var list []place
	var visit func(p place, depth int)
	visit = func(p place, depth int) {
		if p.t.Kind == model.AnyExpr {
			return
		}
		list = append(list, p)
		if depth == 0 || p.t.Kind != model.ObjectExpr {
			return
		}
		for _, f := range p.t.Model.Fields {
			name := f.Key
			if strings.Contains(name, "-") {
				name = "`" + name + "`"
			}
			q := place{read: p.read + "." + name, optional: p.read + ".?" + name, guards: p.guards, t: model.ExprTypeOf(f.Type)}
			if p.optional != "" {
				q.optional = p.optional + ".?" + name
			}
			if !f.Required || f.Type.Nullable() {
				q.guards = append(append([]string{}, p.guards...), "has("+q.read+")")
			}
			visit(q, depth-1)
		}
	}
	for _, v := range scope {
		p := place{read: v.name, t: v.t}
		if v.t.Nullable {
			p.guards = []string{v.name + " != null"}
		}
		visit(p, 3)
	}
	return list
}
