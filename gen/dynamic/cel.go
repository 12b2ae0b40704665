package dynamic

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/runtime"
)

// celRule is a CEL rule on the values of a schema. Generated code has it compiled to Go; here
// cel-go evaluates it.
type celRule struct {
	program *expr.Program
	reads   celReads // of the rule itself
	says    celReads // of its message
}

// celReads are the fields of an object that an expression reads, or the object as a whole.
type celReads struct {
	fields []int
	all    bool
}

// celRules makes the rules of a type ready.
func celRules(t *model.Type) []celRule {
	programs, err := expr.Programs(t)
	if err != nil {
		panic("dynamic: " + err.Error())
	}
	var list []celRule
	for _, p := range programs {
		code := p.Rule().Code
		list = append(list, celRule{program: p, reads: newReads(t, code.Keys, code.All), says: newReads(t, code.TextKeys, code.TextAll)})
	}
	return list
}

func newReads(t *model.Type, keys []string, all bool) celReads {
	reads := celReads{all: all}
	for _, key := range keys {
		reads.fields = append(reads.fields, slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Key == key }))
	}
	return reads
}

// runRules runs the rules on a value whose fields, if it has any, are sound as sound says.
func (s *schema) runRules(c *runtime.Checker, v any, sound func(celReads) bool) {
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
func (s *schema) decodeRules(d *runtime.Decoder, o *runtime.Object, m map[string]any) {
	s.runRules(&d.Checker, m, func(reads celReads) bool {
		if reads.all {
			return o.SoundAll()
		}
		return o.Sound(reads.fields...)
	})
}

// valueRules runs the rules on a value that is no object, where it is sound.
func (s *schema) valueRules(c *runtime.Checker, v any, mark int) {
	if v != nil && c.SoundSince(mark) {
		s.runRules(c, v, func(celReads) bool { return true })
	}
}

// faulty notes which fields of an object have issues.
type faulty struct {
	fields []int
	from   int
}

// field ends the check of a field that began when the mark was taken.
func (f *faulty) field(c *runtime.Checker, mark, i int) {
	if !c.SoundSince(mark) {
		f.fields = append(f.fields, i)
	}
}

// objectRules runs the rules on an object that was checked.
func (s *schema) objectRules(c *runtime.Checker, m map[string]any, bad *faulty) {
	clean := c.SoundSince(bad.from)
	s.runRules(c, m, func(reads celReads) bool {
		if reads.all {
			return clean
		}
		return !slices.ContainsFunc(reads.fields, func(i int) bool {
			return slices.Contains(bad.fields, i) || slices.Contains(s.required, s.fields[i].key) && !has(m, s.fields[i].key)
		})
	})
}
