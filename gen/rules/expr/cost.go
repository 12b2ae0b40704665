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
	// perByte is the cost of scanning a byte, as in Kubernetes: ten bytes are one step; matching a pattern
	// costs one step per byte.
	perByte        = 0.1
	perPatternByte = 1.0
	// byWidth is the maximum number of bytes per character.
	byWidth = 4
	// scalarLength is the maximum length of a number, bool or time as a string.
	scalarLength = 32
	// itemBytes is the minimum size of an item of a list: a digit and a comma.
	itemBytes = 2
)

// costs bounds the steps of a rule. It visits each expression once, with the number of times that it is
// evaluated, and returns a bound for the size of its values. The values of one call share the byte limit, so
// iterating over nested lists costs no more than iterating over one.
type costs struct {
	vars           map[string]variable
	total, inTexts float64 // inTexts is the part of total spent scanning strings
	// worstList contributes most to the total; an unbounded list is preferred. worstText is the same for strings.
	worstList, worstText culprit
}

// extent bounds the values of an expression over all its evaluations together.
type extent struct {
	items float64 // items of lists
	bytes float64 // of strings, and of everything that is part of the call
	most  float64 // bytes of one string
	list  culprit // the list with the items
	text  string  // the string with the bytes, as written in the rule
	made  bool    // the items are results of a map()
}

// variable is the extent of a variable with the number of its values. over is the list or map of a macro.
type variable struct {
	extent
	times float64
	over  *model.Expr
}

// culprit is a list or string to bound.
type culprit struct {
	name    string
	bounded bool
	cost    float64
}

// costOf returns a fault if a rule takes too many steps.
func costOf(e *model.Expr) *fault {
	c := &costs{vars: map[string]variable{"self": {extent: extent{bytes: byteLimit}, times: 1}}}
	c.visit(e, 1)
	return c.tooCostly()
}

// visit adds the steps of an expression that is evaluated times times.
func (c *costs) visit(e *model.Expr, times float64) extent {
	c.total += times
	if len(e.Args) == 0 {
		return c.leaf(e, times)
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
		return part(e, times, first.bytes)
	case model.ReadKey, model.MaybeKey:
		within := first.bytes
		if key := c.vars[e.Args[1].Text]; e.Args[1].Op == model.Var && key.over != nil && same(key.over, e.Args[0]) {
			within = min(within, key.read(times).bytes) // one value per key
		}
		return part(e, times, within)
	case model.Some, model.TakeValue:
		return first
	case model.OrValue, model.OrOptional:
		return sum(args)
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
	return extent{}
}

// leaf bounds a literal or a variable.
func (c *costs) leaf(e *model.Expr, times float64) extent {
	v, declared := c.vars[e.Text]
	switch {
	case e.Op == model.Literal:
		s, _ := e.Lit.(string)
		return extent{bytes: times * float64(len(s)), most: float64(len(s)), text: written(e)}
	case e.Op != model.Var || !declared:
		return extent{}
	case e.Bound != nil:
		return v.extent.scaled(times / v.times)
	}
	return part(e, times, v.read(times).bytes)
}

// read bounds the values of a macro variable that is read times times.
func (v variable) read(times float64) extent { return v.scaled(max(1, times/max(v.times, 1))) }

func (x extent) scaled(by float64) extent {
	x.items, x.bytes = x.items*by, x.bytes*by
	return x
}

// macro adds the steps of a loop.
func (c *costs) macro(e *model.Expr, list extent) extent {
	c.iterate(list)
	v := variable{extent{bytes: byteLimit}, list.items, e.Args[0]}
	if list.made {
		v.bytes = list.bytes
	}
	c.vars[e.Text] = v
	body := c.visit(e.Args[1], list.items)
	if len(e.Args) > 2 {
		c.visit(e.Args[2], list.items)
	}
	switch e.Op {
	case model.FilterItems:
		return list
	case model.MapItems:
		bytes := body.bytes + itemBytes*list.items
		return extent{items: list.items, bytes: bytes, most: bytes, list: list.list, text: body.text, made: true}
	}
	return extent{}
}

// iterate records a list whose items are visited.
func (c *costs) iterate(x extent) {
	of, worst := x.list, c.worstList
	of.cost = x.items
	if of.name != "" && (worst.name == "" || worst.bounded && !of.bounded || worst.bounded == of.bounded && of.cost > worst.cost) {
		c.worstList = of
	}
}

// part bounds a part of the call, whose bytes are shared with other parts of what it is within.
func part(e *model.Expr, times, within float64) extent {
	t := e.Type
	if t.Kind == model.OptionalExpr {
		t = t.Item()
	}
	x := extent{bytes: within, text: strings.ReplaceAll(written(e), ".?", ".")}
	switch t.Kind {
	case model.StringExpr:
		x.most = textLength(t.Model)
		x.bytes = min(within, times*x.most)
	case model.ListExpr, model.MapExpr:
		items, bounded := longest(t)
		x.items, x.list = min(times*items, within/leastItem(t)), culprit{name: x.text, bounded: bounded}
		x.most = byteLimit
	}
	return x
}

// sum bounds values that are made of all parts, or are one of them.
func sum(parts []extent) extent {
	made := longestOf(parts)
	made.items, made.bytes, made.most = 0, 0, 0
	for _, p := range parts {
		made.items, made.bytes, made.most = made.items+p.items, made.bytes+p.bytes, made.most+p.most
	}
	return made
}

// longestOf combines the longest list and the longest string.
func longestOf(parts []extent) extent {
	most := parts[0]
	for _, p := range parts[1:] {
		if p.items > most.items {
			most.items, most.list = p.items, p.list
		}
		if p.most > most.most {
			most.most, most.text = p.most, p.text
		}
		most.made = most.made || p.made
	}
	return most
}

// call adds the steps of a function, and bounds its result.
func (c *costs) call(e *model.Expr, args []extent, times float64) extent {
	var texts []extent
	for i, arg := range e.Args {
		switch kind := arg.Type.Kind; {
		case kind == model.ListExpr && (e.Text != "size" || arg.Op != model.ReadField) && !(e.Text == "in" && i == 0):
			c.total += args[i].items
			c.iterate(args[i])
		case kind == model.StringExpr, arg.Op == model.Call && kind != model.ListExpr:
			texts = append(texts, args[i])
		}
	}
	first := args[0]
	switch {
	case e.Text == "join":
		separator := extent{}
		if len(args) > 1 {
			separator = args[1]
		}
		made := first
		if made.bytes += first.items * separator.most; separator.text != "" && e.Args[1].Op != model.Literal {
			made.text = separator.text
		}
		made.most, made.made = byteLimit+first.items*separator.most, false
		c.scan(made, perByte)
		return made
	case e.Args[0].Type.Kind == model.ListExpr:
		return sum(args)
	case len(texts) == 0 || e.Args[0].Type.Kind != model.StringExpr:
		return made(e, texts, times)
	}
	switch e.Text {
	case "==", "!=", "<", "<=", ">", ">=", "startsWith", "endsWith":
		if len(texts) > 1 && texts[1].bytes < first.bytes { // comparison ends with the shorter one
			first = texts[1]
		}
		c.scan(first, perByte)
	case "matches", "find", "findAll":
		c.scan(first, perPatternByte)
	case "+", "concat":
		for _, text := range texts {
			c.scan(text, perByte)
		}
	case "replace":
		c.scan(first, perByte*max(1, args[2].most))
	case "in": // strings of different length are not read; items are already counted
	default:
		c.scan(first, perByte)
	}
	return made(e, texts, times)
}

// made bounds the strings that a call returns.
func made(e *model.Expr, texts []extent, times float64) extent {
	if len(texts) == 0 {
		texts = []extent{{text: "the value"}}
	}
	x := sum(texts)
	switch e.Text {
	case "string":
		x.bytes, x.most = max(x.bytes, times*scalarLength), max(x.most, scalarLength)
	case "replace":
		x = texts[0].scaled(max(1, texts[2].most))
		x.most *= max(1, texts[2].most)
	}
	x.items, x.list = 0, culprit{}
	switch e.Type.Kind {
	case model.ListExpr: // split, findAll
		x.items = times + x.bytes
	case model.StringExpr:
		x.bytes = min(x.bytes, times*x.most)
	}
	return x
}

// scan adds the steps of reading strings.
func (c *costs) scan(text extent, perByte float64) {
	steps := text.bytes * perByte
	c.total += steps
	c.inTexts += steps
	if steps > c.worstText.cost {
		c.worstText = culprit{name: text.text, cost: steps}
	}
}

// same reports whether two expressions read the same value.
func same(a, b *model.Expr) bool {
	return a.Op == b.Op && a.Text == b.Text && a.Field == b.Field && a.Lit == b.Lit && slices.EqualFunc(a.Args, b.Args, same)
}

// longest returns the maximum number of items of a list or map.
func longest(t *model.ExprType) (items float64, bounded bool) {
	if t.Model == nil {
		return byteLimit, true
	}
	for _, c := range t.Model.Constraints {
		if size, ok := c.(model.Size); ok && (size.Word == "maxItems" || size.Word == "maxProperties") {
			return float64(size.Limit), true
		}
	}
	return byteLimit / leastItem(t), false
}

// leastItem returns the minimum size of an item in bytes, with its key and comma.
func leastItem(t *model.ExprType) float64 {
	item := t.Item()
	if item == nil || item.Model == nil {
		return itemBytes
	}
	least := smallest(item.Model, nil) + 1
	if t.Kind == model.MapExpr {
		least += len(`"":`)
	}
	return float64(least)
}

// smallest returns the minimum size in bytes of a JSON value of a type.
func smallest(t *model.Type, open []*model.Type) int {
	if slices.Contains(open, t) {
		return 1
	}
	open = append(open, t)
	least := 1
	switch t.Kind {
	case model.String, model.Slice, model.Map:
		least = 2
	case model.Bool:
		least = 4
	case model.Struct:
		for _, f := range t.Fields {
			if f.Required {
				least += len(f.Key) + len(`"":,`) + smallest(f.Type, open)
			}
		}
		least = max(least, 2)
	}
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

// tooCostly reports a rule whose worst case exceeds maxCost.
func (c *costs) tooCostly() *fault {
	if c.total <= maxCost {
		return nil
	}
	list := c.worstList
	fix := "loop over fewer lists within each other"
	switch {
	case c.total-c.inTexts <= maxCost:
		fix = "bound the text " + c.worstText.name + " with maxLength"
		if list.name != "" && !list.bounded {
			fix += ", and the list " + list.name + " with maxItems"
		}
	case list.name != "" && list.bounded:
		fix = "lower maxItems of the list " + list.name + ", or " + fix
	case list.name != "":
		fix = "bound the list " + list.name + " with maxItems"
	}
	digit, power, _ := strings.Cut(fmt.Sprintf("%.0e", c.total), "e+")
	return &fault{problem: fmt.Sprintf("the rule could take %s·10^%s steps, more than 10^9", digit, strings.TrimLeft(power, "0")), fix: fix}
}
