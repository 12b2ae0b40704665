package rulecode

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
)

// Rule is what a rule on values of a type compiles to.
type Rule struct {
	*model.Rule
	// Holds is the body of a function of a value, a, that says whether the rule holds; or, where the rule
	// gives a text, that gives the text and whether there is one.
	Holds     []Stmt
	GivesText bool
	// Reads is what must be sound before Holds can be asked.
	Reads Reads
	// Message is the body of a function of a, the message of a broken rule; nil where the message is Fallback.
	Message []Stmt
	// MessageReads is what must be sound, beside Reads, before Message can be asked; Fallback is the message
	// where it is not.
	MessageReads Reads
}

// Reads are the fields of an object that an expression reads, by their index, or the object as a whole.
type Reads struct {
	Fields []int
	All    bool
}

// Nothing reports whether there is nothing that must be sound.
func (r Reads) Nothing() bool { return !r.All && len(r.Fields) == 0 }

// Compile decides what the rules of a type compile to. Their Code must have been filled.
func Compile(t *model.Type) ([]Rule, error) {
	rules := make([]Rule, len(t.Rules))
	for i := range t.Rules {
		r := &t.Rules[i]
		if r.Code == nil {
			return nil, fmt.Errorf("the rule %s was not checked", strconv.Quote(r.ID))
		}
		made, err := compile(t, r)
		if err != nil {
			return nil, fmt.Errorf("the rule %s: %w", strconv.Quote(r.ID), err)
		}
		rules[i] = made
	}
	return rules, nil
}

func compile(t *model.Type, r *model.Rule) (Rule, error) {
	made := Rule{Rule: r, GivesText: r.Code.Cond.Type.Kind == model.StringExpr}
	made.Reads, made.MessageReads = ReadsOf(t, r)
	c := newCompiler(t)
	if made.GivesText {
		c.giveText(r.Code.Cond)
	} else {
		c.conclude(r.Code.Cond)
	}
	made.Holds = blankUnused(*c.block)
	if r.Code.Text == nil || c.err != nil {
		return made, c.err
	}
	c = newCompiler(t)
	c.giveText(r.Code.Text, lit(r.Fallback()))
	made.Message = blankUnused(*c.block)
	return made, c.err
}

// ReadsOf are the fields that a rule on values of a type reads, and those that its message reads beside them.
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

// giveText ends a function that gives a text and whether there is one, or else another text.
func (c *compiler) giveText(e *model.Expr, otherwise ...*Expr) {
	outer := c.begin()
	v := c.value(e)
	values := append([]*Expr{v.code, c.end(outer)}, otherwise...)
	if len(otherwise) > 0 {
		values = []*Expr{call("gencode.RuleText", values...)}
	}
	c.emit(&Return{values})
}
