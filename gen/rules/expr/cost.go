package expr

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// maxCost is the maximum number of steps of a rule in the worst case.
	maxCost = 1e9
	// byteLimit is the maximum size of a call in bytes.
	byteLimit = 4 << 20
)

// costs bounds the steps of a rule. The length of a list is bounded by maxItems, or by the byte limit divided
// by the smallest possible item.
type costs struct {
	loops   map[string]loop
	bound   map[*model.Expr]bound
	lengths map[*model.Expr]float64
	total   float64
	// worst is the list with the largest contribution; an unbounded one is preferred.
	worst     string
	worstCost float64
	bounded   bool // worst has maxItems
	// inTexts is the part of total spent scanning strings, most of it in longest.
	inTexts     float64
	longest     string
	longestCost float64
}

// loop is a macro variable: the total number of its values, the list they come from, and the total length of
// their strings.
type loop struct {
	rounds float64
	list   *model.Expr
	bytes  float64
}

// bound is a cel.bind variable: items and string bytes of its value per evaluation.
type bound struct{ rounds, bytes float64 }

// walk adds the steps of an expression that is evaluated times times.
func (c *costs) walk(e *model.Expr, times float64) {
	c.total += times
	switch e.Op {
	case model.All, model.Exists, model.ExistsOne, model.FilterItems, model.MapItems:
		c.walk(e.Args[0], times)
		outer, inner := c.loops[e.Text], c.loop(e.Args[0], times)
		c.loops[e.Text] = inner
		for _, arg := range e.Args[1:] {
			c.walk(arg, inner.rounds)
		}
		c.loops[e.Text] = outer // restore a shadowed variable
		return
	case model.Bind:
		c.walk(e.Args[0], times)
		c.bind(e, times)
		c.walk(e.Args[1], times)
		return
	case model.Call:
		for i, arg := range e.Args {
			if arg.Type.Kind == model.ListExpr && (e.Text != "size" || arg.Op != model.ReadField) && !(e.Text == "in" && i == 0) {
				c.total += c.rounds(arg, times)
			}
		}
		c.text(e, times)
	}
	for _, arg := range e.Args {
		c.walk(arg, times)
	}
}

// loop returns the variable of a macro that iterates over a list times times.
func (c *costs) loop(list *model.Expr, times float64) loop {
	made := loop{c.rounds(list, times), list, byteLimit}
	for list.Op == model.FilterItems {
		list = list.Args[0]
	}
	if list.Op == model.MapItems || list.Bound != nil { // items may not be parts of the call
		made.bytes = c.listBytes(list, times)
	}
	return made
}

// bind records a cel.bind variable that is evaluated times times. Its value is analyzed once, not per read:
// variables that read others twice would make the analysis exponential.
func (c *costs) bind(e *model.Expr, times float64) {
	value := e.Args[0]
	times = max(times, 1)
	var of bound
	switch value.Type.Kind {
	case model.ListExpr, model.MapExpr:
		of = bound{c.rounds(value, times) / times, c.listBytes(value, times) / times}
	case model.StringExpr:
		of = bound{0, c.bytes(value, times) / times}
	}
	c.bound[value] = of
}

// rounds bounds the total number of items of a list over times evaluations.
func (c *costs) rounds(list *model.Expr, times float64) float64 {
	switch list.Op {
	case model.FilterItems, model.MapItems:
		return c.rounds(list.Args[0], times)
	case model.List:
		return times * float64(len(list.Args))
	case model.OrValue:
		return max(c.rounds(list.Args[0], times), c.rounds(list.Args[1], times))
	case model.TakeValue, model.Some:
		return c.rounds(list.Args[0], times)
	case model.Var:
		if list.Bound != nil {
			return c.bound[list.Bound].rounds * times
		}
	case model.Call:
		switch list.Text {
		case "+":
			return c.rounds(list.Args[0], times) + c.rounds(list.Args[1], times)
		case "split", "findAll":
			return times + c.bytes(list.Args[0], times)
		}
	case model.If:
		return max(c.rounds(list.Args[1], times), c.rounds(list.Args[2], times))
	}
	t := list.Type
	if t.Kind == model.OptionalExpr {
		t = t.Item()
	}
	items, bounded := longest(t)
	rounds := times * items
	if v := root(list); v != "" {
		// Lists nested in the items of another list share the byte limit of one call.
		if outer, ok := c.loops[v]; ok && outer.rounds > 0 {
			rounds = min(rounds, max(1, times/outer.rounds)*limitOf(t))
		}
	}
	if c.worst == "" || c.bounded && !bounded || c.bounded == bounded && rounds > c.worstCost {
		c.worst, c.worstCost, c.bounded = written(list), rounds, bounded
	}
	return rounds
}

// root returns the variable at the start of a chain of reads.
func root(e *model.Expr) string {
	for {
		switch e.Op {
		case model.Var:
			return e.Text
		case model.ReadField, model.MaybeField, model.ReadKey, model.MaybeKey, model.ReadIndex, model.MaybeIndex:
			e = e.Args[0]
		default:
			return ""
		}
	}
}

// longest returns the maximum number of items of a list or map.
func longest(t *model.ExprType) (items float64, bounded bool) {
	if t.Model != nil {
		for _, c := range t.Model.Constraints {
			if size, ok := c.(model.Size); ok && (size.Word == "maxItems" || size.Word == "maxProperties") {
				return float64(size.Limit), true
			}
		}
	}
	if t.Kind == model.StringExpr || t.Model == nil {
		return byteLimit, true
	}
	return limitOf(t), false
}

func limitOf(t *model.ExprType) float64 {
	item := t.Item()
	if item == nil || item.Model == nil {
		return byteLimit / 2
	}
	least := smallest(item.Model, nil) + 1
	if t.Kind == model.MapExpr {
		least += len(`"":`)
	}
	return float64(byteLimit / least)
}

// smallest returns the minimum size in bytes of a JSON value of a type.
func smallest(t *model.Type, open []*model.Type) int {
	for _, o := range open {
		if o == t {
			return 1
		}
	}
	open = append(open, t)
	least := 1
	switch t.Kind {
	case model.String, model.Slice, model.Map:
		least = 2
	case model.Bool:
		least = 4
	case model.Struct:
		least = 1
		for _, f := range t.Fields {
			if f.Required {
				least += len(f.Key) + len(`"":,`) + smallest(f.Type, open)
			}
		}
		least = max(least, 2)
	}
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok {
			switch size.Word {
			case "minLength":
				least = max(least, size.Limit+2)
			case "minItems":
				if item := t.Element(); item != nil {
					least = max(least, 1+size.Limit*(smallest(item, open)+1))
				}
			}
		}
	}
	return least
}

// tooCostly reports a rule whose worst case exceeds maxCost.
func (c *costs) tooCostly() *fault {
	if c.total <= maxCost {
		return nil
	}
	f := &fault{problem: fmt.Sprintf("the rule could take %s steps, more than 10^9", steps(c.total))}
	f.fix = "loop over fewer lists within each other"
	switch {
	case c.total-c.inTexts <= maxCost:
		f.fix = "bound the text " + c.longest + " with maxLength"
		if c.worst != "" && !c.bounded {
			f.fix += ", and the list " + c.worst + " with maxItems"
		}
	case c.worst != "" && c.bounded:
		f.fix = "lower maxItems of the list " + c.worst + ", or loop over fewer lists within each other"
	case c.worst != "":
		f.fix = "bound the list " + c.worst + " with maxItems"
	}
	return f
}

// steps formats a large number briefly.
func steps(n float64) string {
	text := fmt.Sprintf("%.0e", n)
	digit, power, _ := strings.Cut(text, "e+")
	return digit + "·10^" + strings.TrimLeft(power, "0")
}
