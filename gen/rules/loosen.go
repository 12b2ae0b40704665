package rules

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// descriptive are keywords without a constraint.
var descriptive = []string{"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"}

// loosens describes how a new value of a keyword accepts more than the old one, or is not comparable; "" if it
// is stricter.
func loosens(word string, before, after *tooldef.Node) string {
	from, to := cut(before.JSON()), cut(after.JSON())
	if before.CanonicalJSON() == after.CanonicalJSON() {
		return ""
	}
	switch word {
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains":
		if less(after, before) {
			return fmt.Sprintf("may be below the %s %s of its schema: %s", word, from, to)
		}
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains":
		if less(before, after) {
			return fmt.Sprintf("may be above the %s %s of its schema: %s", word, from, to)
		}
	case "enum":
		if extra := firstNotIn(after.Items, before.Items); extra != "" {
			return "may have a value that the enum of its schema does not have: " + extra
		}
	case "type":
		if extra := firstNotIn(names(after), names(before)); extra != "" && !(extra == `"integer"` && slices.ContainsFunc(names(before), isNumber)) {
			return "may be of a type that its schema does not allow: " + extra
		}
	case "uniqueItems":
		if before.Kind == tooldef.Bool && before.Bool {
			return "may repeat items, which its schema refuses"
		}
	case "const", "pattern", "format", "multipleOf", "contentEncoding", "contentMediaType":
		if word == "multipleOf" && divides(before, after) {
			return ""
		}
		return fmt.Sprintf("gets the %s %s in place of %s", word, to, from)
	}
	return ""
}

func isNumber(n *tooldef.Node) bool { return n.Text == "number" }

// names returns the types of a type keyword.
func names(n *tooldef.Node) []*tooldef.Node {
	if n.Kind == tooldef.Array {
		return n.Items
	}
	return []*tooldef.Node{n}
}

// firstNotIn returns the first value missing from a list, as JSON.
func firstNotIn(values, list []*tooldef.Node) string {
	for _, v := range values {
		text := v.CanonicalJSON()
		if !slices.ContainsFunc(list, func(o *tooldef.Node) bool { return o.CanonicalJSON() == text }) {
			return cut(v.JSON())
		}
	}
	return ""
}

func less(a, b *tooldef.Node) bool {
	x, okX := number(a)
	y, okY := number(b)
	return okX && okY && x.Cmp(y) < 0
}

// divides reports whether every multiple of b is a multiple of a.
func divides(a, b *tooldef.Node) bool {
	x, okX := number(a)
	y, okY := number(b)
	return okX && okY && x.Sign() != 0 && new(big.Rat).Quo(y, x).IsInt()
}

// number parses a number of a schema. Huge exponents are rejected, because big.Rat would expand them.
func number(n *tooldef.Node) (*big.Rat, bool) {
	if n == nil || n.Kind != tooldef.Number || len(n.Text) > 64 {
		return nil, false
	}
	if i := strings.IndexAny(n.Text, "eE"); i >= 0 && len(n.Text)-i > 5 {
		return nil, false
	}
	return new(big.Rat).SetString(n.Text)
}
