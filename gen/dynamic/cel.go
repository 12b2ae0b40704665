package dynamic

import (
	"slices"

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

// runRules runs the rules on a value whose fields, if it has any, are sound as sound says.
func (s *schema) runRules(c *gencode.Checker, v any, sound func(rulecode.Reads) bool) {
	for _, rule := range s.rules {
		if !sound(rule.reads) {
			continue
		}
		if issue, broken := rule.program.Check(v, sound(rule.says)); broken {
			c.Violation(issue)
		}
	}
}

// decodeRules runs the rules on an object that was read.
func (s *schema) decodeRules(d *gencode.Decoder, o *gencode.Object, m map[string]any) {
	s.runRules(&d.Checker, m, func(reads rulecode.Reads) bool {
		if reads.All {
			return o.SoundAll()
		}
		return o.Sound(reads.Fields...)
	})
}

// valueRules runs the rules on a value that is no object, where it is sound.
func (s *schema) valueRules(c *gencode.Checker, v any, mark int) {
	if v != nil && c.SoundSince(mark) {
		s.runRules(c, v, func(rulecode.Reads) bool { return true })
	}
}

// faulty notes which fields of an object have issues.
type faulty struct {
	fields []int
	from   int
}

// field ends the check of a field that began when the mark was taken.
func (f *faulty) field(c *gencode.Checker, mark, i int) {
	if !c.SoundSince(mark) {
		f.fields = append(f.fields, i)
	}
}

// objectRules runs the rules on an object that was checked.
func (s *schema) objectRules(c *gencode.Checker, m map[string]any, bad *faulty) {
	clean := c.SoundSince(bad.from)
	s.runRules(c, m, func(reads rulecode.Reads) bool {
		if reads.All {
			return clean
		}
		return !slices.ContainsFunc(reads.Fields, func(i int) bool {
			return slices.Contains(bad.fields, i) || slices.Contains(s.required, s.fields[i].key) && !has(m, s.fields[i].key)
		})
	})
}
