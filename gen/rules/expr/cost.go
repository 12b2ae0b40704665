package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// maxCost is the maximum number of steps of a rule in the worst case.
	maxCost = 1e9
	// byteLimit is the maximum size of a call in bytes.
	byteLimit = 4 << 20
	// perByte is the cost of scanning a byte, as in Kubernetes: ten bytes are one step. Matching a pattern costs one
	// step per byte.
	perByte = 0.1
	// byWidth is the maximum number of bytes per character.
	byWidth = 4
	// scalarLength is the maximum length of a number, bool or time as a string.
	scalarLength = 32
	// itemBytes is the minimum size of an item of a list: a digit and a comma.
	itemBytes = 2
	// maxCulprits bounds the parts of a call that are tried as the reason for the cost.
	maxCulprits = 50
)

// costs bounds the steps of a rule. It visits each expression once, with the number of times that it is
// evaluated, and returns a bound for the size of its values. The values of one call share the byte limit, so
// iterating over nested lists costs no more than iterating over one.
type costs struct {
	vars  map[string]variable
	least map[*model.Type]float64 // see smallest
	// empty is a part of the call that is taken as empty, to see what it contributes.
	empty  *model.Type
	parts  []culprit // the lists and strings of the call, each once
	total  float64
	inText float64 // the part of total spent scanning strings
}

// extent bounds the values of an expression over all its evaluations together.
type extent struct {
	items float64 // items of lists
	bytes float64 // of strings, and of everything that is part of the call
	most  float64 // bytes of one string
}

// variable is the extent of a variable with the number of its values. over is the list or map of a macro.
type variable struct {
	extent
	times float64
	over  *model.Expr
}

// culprit is a list or string of the call, with what it contributes to the cost.
type culprit struct {
	name    string
	of      *model.Type
	bounded bool
	cost    float64
}

// costOf returns a fault if a rule takes too many steps.
func costOf(e *model.Expr) *fault {
	least := map[*model.Type]float64{}
	bound := func(empty *model.Type) *costs {
		c := &costs{vars: map[string]variable{"self": {extent: extent{bytes: byteLimit}, times: 1}}, least: least, empty: empty}
		c.visit(e, 1)
		return c
	}
	all := bound(nil)
	if all.total <= maxCost {
		return nil
	}
	var list, text culprit
	for _, part := range all.parts[:min(len(all.parts), maxCulprits)] {
		part.cost = all.total - bound(part.of).total
		worst := &text
		if part.of.Kind != model.String {
			worst = &list
		}
		if worst.of == nil || worst.bounded && !part.bounded || worst.bounded == part.bounded && part.cost > worst.cost {
			*worst = part
		}
	}
	fix := "loop over fewer lists within each other"
	switch {
	case all.total-all.inText <= maxCost && text.of != nil:
		fix = "bound the text " + text.name + " with maxLength"
		if list.of != nil && !list.bounded {
			fix += ", and the list " + list.name + " with maxItems"
		}
	case list.of != nil && list.bounded:
		fix = "lower maxItems of the list " + list.name + ", or " + fix
	case list.of != nil:
		fix = "bound the list " + list.name + " with maxItems"
	}
	digit, power, _ := strings.Cut(fmt.Sprintf("%.0e", all.total), "e+")
	return &fault{problem: fmt.Sprintf("the rule could take %s·10^%s steps, more than 10^9", digit, strings.TrimLeft(power, "0")), fix: fix}
}

// visit adds the steps of an expression that is evaluated times times.
func (c *costs) visit(e *model.Expr, times float64) extent {
	c.total += times
	x := c.extent(e, times)
	switch e.Type.Kind {
	case model.BoolExpr, model.IntExpr, model.DoubleExpr:
		return extent{bytes: times * scalarLength, most: scalarLength}
	case model.StringExpr:
		x.bytes = min(x.bytes, times*x.most)
	}
	return x
}

func (c *costs) extent(e *model.Expr, times float64) extent {
	v, declared := c.vars[e.Text]
	switch {
	case e.Op == model.Literal:
		s, _ := e.Lit.(string)
		return extent{bytes: times * float64(len(s)), most: float64(len(s))}
	case e.Op == model.Var && e.Bound != nil:
		return v.extent.scaled(times / v.times)
	case e.Op == model.Var && declared:
		return c.part(e, times, v.read(times).bytes)
	case len(e.Args) == 0:
		return extent{}
	}
	first := c.visit(e.Args[0], times)
	switch e.Op {
	case model.All, model.Exists, model.ExistsOne, model.FilterItems, model.MapItems:
		return c.macro(e, first)
	case model.Bind:
		c.vars[e.Text] = variable{extent: first, times: max(times, 1)}
		return c.visit(e.Args[1], times)
	}
	args := []extent{first}
	for _, arg := range e.Args[1:] {
		args = append(args, c.visit(arg, times))
	}
	switch e.Op {
	case model.ReadField, model.MaybeField, model.ReadIndex, model.MaybeIndex:
		return c.part(e, times, first.bytes)
	case model.ReadKey, model.MaybeKey:
		within := first.bytes
		if key := c.vars[e.Args[1].Text]; e.Args[1].Op == model.Var && key.over != nil && place(key.over) != "" && place(key.over) == place(e.Args[0]) {
			within = min(within, key.read(times).bytes) // one value per key
		}
		return c.part(e, times, within)
	case model.If:
		return sum(args[1:])
	case model.List:
		made := sum(args)
		made.items = times * float64(len(args))
		made.bytes += itemBytes * made.items
		return made
	case model.Call:
		return c.call(e, args, times)
	}
	return sum(args)
}

// read bounds the values of a macro variable that is read times times.
func (v variable) read(times float64) extent { return v.scaled(max(1, times/max(v.times, 1))) }

func (x extent) scaled(by float64) extent { return extent{x.items * by, x.bytes * by, x.most} }

// sum bounds values that are made of all parts, or are one of them.
func sum(parts []extent) (made extent) {
	for _, p := range parts {
		made = extent{made.items + p.items, made.bytes + p.bytes, made.most + p.most}
	}
	return made
}

// macro adds the steps of a loop.
func (c *costs) macro(e *model.Expr, list extent) extent {
	c.vars[e.Text] = variable{list, list.items, e.Args[0]}
	body := c.visit(e.Args[1], list.items)
	if len(e.Args) > 2 {
		c.visit(e.Args[2], list.items)
	}
	if e.Op == model.MapItems {
		bytes := body.bytes + itemBytes*list.items
		return extent{items: list.items, bytes: bytes, most: bytes}
	}
	return list
}

// part bounds a part of the call, whose bytes are shared with other parts of what it is within.
func (c *costs) part(e *model.Expr, times, within float64) extent {
	t := e.Type
	if t.Kind == model.OptionalExpr {
		t = t.Item()
	}
	x := extent{bytes: within, most: byteLimit}
	bounded := false
	switch t.Kind {
	case model.StringExpr:
		x.most = textLength(t.Model)
		x.bytes = min(within, times*x.most)
	case model.ListExpr, model.MapExpr:
		x.items, bounded = c.longest(t)
		x.items = min(times*x.items, within/c.leastItem(t))
	default:
		return x
	}
	switch {
	case t.Model == nil:
	case t.Model == c.empty:
		return extent{}
	case !slices.ContainsFunc(c.parts, func(other culprit) bool { return other.of == t.Model }):
		c.parts = append(c.parts, culprit{name: strings.ReplaceAll(written(e), ".?", "."), of: t.Model, bounded: bounded})
	}
	return x
}

// call adds the steps of a function, and bounds its result.
func (c *costs) call(e *model.Expr, args []extent, times float64) extent {
	for i, arg := range e.Args {
		if arg.Type.Kind == model.ListExpr && (e.Text != "size" || arg.Op != model.ReadField) && !(e.Text == "in" && i == 0) {
			c.total += args[i].items
		}
	}
	first, made := args[0], sum(args)
	scanned := 0.0
	switch kind := e.Args[0].Type.Kind; {
	case e.Text == "join":
		made = first
		if len(args) > 1 {
			made.bytes += first.items * args[1].most
		}
		made.most = made.bytes
		scanned = made.bytes
	case kind != model.StringExpr || e.Text == "in": // "in" does not read strings of different lengths
	case slices.Contains([]string{"==", "!=", "<", "<=", ">", ">=", "startsWith", "endsWith"}, e.Text):
		scanned = min(first.bytes, args[1].bytes) // comparison ends with the shorter one
	case slices.Contains([]string{"matches", "find", "findAll"}, e.Text):
		scanned = first.bytes / perByte
	case e.Text == "+", e.Text == "concat":
		scanned = made.bytes
	case e.Text == "replace":
		made = first.scaled(max(1, args[2].most))
		made.most *= max(1, args[2].most)
		scanned = made.bytes
	default:
		scanned = first.bytes
	}
	c.total += scanned * perByte
	c.inText += scanned * perByte
	if kind := e.Args[0].Type.Kind; e.Type.Kind == model.ListExpr && kind != model.ListExpr { // split, findAll
		made.items = times + made.bytes
	}
	return made
}

// longest returns the maximum number of items of a list or map.
func (c *costs) longest(t *model.ExprType) (items float64, bounded bool) {
	if t.Model == nil {
		return byteLimit, true
	}
	for _, c := range t.Model.Constraints {
		if size, ok := c.(model.Size); ok && (size.Word == "maxItems" || size.Word == "maxProperties") {
			return float64(size.Limit), true
		}
	}
	return byteLimit / c.leastItem(t), false
}

// leastItem returns the minimum size of an item in bytes, with its key and comma.
func (c *costs) leastItem(t *model.ExprType) float64 {
	item := t.Item()
	if item == nil || item.Model == nil {
		return itemBytes
	}
	least := c.smallest(item.Model) + 1
	if t.Kind == model.MapExpr {
		least += float64(len(`"":`))
	}
	return least
}

// smallest returns a lower bound for the size in bytes of a JSON value of a type, which is computed once.
func (c *costs) smallest(t *model.Type) float64 {
	if least := c.least[t]; least > 0 {
		return least
	}
	c.least[t] = 1 // within itself
	least := 1.0
	switch t.Kind {
	case model.String, model.Slice, model.Map:
		least = 2
	case model.Bool:
		least = 4
	case model.Struct:
		for _, f := range t.Fields {
			if f.Required {
				least += float64(len(f.Key)+len(`"":,`)) + c.smallest(f.Type)
			}
		}
		least = max(least, 2)
	}
	if t.Nullable() {
		least = min(least, 4)
	}
	c.least[t] = least
	return least
}

// textLength returns the maximum length of a string in bytes; t is nil for a computed one.
func textLength(t *model.Type) float64 {
	most := float64(byteLimit)
	if t == nil {
		return most
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Size:
			if c.Word == "maxLength" {
				most = min(most, byWidth*float64(c.Limit))
			}
		case model.Enum:
			longest := 0
			for _, v := range c.Values {
				longest = max(longest, len(v.Text))
			}
			most = min(most, float64(longest))
		}
	}
	return most
}
