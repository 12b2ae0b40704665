package expr

import (
	"math"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// perByte is how many steps the code of a function takes for a byte of the text that it goes
	// through: as for Kubernetes, ten bytes are one step, and one byte of a pattern's is one.
	perByte        = 0.1
	perPatternByte = 1.0
	// byWidth is how many bytes a character of text may take.
	byWidth = 4
)

// text adds the steps that a call takes within texts, when it is evaluated so often. A rule that looks for
// each item of a list in one long text goes through that text as often as there are items.
func (c *costs) text(e *model.Expr, times float64) {
	first := e.Args[0]
	if first.Type.Kind != model.StringExpr {
		if e.Text == "join" {
			c.read(first, perByte*times*length(e))
		}
		return
	}
	switch e.Text {
	case "==", "!=", "<", "<=", ">", ">=", "startsWith", "endsWith":
		shorter := first // the end of either is the end of the comparison
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
		c.through(first, times, perByte*math.Max(1, length(e.Args[2])))
	case "in":
		// Where the lengths differ, nothing is read; the items are counted already.
	default:
		c.through(first, times, perByte)
	}
}

// through adds the steps of going through a text.
func (c *costs) through(text *model.Expr, times, each float64) {
	c.read(text, each*c.bytes(text, times))
}

// bytes is how long a text is in all its evaluations, of which there are so many.
func (c *costs) bytes(text *model.Expr, times float64) float64 {
	bytes := times * length(text)
	if v := root(text); v != "" {
		// All the texts below the items of a list fit into one call together.
		if outer, ok := c.loops[v]; ok && outer.rounds > 0 {
			bytes = min(bytes, max(1, times/outer.rounds)*byteLimit)
		}
	}
	return bytes
}

func (c *costs) read(text *model.Expr, steps float64) {
	c.total += steps
	c.inTexts += steps
	if steps > c.longestCost {
		c.longest, c.longestCost = strings.ReplaceAll(written(source(text)), ".?", "."), steps
	}
}

// source is the longest of the texts that a text is made of.
func source(text *model.Expr) *model.Expr {
	if text.Op != model.Call && text.Op != model.OrValue && text.Op != model.If || len(text.Args) == 0 {
		return text
	}
	longest := text.Args[0]
	for _, arg := range text.Args[1:] {
		if length(arg) > length(longest) {
			longest = arg
		}
	}
	return source(longest)
}

// length is the largest number of bytes of a text.
func length(e *model.Expr) float64 {
	switch e.Op {
	case model.Literal:
		s, _ := e.Lit.(string)
		return float64(len(s))
	case model.OrValue, model.If:
		most := 0.0
		for _, arg := range e.Args {
			most = max(most, length(arg))
		}
		return most
	case model.TakeValue, model.Some:
		return length(e.Args[0])
	case model.Bind:
		return length(e.Args[1])
	case model.Var:
		if e.Bound != nil {
			return length(e.Bound)
		}
	case model.Call:
		return madeLength(e)
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

// textLength is the largest number of bytes of text of a type.
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

// madeLength is the largest number of bytes of text that a call makes.
func madeLength(e *model.Expr) float64 {
	sum := 0.0
	for _, arg := range e.Args {
		sum += length(arg)
	}
	switch e.Text {
	case "string":
		return max(sum, 32)
	case "charAt":
		return byWidth
	case "replace":
		return length(e.Args[0]) * max(1, length(e.Args[2]))
	case "strings.quote":
		return 2 * sum
	case "join":
		return byteLimit + sum
	}
	return sum
}
