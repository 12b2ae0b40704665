package expr

import (
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// Program is a rule compiled for cel-go.
type Program struct {
	rule *model.Rule
	of   *model.Type
	cond cel.Program
	text cel.Program // nil without messageExpression
}

// Programs compiles the rules of a type for cel-go. Their Code must have been filled.
func Programs(of *model.Type) ([]*Program, error) {
	if len(of.Rules) == 0 {
		return nil, nil
	}
	env, provider, err := newEnv(of)
	if err != nil {
		return nil, err
	}
	check := &checker{env, provider}
	list := make([]*Program, len(of.Rules))
	for i := range of.Rules {
		r := &of.Rules[i]
		if r.Code == nil {
			return nil, fmt.Errorf("the rule %q was not checked", r.ID)
		}
		p := &Program{rule: r, of: of}
		if p.cond, err = check.program(r.Source); err != nil {
			return nil, fmt.Errorf("rule %q: %w", r.ID, err)
		}
		if r.MessageSource != "" {
			if p.text, err = check.program(r.MessageSource); err != nil {
				return nil, fmt.Errorf("messageExpression of rule %q: %w", r.ID, err)
			}
		}
		list[i] = p
	}
	return list, nil
}

func (c *checker) program(source string) (cel.Program, error) {
	checked, fault := c.check(source)
	if fault != nil {
		return nil, fmt.Errorf("%s", fault.problem)
	}
	return c.env.Program(checked)
}

// Rule returns the rule that the program evaluates.
func (p *Program) Rule() *model.Rule { return p.rule }

// Self wraps a value of the rule's node, as decoded into an any, for [Program.Holds].
func (p *Program) Self(v any) any { return wrap(v, p.of) }

// Holds evaluates the rule on the result of Self. An evaluation error counts as a violation. Text is the result
// of a rule of type string.
func (p *Program) Holds(self any) (text string, holds bool) {
	out, ok := eval(p.cond, self)
	if !ok {
		return "", false
	}
	switch v := out.(type) {
	case types.Bool:
		return "", bool(v)
	case types.String:
		return string(v), v == ""
	}
	return "", false
}

// Check evaluates the rule on a value of its node and returns the issue if it is violated. Speaks tells that
// the fields read by messageExpression are valid.
func (p *Program) Check(v any, speaks bool) (issue runtime.ValidationIssue, broken bool) {
	self := p.Self(v)
	text, holds := p.Holds(self)
	if holds {
		return issue, false
	}
	return runtime.ValidationIssue{
		Field: p.rule.Code.Field, Constraint: "rule", Rule: p.rule.ID,
		Message: gencode.RuleText(text, true, p.message(self, speaks)), Fields: p.rule.Code.Reads,
	}, true
}

// message returns the rule's text for a value that violates it.
func (p *Program) message(self any, speaks bool) string {
	fixed := p.rule.Fallback()
	if p.text == nil || !speaks {
		return fixed
	}
	out, ok := eval(p.text, self)
	text, isText := out.(types.String)
	return gencode.RuleText(string(text), ok && isText, fixed)
}

// eval evaluates a program; false for an error or a panic.
func eval(p cel.Program, self any) (ref.Val, bool) {
	out, _, err := p.Eval(map[string]any{"self": self})
	if err != nil || out == nil || types.IsError(out) {
		return nil, false
	}
	return out, true
}
