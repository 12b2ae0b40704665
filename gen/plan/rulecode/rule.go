package rulecode

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
)

// Rule is the compiled form of a rule.
type Rule struct {
	*model.Rule
	// Holds is the body of a function of a value a that reports whether the rule holds; for a rule that returns
	// a text, it returns the text and whether there is one.
	Holds     []ast.Stmt
	GivesText bool
	// Reads must be valid before Holds is called.
	Reads Reads
	// Message is the body of a function of a that returns the message; nil if the message is Fallback.
	Message []ast.Stmt
	// MessageReads must be valid, in addition to Reads, before Message is called; otherwise Fallback is used.
	MessageReads Reads
}

// Reads are the fields that an expression reads, by index, or the object as a whole.
type Reads struct {
	Fields []int
	All    bool
}

// Nothing reports whether nothing is read.
func (r Reads) Nothing() bool { return !r.All && len(r.Fields) == 0 }

// Compile compiles the rules of a type. Their Code must be set.
func Compile(t *model.Type, names Names) ([]Rule, error) {
	rules := make([]Rule, len(t.Rules))
	for i := range t.Rules {
		r := &t.Rules[i]
		if r.Code == nil {
			return nil, fmt.Errorf("the rule %s was not checked", strconv.Quote(r.ID))
		}
		made, err := compile(t, r, names)
		if err != nil {
			return nil, fmt.Errorf("the rule %s: %w", strconv.Quote(r.ID), err)
		}
		rules[i] = made
	}
	return rules, nil
}

func compile(t *model.Type, r *model.Rule, names Names) (Rule, error) {
	made := Rule{Rule: r, GivesText: r.Code.Cond.Type.Kind == model.StringExpr}
	made.Reads, made.MessageReads = ReadsOf(t, r)
	c := newCompiler(t, names)
	if made.GivesText {
		c.giveText(r.Code.Cond)
	} else {
		c.conclude(r.Code.Cond)
	}
	made.Holds = blankUnused(*c.block)
	if r.Code.Text == nil || c.err != nil {
		return made, c.err
	}
	c = newCompiler(t, names)
	c.giveText(r.Code.Text, c.literal(r.Fallback()))
	made.Message = blankUnused(*c.block)
	return made, c.err
}

// ReadsOf returns the fields that a rule reads, and those that its message reads in addition.
func ReadsOf(t *model.Type, r *model.Rule) (rule, message Reads) {
	if t.Kind != model.Struct {
		return rule, message
	}
	fields := func(keys []string) []int {
		var list []int
		for _, key := range keys {
			list = append(list, slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Key == key }))
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	code := r.Code
	rule = Reads{fields(code.Keys), code.All}
	more := fields(code.TextKeys)
	if rule.All || !code.TextAll && !slices.ContainsFunc(more, func(i int) bool { return !slices.Contains(rule.Fields, i) }) {
		return rule, Reads{}
	}
	return rule, Reads{more, code.TextAll}
}

// giveText ends a function that returns a text and whether there is one, or a default text.
func (c *compiler) giveText(e *model.Expr, otherwise ...ast.Expr) {
	outer := c.begin()
	v := c.value(e)
	values := append([]ast.Expr{v.code, c.end(outer)}, otherwise...)
	if len(otherwise) > 0 {
		values = []ast.Expr{call("gencode.RuleText", values...)}
	}
	c.emit(giveBack(values...))
}
