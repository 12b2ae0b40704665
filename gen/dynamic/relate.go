package dynamic

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// test tests the fields of an object. The object is nil if the value is part of another.
type test func(c *gencode.Checker, o *gencode.Object, m map[string]any)

// relations prepares the constraints on an object as a whole. Each runs if the fields it reads are valid: an
// invalid field neither causes a second issue nor hides issues of others.
func (p *program) relations(t *model.Type, list []plan.Relation) func(d *gencode.Decoder, o *gencode.Object, m map[string]any, from int) {
	tests, wholes := make([][]test, len(list)), make([]check, len(list))
	for i, of := range list {
		if of.Schema != nil {
			wholes[i] = p.schema(of.Schema)
		} else {
			tests[i] = p.tests(of.Tests, t)
		}
	}
	return func(d *gencode.Decoder, o *gencode.Object, m map[string]any, from int) {
		var whole any
		mark := -1
		for i, of := range list {
			if mark < 0 && of.Turn != plan.Firstly { // what patterns say of other keys is beside the rest
				mark = d.Mark()
			}
			for _, test := range tests[i] {
				test(&d.Checker, o, m)
			}
			if of.Schema == nil || !sound(o, of.Reads) || of.Turn == plan.Lastly && !d.SoundSince(mark) {
				continue
			}
			if whole == nil {
				whole = d.Whole(from, m)
			}
			wholes[i](&d.Checker, whole)
		}
	}
}

// sound reports whether the fields that a constraint reads are valid.
func sound(o *gencode.Object, of plan.Reads) bool {
	return (!of.All || o.SoundAll()) && o.Sound(of.Values...) && !slices.ContainsFunc(of.Needs, func(i int) bool { return !o.Has(i) })
}

// fieldsOf gives conditions access to the fields of an object.
type fieldsOf struct {
	t *model.Type
	o *gencode.Object
	m map[string]any
}

func (f fieldsOf) has(i int) bool {
	if f.o != nil {
		return f.o.Has(i)
	}
	_, ok := f.m[f.t.Fields[i].Key]
	return ok
}

func (f fieldsOf) value(i int) any { return f.m[f.t.Fields[i].Key] }

// filled reports whether a field counts as present where blank strings and null count as missing.
func (f fieldsOf) filled(i int) bool { return f.has(i) && gencode.FilledAny(f.value(i)) }

// is reports whether a condition is true.
func (f fieldsOf) is(of plan.Cond) bool {
	switch of := of.(type) {
	case plan.Present:
		return f.has(of.Field)
	case plan.Filled:
		return f.filled(of.Field)
	case plan.True:
		return f.value(of.Field) == true
	case plan.Compare:
		return f.compare(of)
	case plan.Count:
		return compared(f.count(of.Of), of.Op, of.Limit)
	case plan.All:
		return !slices.ContainsFunc(of, func(c plan.Cond) bool { return !f.is(c) })
	case plan.Any:
		return slices.ContainsFunc(of, f.is)
	case plan.Negated:
		return !f.is(of.Of)
	}
	panic(fmt.Sprintf("dynamic: no code for the condition %T", of))
}

func (f fieldsOf) count(list []plan.Cond) int { return gencode.Count(f.each(list)...) }

func (f fieldsOf) each(list []plan.Cond) []bool {
	holds := make([]bool, len(list))
	for i, c := range list {
		holds[i] = f.is(c)
	}
	return holds
}

func (f fieldsOf) compare(of plan.Compare) bool {
	v := f.value(of.Field)
	if of.Literal == "" {
		return (v == of.Text) == (of.Op == "==")
	}
	text, _ := v.(json.Number)
	n, ok := gencode.RuleInteger(text)
	limit, err := strconv.ParseInt(of.Literal, 10, 64)
	return ok && err == nil && compared(n, of.Op, limit)
}

// compared applies a comparison operator of Go.
func compared[T int | int64](a T, op string, b T) bool {
	switch op {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	}
	panic("dynamic: no comparison " + op)
}

// tests prepares tests of the fields of an object.
func (p *program) tests(list []plan.Test, t *model.Type) []test {
	made := make([]test, len(list))
	for i, of := range list {
		do := p.conclusion(of.Do, t)
		made[i] = func(c *gencode.Checker, o *gencode.Object, m map[string]any) {
			if fields := (fieldsOf{t, o, m}); (o == nil || sound(o, of.Reads)) && fields.is(of.When) {
				do(c, fields)
			}
		}
	}
	return made
}

// conclusion returns what runs if the condition of a test is true.
func (p *program) conclusion(do plan.Check, t *model.Type) func(c *gencode.Checker, f fieldsOf) {
	switch do := do.(type) {
	case plan.Issue:
		return func(c *gencode.Checker, _ fieldsOf) { c.Issue(do.Word, nil, nil) }
	case plan.Missing:
		return func(c *gencode.Checker, _ fieldsOf) { c.Missing(do.Key) }
	case plan.Group:
		return func(c *gencode.Checker, f fieldsOf) { c.FieldGroup(do.Word, f.count(do.Present), do.Keys...) }
	case plan.Pair:
		return func(c *gencode.Checker, _ fieldsOf) { c.FieldPair(do.Word, do.Key, do.Other) }
	case plan.Branch:
		return func(c *gencode.Checker, f fieldsOf) {
			if do.Word == "oneOf" {
				c.OneBranch(do.Labels, f.each(do.Branches)...)
			} else {
				c.AnyBranch(do.Labels, f.each(do.Branches)...)
			}
		}
	case plan.Field:
		checks, key := p.all(do.Checks), t.Fields[do.Index].Key
		return func(c *gencode.Checker, f fieldsOf) {
			at := c.Enter()
			run(checks, c, f.value(do.Index))
			c.Leave(at, key)
		}
	}
	panic(fmt.Sprintf("dynamic: no code for the test %T", do))
}
