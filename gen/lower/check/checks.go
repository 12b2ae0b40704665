package check

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/gotype"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Checker warns about schemas that cannot mean what they say.
type Checker struct {
	*schema.Reader
	defaults map[*tooldef.Node]bool   // checked schemas, and whether their default is valid
	wordings map[*tooldef.Node]string // the constraints of compared schemas
	counted  map[counted]float64
	budget   float64 // remaining steps of the schema library
}

// counted is a value at which a schema is checked; a nil value has no parts.
type counted struct {
	schema string
	value  *tooldef.Node
}

// maxSteps bounds the steps that the schema library takes to check the defaults of a tool. Defaults beyond it count as valid.
const maxSteps = 300_000

// New returns a Checker of the schemas that r reads.
func New(r *schema.Reader) *Checker {
	return &Checker{Reader: r, defaults: map[*tooldef.Node]bool{}, wordings: map[*tooldef.Node]string{},
		counted: map[counted]float64{}, budget: maxSteps}
}

// Type warns about valid but meaningless schemas: contradictory bounds, and defaults that violate their own
// schema.
func (c *Checker) Type(t *model.Type, flat schema.Conj) {
	limits := map[string]string{}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Bound:
			limits[c.Word] = c.Limit
		case model.Size:
			limits[c.Word] = strconv.Itoa(c.Limit)
		}
	}
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"exclusiveMinimum", "maximum"}, {"minimum", "exclusiveMaximum"},
		{"exclusiveMinimum", "exclusiveMaximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}} {
		if low, high := limits[pair[0]], limits[pair[1]]; crossed(pair, low, high) {
			n := cmp.Or(flat.First(pair[0]), flat[0].Node)
			c.Warn(n, pair[0], fmt.Sprintf("nothing can satisfy %s %s with %s %s", pair[0], low, pair[1], high), "swap them or drop one")
		}
	}
	c.beyondGoType(t, flat, limits)
	c.valuesBeyond(t, flat)
	c.checkDefaults(flat)
}

// beyondGoType warns about bounds beyond the Go integer type: numbers in between are valid, but are range
// issues when decoding.
func (c *Checker) beyondGoType(t *model.Type, flat schema.Conj, limits map[string]string) {
	if t.Kind != model.Int || t.Unsigned || t.Narrow() || t.GoType != "" {
		return
	}
	for _, word := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		r, ok := schema.Rat(limits[word])
		if !ok || !r.IsInt() || r.Num().IsInt64() {
			continue
		}
		if n := flat.First(word); n != nil {
			c.Warn(n, word, fmt.Sprintf("%s is beyond int64, which is the Go type; larger numbers are refused as out of range", limits[word]),
				`add "format": "uint64", or "x-go-type": "json.Number"`)
		}
	}
}

// valuesBeyond warns about values of the schema that the Go type cannot represent: they are valid, but rejected
// as out of range. (For enum and const this is only possible if a format selected the type.)
func (c *Checker) valuesBeyond(t *model.Type, flat schema.Conj) {
	if t.Kind != model.Int && t.Kind != model.Float || t.GoType != "" {
		return
	}
	fix := "correct or remove format: without it, the Go type holds the value"
	if t.Bits == 0 {
		fix = `correct it, or add "x-go-type": "json.Number"`
	}
	check := func(n *tooldef.Node, word string) {
		if n.Is(tooldef.Number) && !gotype.Holds(t, n.Text) {
			c.Warn(n, word, fmt.Sprintf("%s is beyond %s, which is the Go type, and is refused as out of range", model.Cut(n.Text, 60),
				gotype.Number(t)), fix)
		}
	}
	for _, s := range flat {
		check(s.Get("const"), "const")
		check(s.Get("default"), "default")
		for _, member := range s.Get("enum").List() {
			check(member, "enum")
		}
	}
}

// crossed reports whether no number satisfies two bounds; "" is none.
func crossed(pair [2]string, low, high string) bool {
	x, okX := schema.Rat(low)
	y, okY := schema.Rat(high)
	if !okX || !okY {
		return false
	}
	c := x.Cmp(y)
	return c > 0 || c == 0 && (strings.HasPrefix(pair[0], "exclusive") || strings.HasPrefix(pair[1], "exclusive"))
}

// checkDefaults checks each default against its own schema.
func (c *Checker) checkDefaults(flat schema.Conj) {
	for _, s := range flat {
		c.SoundDefault(s)
	}
}

// SoundDefault reports whether a schema's default satisfies it, as far as this can be decided, and warns if
// not.
func (c *Checker) SoundDefault(s schema.Source) bool {
	n := s.Get("default")
	if n == nil {
		return true
	}
	if sound, known := c.defaults[n]; known {
		return sound
	}
	c.defaults[n] = true
	steps := c.steps(s, n)
	if steps > c.budget {
		return true
	}
	c.budget -= steps
	if problem := c.Lib.Violation(s.Doc, s.Node, n); problem != "" {
		c.defaults[n] = false
		c.Warn(n, "default", fmt.Sprintf("the default %s breaks its own schema: %s", model.Cut(n.JSON(), 60), problem),
			"correct the default or the schema")
	}
	return c.defaults[n]
}

// steps counts the schemas that the schema library checks a value against. The library follows every path through the
// definitions, and n definitions may have 2^n paths.
func (c *Checker) steps(s schema.Source, value *tooldef.Node) float64 {
	at := counted{s.ID(), value}
	if n, known := c.counted[at]; known {
		return n
	}
	c.counted[at] = 1 // ends loops of references
	n := 1.0
	add := func(value *tooldef.Node, schemas ...schema.Source) {
		for _, part := range schemas {
			n += c.steps(part, value)
		}
	}
	add(value, s.Beside()...)
	for _, m := range value.Entries() {
		add(m.Value, s.Under(m.Key)...)
		add(m.Value, s.Children("unevaluatedProperties")...)
		add(nil, s.Children("propertyNames")...)
	}
	for _, item := range value.List() {
		add(item, s.Items()...)
	}
	c.counted[at] = n
	return n
}
