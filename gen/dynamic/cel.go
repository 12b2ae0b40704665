package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan/rulecode"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// celRule is a CEL rule on the values of a schema. Generated code has it compiled to Go; here
// cel-go evaluates it.
type celRule struct {
	program *expr.Program
	reads   rulecode.Reads // of the rule itself
	says    rulecode.Reads // of its message
}

// celRules makes the rules of a type ready.
func celRules(t *model.Type) []celRule {
	programs, err := expr.Programs(t)
	if err != nil {
		panic("dynamic: " + err.Error())
	}
	var list []celRule
	for _, p := range programs {
		reads, says := rulecode.ReadsOf(t, p.Rule())
		list = append(list, celRule{p, reads, says})
	}
	return list
}

// runRules runs rules on a value whose fields, if it has any, are sound as sound says.
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

// soundFields reports whether fields of an object that was read are sound.
func soundFields(o *gencode.Object) func(rulecode.Reads) bool {
	return func(reads rulecode.Reads) bool {
		if reads.All {
			return o.SoundAll()
		}
		return o.Sound(reads.Fields...)
	}
}

// soundValue is the same of a value that has no fields, and is sound.
func soundValue(rulecode.Reads) bool { return true }
