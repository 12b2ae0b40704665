// Package oracle validates values with an independent JSON Schema implementation, for comparison in tests.
package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/ecma"
)

// Schema is a compiled schema with formats asserted.
type Schema struct{ compiled *jsonschema.Schema }

// Compile compiles a schema given as JSON.
func Compile(schema string) (s *Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(pattern)
	if err := c.AddResource("file:///schema.json", doc); err != nil {
		return nil, err
	}
	compiled, err := c.Compile("file:///schema.json")
	if err != nil {
		return nil, err
	}
	return &Schema{compiled}, nil
}

// ErrUnknown means that there is no verdict: the text is not JSON, or has a number that the implementation
// cannot handle.
var ErrUnknown = errors.New("no verdict")

// Validate returns nil for a valid value, ErrUnknown if there is no verdict, or an error that describes the
// faults.
func (s *Schema) Validate(text []byte) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrUnknown
		}
	}()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return ErrUnknown
	}
	if hugeExponent(v) {
		return ErrUnknown // it expands exponents, and panics on longer ones
	}
	return s.compiled.Validate(v)
}

// Pointers returns the positions of a validation error, innermost causes only.
func Pointers(err error) []string {
	var out []string
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			var b strings.Builder
			for _, t := range e.InstanceLocation {
				b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(t))
			}
			out = append(out, b.String())
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	var verr *jsonschema.ValidationError
	if errors.As(err, &verr) {
		walk(verr)
	}
	return out
}

func hugeExponent(v any) bool {
	switch v := v.(type) {
	case json.Number:
		i := strings.IndexAny(string(v), "eE")
		if i < 0 {
			return false
		}
		e, err := strconv.Atoi(string(v)[i+1:])
		return err != nil || e > 4000 || e < -4000
	case []any:
		for _, item := range v {
			if hugeExponent(item) {
				return true
			}
		}
	case map[string]any:
		for _, item := range v {
			if hugeExponent(item) {
				return true
			}
		}
	}
	return false
}

// A pointer, because the library uses patterns as map keys.
type ecmaRegexp struct {
	source string
	match  func(string) bool
}

func (r *ecmaRegexp) String() string            { return r.source }
func (r *ecmaRegexp) MatchString(s string) bool { return r.match(s) }

// pattern compiles an ECMA-262 pattern, which the library's default engine does not support.
func pattern(source string) (jsonschema.Regexp, error) {
	t, err := ecma.Translate(source)
	if err != nil {
		return nil, err
	}
	if !t.Backtracking {
		re, err := regexp.Compile(t.Expr)
		if err != nil {
			return nil, err
		}
		return &ecmaRegexp{source, re.MatchString}, nil
	}
	re, err := regexp2.Compile(t.Expr, regexp2.ECMAScript, regexp2.Unicode)
	if err != nil {
		return nil, err
	}
	return &ecmaRegexp{source, func(s string) bool { m, err := re.MatchString(s); return m && err == nil }}, nil
}
