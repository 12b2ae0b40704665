package dynamic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// oracle is what an independent implementation says of values.
type oracle struct{ schema *jsonschema.Schema }

// newOracle compiles a schema with formats asserted.
func newOracle(schema *tooldef.Node) (o oracle, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(schema.JSON())))
	if err != nil {
		return o, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(oraclePattern)
	if err := c.AddResource("file:///schema.json", doc); err != nil {
		return o, err
	}
	o.schema, err = c.Compile("file:///schema.json")
	return o, err
}

// verdict tells whether a text is valid; ok is false where the library fails to say. It panics
// on some numbers with large exponents.
func (o oracle) verdict(text []byte) (err error, ok bool) {
	defer func() {
		if recover() != nil {
			err, ok = nil, false
		}
	}()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, false
	}
	return o.schema.Validate(v), true
}

// Patterns are keys of the library's maps, so that they are pointers.
type oracleRegexp struct {
	source string
	match  func(string) bool
}

func (r *oracleRegexp) String() string            { return r.source }
func (r *oracleRegexp) MatchString(s string) bool { return r.match(s) }

// oraclePattern gives the library ECMA-262's patterns, which its own engine does not know.
func oraclePattern(source string) (jsonschema.Regexp, error) {
	t, err := ecma.Translate(source)
	if err != nil {
		return nil, err
	}
	if !t.Backtracking {
		re, err := regexp.Compile(t.Expr)
		if err != nil {
			return nil, err
		}
		return &oracleRegexp{source, re.MatchString}, nil
	}
	re, err := regexp2.Compile(t.Expr, regexp2.ECMAScript, regexp2.Unicode)
	if err != nil {
		return nil, err
	}
	return &oracleRegexp{source, func(s string) bool { m, err := re.MatchString(s); return m && err == nil }}, nil
}
