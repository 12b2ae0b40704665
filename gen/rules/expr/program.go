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
	Rule *model.Rule
	of   *model.Type
	cond cel.Program
	text cel.Program // nil without messageExpression
}

// Programs compiles the rules of a type for cel-go. Their Code must have been filled.
func Programs(of *model.Type) ([]*Program, error) {
	if len(of.Rules) == 0 {
		return nil, nil
	}
	check, err := newChecker(of)
	if err != nil {
		return nil, err
	}
	list := make([]*Program, len(of.Rules))
	for i := range of.Rules {
		r := &of.Rules[i]
		if r.Code == nil {
			return nil, fmt.Errorf("the rule %q was not checked", r.ID)
		}
		p := &Program{Rule: r, of: of}
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

// Check evaluates the rule on a value of its node, as decoded into an any, and returns the issue if it is
// violated. An evaluation error counts as a violation. Speaks tells that the fields read by messageExpression
// are valid.
func (p *Program) Check(v any, speaks bool) (issue runtime.ValidationIssue, broken bool) {
	self := wrap(v, p.of)
	out := eval(p.cond, self)
	text, isText := out.(types.String)
	if out == types.True || isText && text == "" {
		return issue, false
	}
	message := p.Rule.Fallback()
	if p.text != nil && speaks {
		computed, ok := eval(p.text, self).(types.String)
		message = gencode.RuleText(string(computed), ok, message)
	}
	return runtime.ValidationIssue{
		Field: p.Rule.Code.Field, Constraint: "rule", Rule: p.Rule.ID,
		Message: gencode.RuleText(string(text), true, message), Fields: p.Rule.Code.Reads,
	}, true
}

// eval evaluates a program; nil after an error.
func eval(p cel.Program, self any) ref.Val {
	out, _, err := p.Eval(map[string]any{"self": self})
	if err != nil || types.IsError(out) {
		return nil
	}
	return out
}
