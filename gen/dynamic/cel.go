package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan/rulecode"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// celRule is a CEL rule on the values of a schema, evaluated by cel-go. Generated code contains it compiled to
// Go.
type celRule struct {
	program *expr.Program
	reads   rulecode.Reads // fields read by the rule
	says    rulecode.Reads // fields read by its message
}

// celRules prepares the rules of a type.
func celRules(t *model.Type) []celRule {
	programs, err := expr.Programs(t)
	if err != nil {
		panic("dynamic: " + err.Error())
	}
	var list []celRule
	for _, p := range programs {
		reads, says := rulecode.ReadsOf(t, p.Rule)
		list = append(list, celRule{p, reads, says})
	}
	return list
}

// runRules runs the rules on a value. sound tells whether the fields that a rule reads are valid.
func runRules(rules []celRule, c *gencode.Checker, v any, sound func(rulecode.Reads) bool) {
	for _, rule := range rules {
		if !sound(rule.reads) {
			continue
		}
		if issue, broken := rule.program.Check(v, sound(rule.says)); broken {
			c.Violation(issue)
		}
	}
}

// soundFields reports whether fields of a decoded object are valid.
func soundFields(o *gencode.Object) func(rulecode.Reads) bool {
	return func(reads rulecode.Reads) bool {
		if reads.All {
			return o.SoundAll()
		}
		return o.Sound(reads.Fields...)
	}
}

// soundValue is the counterpart for a valid value without fields.
func soundValue(rulecode.Reads) bool { return true }
