package expr

import (
	"math"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// perByte is the cost of scanning a byte, as in Kubernetes: ten bytes are one step; matching a pattern
	// costs one step per byte.
	perByte        = 0.1
	perPatternByte = 1.0
	// byWidth is the maximum number of bytes per character.
	byWidth = 4
	// stringLength is the maximum length of a number, bool or time as a string.
	stringLength = 32
)

// text adds the steps of a call within strings over times evaluations. Searching a long string for each item of
// a list scans it once per item.
func (c *costs) text(e *model.Expr, times float64) {
	first := e.Args[0]
	if first.Type.Kind != model.StringExpr {
		if e.Text == "join" {
			c.read(longestOf(e), perByte*c.joined(e, times))
		}
		return
	}
	switch e.Text {
	case "==", "!=", "<", "<=", ">", ">=", "startsWith", "endsWith":
		shorter := first // comparison ends with the shorter one
		if c.bytes(e.Args[1], times) < c.bytes(first, times) {
			shorter = e.Args[1]
		}
		c.through(shorter, times, perByte)
	case "matches", "find", "findAll":
		c.through(first, times, perPatternByte)
	case "+", "concat":
		for _, arg := range e.Args {
			if arg.Type.Kind == model.StringExpr {
				c.through(arg, times, perByte)
			}
		}
	case "replace":
		c.through(first, times, perByte*math.Max(1, c.length(e.Args[2])))
	case "in":
		// Strings of different length are not read; items are already counted.
	default:
		c.through(first, times, perByte)
	}
}

// through adds the steps of scanning a string.
func (c *costs) through(text *model.Expr, times, each float64) {
	c.read(text, each*c.bytes(text, times))
}

// bytes bounds the total length of a string over times evaluations. Strings below the items of a list share the
// byte limit of one call, and so do values derived from them.
func (c *costs) bytes(text *model.Expr, times float64) float64 {
	sum := 0.0
	switch text.Op {
	case model.Literal:
		return times * c.length(text)
	case model.Some, model.TakeValue:
		return c.bytes(text.Args[0], times)
	case model.Bind:
		c.bind(text, times)
		return c.bytes(text.Args[1], times)
	case model.Var:
		if text.Bound != nil {
			return c.bound[text.Bound].bytes * times
		}
		return c.inCall(text, times, c.length(text))
	case model.OrValue, model.OrOptional:
		sum = c.bytes(text.Args[0], times) + c.bytes(text.Args[1], times)
	case model.If:
		sum = c.bytes(text.Args[1], times) + c.bytes(text.Args[2], times)
	case model.Call:
		if text.Text == "join" {
			return c.joined(text, times)
		}
		sum = c.made(text, times)
	default:
		return c.inCall(text, times, c.length(text))
	}
	return min(sum, times*c.length(text))
}

// made bounds the total length of the strings that a call returns.
func (c *costs) made(e *model.Expr, times float64) float64 {
	sum := 0.0
	for _, arg := range e.Args {
		if arg.Op == model.Call || arg.Type.Kind == model.StringExpr {
			sum += c.bytes(arg, times)
		}
	}
	switch e.Text {
	case "string":
		return max(sum, times*stringLength)
	case "replace":
		return c.bytes(e.Args[0], times) * max(1, c.length(e.Args[2]))
	case "strings.quote":
		return 2 * sum
	}
	return sum
}

// joined bounds the total length of the strings that join returns.
func (c *costs) joined(e *model.Expr, times float64) float64 {
	bytes := c.listBytes(e.Args[0], times)
	if len(e.Args) > 1 {
		bytes += c.rounds(e.Args[0], times) * c.length(e.Args[1])
	}
	return bytes
}

// longestOf returns the larger contribution to a joined string: list or separator.
func longestOf(e *model.Expr) *model.Expr {
	if len(e.Args) > 1 && e.Args[1].Op != model.Literal {
		return e.Args[1]
	}
	return e.Args[0]
}

// listBytes bounds the total length of the strings in a list over all evaluations.
func (c *costs) listBytes(list *model.Expr, times float64) float64 {
	parts := list.Args
	switch list.Op {
	case model.MapItems:
		outer := c.loops[list.Text]
		c.loops[list.Text] = c.loop(parts[0], times)
		bytes := c.bytes(parts[1], c.loops[list.Text].rounds)
		c.loops[list.Text] = outer
		return bytes
	case model.List:
		sum := 0.0
		for _, item := range parts {
			sum += c.bytes(item, times)
		}
		return sum
	case model.Var:
		if list.Bound != nil {
			return c.bound[list.Bound].bytes * times
		}
		return c.inCall(list, times, byteLimit)
	case model.FilterItems, model.Some, model.TakeValue:
		parts = parts[:1]
	case model.If:
		parts = parts[1:]
	case model.Bind:
		c.bind(list, times)
		parts = parts[1:]
	case model.OrValue, model.OrOptional:
	case model.Call:
		if list.Text != "+" {
			return c.made(list, times)
		}
	default:
		return c.inCall(list, times, byteLimit)
	}
	sum := 0.0
	for _, part := range parts {
		sum += c.listBytes(part, times)
	}
	return sum
}

// inCall bounds the total length of a part of the call that is at most this long each time.
func (c *costs) inCall(part *model.Expr, times, most float64) float64 {
	bytes := times * most
	base := part
	for base.Op != model.Var || base.Bound != nil {
		switch base.Op {
		case model.Var:
			base = base.Bound
		case model.ReadKey, model.MaybeKey:
			if k := base.Args[1]; k.Op == model.Var {
				// A map has one value per key.
				if keys := c.loops[k.Text]; keys.rounds > 0 && same(keys.list, base.Args[0]) {
					return min(bytes, max(1, times/keys.rounds)*byteLimit)
				}
			}
			base = base.Args[0]
		case model.ReadField, model.MaybeField, model.ReadIndex, model.MaybeIndex:
			base = base.Args[0]
		case model.Call:
			return min(bytes, c.made(base, times))
		default:
			return bytes
		}
	}
	outer := c.loops[base.Text]
	if outer.rounds == 0 {
		return bytes
	}
	return min(bytes, max(1, times/outer.rounds)*outer.bytes)
}

// same reports whether two expressions read the same value.
func same(a, b *model.Expr) bool {
	return a.Op == b.Op && a.Text == b.Text && a.Field == b.Field && a.Lit == b.Lit && slices.EqualFunc(a.Args, b.Args, same)
}

func (c *costs) read(text *model.Expr, steps float64) {
	c.total += steps
	c.inTexts += steps
	if steps > c.longestCost {
		c.longest, c.longestCost = strings.ReplaceAll(written(c.source(text)), ".?", "."), steps
	}
}

// source returns the longest string that a string is derived from.
func (c *costs) source(text *model.Expr) *model.Expr {
	switch {
	case text.Op == model.MapItems:
		return c.source(text.Args[1])
	case text.Bound != nil:
		return c.source(text.Bound)
	}
	if text.Op != model.Call && text.Op != model.OrValue && text.Op != model.If || len(text.Args) == 0 {
		return text
	}
	longest := text.Args[0]
	for _, arg := range text.Args[1:] {
		if c.length(arg) > c.length(longest) {
			longest = arg
		}
	}
	return c.source(longest)
}

// length returns the maximum length of a string in bytes.
func (c *costs) length(e *model.Expr) float64 {
	known, ok := c.lengths[e]
	if !ok {
		known = c.newLength(e)
		c.lengths[e] = known
	}
	return known
}

func (c *costs) newLength(e *model.Expr) float64 {
	switch e.Op {
	case model.Literal:
		s, _ := e.Lit.(string)
		return float64(len(s))
	case model.OrValue, model.If:
		most := 0.0
		for _, arg := range e.Args {
			most = max(most, c.length(arg))
		}
		return most
	case model.TakeValue, model.Some:
		return c.length(e.Args[0])
	case model.Bind:
		return c.length(e.Args[1])
	case model.Var:
		if e.Bound != nil {
			return c.length(e.Bound)
		}
	case model.Call:
		return c.madeLength(e)
	}
	t := e.Type
	if t.Kind == model.OptionalExpr {
		t = t.Item()
	}
	switch {
	case t.Kind != model.StringExpr:
		return 0
	case t.Model == nil:
		return byteLimit
	}
	return textLength(t.Model)
}

// textLength returns the maximum length of strings of a type in bytes.
func textLength(t *model.Type) float64 {
	most := float64(byteLimit)
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

// madeLength returns the maximum length of the string that a call returns, in bytes.
func (c *costs) madeLength(e *model.Expr) float64 {
	sum := 0.0
	for _, arg := range e.Args {
		sum += c.length(arg)
	}
	switch e.Text {
	case "string":
		return max(sum, stringLength)
	case "charAt":
		return byWidth
	case "replace":
		return c.length(e.Args[0]) * max(1, c.length(e.Args[2]))
	case "strings.quote":
		return 2 * sum
	case "join":
		items, _ := longest(e.Args[0].Type)
		return byteLimit + items*(sum-c.length(e.Args[0]))
	}
	return sum
}
