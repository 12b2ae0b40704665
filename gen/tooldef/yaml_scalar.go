package tooldef

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// The plain scalars that are not strings, by the core schema of YAML 1.2.2, section 10.3.2.
var (
	yamlDecimal = regexp.MustCompile(`^[-+]?[0-9]+$`)
	yamlOctal   = regexp.MustCompile(`^0o[0-7]+$`)
	yamlHex     = regexp.MustCompile(`^0x[0-9a-fA-F]+$`)
	yamlFloat   = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	yamlNoValue = regexp.MustCompile(`^([-+]?(\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN)$`)
)

// scalar reads a scalar. Its type is decided here from its text, because the library also knows
// the numbers of YAML 1.1 and lets large integers be strings.
func (y *yamlReader) scalar(v ast.ScalarNode, pointer string) (*Node, error) {
	n := &Node{Kind: String, Pos: y.at(v), Pointer: pointer}
	tk := v.GetToken()
	if tk == nil || tk.Type == token.ImplicitNullType {
		n.Kind = Null
		return n, nil
	}
	if s, ok := v.(*ast.StringNode); ok && tk.Type != token.StringType {
		n.Text = s.Value // quoted
		return n, nil
	}
	return n, y.resolve(n, v, tk.Value)
}

// resolve gives a node the type that plain text has.
func (y *yamlReader) resolve(n *Node, at ast.Node, text string) error {
	switch text {
	case "", "~", "null", "Null", "NULL":
		n.Kind = Null
		return nil
	case "true", "True", "TRUE":
		n.Kind, n.Bool = Bool, true
		return nil
	case "false", "False", "FALSE":
		n.Kind = Bool
		return nil
	}
	n.Kind = Number
	switch {
	case yamlDecimal.MatchString(text), yamlFloat.MatchString(text):
		n.Text = jsonNumber(text)
	case yamlOctal.MatchString(text), yamlHex.MatchString(text):
		const longest = 300 // digits; more than any number type holds
		if len(text) > longest {
			return y.failed(at, "the number has more than %d digits", longest)
		}
		base := 16
		if text[1] == 'o' {
			base = 8
		}
		value, _ := new(big.Int).SetString(text[2:], base)
		n.Text = value.String()
	case yamlNoValue.MatchString(text):
		return y.failed(at, "%s is not a number that JSON can hold", text)
	default:
		n.Kind, n.Text = String, text
	}
	return nil
}

// jsonNumber writes a decimal of YAML as JSON wants it: no plus sign, no leading zeros, digits
// on both sides of the point.
func jsonNumber(text string) string {
	exponent := ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		text, exponent = text[:i], text[i:]
	}
	text = strings.TrimPrefix(text, "+")
	text, negative := strings.CutPrefix(text, "-")
	whole, fraction, point := strings.Cut(text, ".")
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if point {
		if fraction == "" {
			fraction = "0"
		}
		whole += "." + fraction
	}
	if negative {
		whole = "-" + whole
	}
	return whole + exponent
}

// tagged reads a value with a tag. Only the tags of the JSON types mean something.
func (y *yamlReader) tagged(v *ast.TagNode, pointer string) (*Node, error) {
	tag := v.Start.Value
	want, known := map[string]Kind{
		"!!null": Null, "!!bool": Bool, "!!int": Number, "!!float": Number,
		"!!str": String, "!": String, "!!seq": Array, "!!map": Object,
	}[tag]
	if !known {
		return nil, y.failed(v, "the tag %s has no meaning in JSON", shorten(tag))
	}
	n, err := y.node(v.Value, pointer)
	if err != nil {
		return nil, err
	}
	if n.Kind == want {
		return n, nil
	}
	text := n.Text
	if s, ok := v.Value.(ast.ScalarNode); ok && n.Kind != String && s.GetToken() != nil && s.GetToken().Type != token.ImplicitNullType {
		text = s.GetToken().Value
	}
	switch {
	case want == String && n.Kind != Array && n.Kind != Object:
		return &Node{Kind: String, Pos: n.Pos, Pointer: pointer, Text: text}, nil
	case n.Kind == String:
		if err := y.resolve(n, v, text); err != nil {
			return nil, err
		}
		if n.Kind == want {
			return n, nil
		}
	}
	return nil, y.failed(v, "the value does not have the type of its tag %s", tag)
}
