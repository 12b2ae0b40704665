package expr

import (
	"cmp"
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"github.com/toolgen/toolgen/gen/model"
)

// Compile checks the rules of all tools of a package and fills their Code.
func Compile(p *model.Package) model.Diagnostics {
	var diags model.Diagnostics
	for _, t := range slices.Concat(p.Tools, p.Broken) {
		diags = append(diags, CompileTool(t)...)
	}
	return diags
}

// CompileTool checks the rules of one tool and fills their Code, which stays nil for a rule with an error.
func CompileTool(t *model.Tool) model.Diagnostics {
	c := &compiler{tool: t, ids: map[string]*model.Rule{}}
	typed := reachable(t.Args, goParts)
	for _, of := range typed {
		c.compileType(of)
	}
	c.unreached(typed)
	for i := range t.Rules {
		if made := c.ids[t.Rules[i].ID]; made != nil && made.Source == t.Rules[i].Source {
			t.Rules[i].Code = made.Code
		}
	}
	return c.diags
}

type compiler struct {
	tool  *model.Tool
	ids   map[string]*model.Rule // rules that run
	diags model.Diagnostics
}

func (c *compiler) compileType(of *model.Type) {
	if len(of.Rules) == 0 {
		return
	}
	check, err := newChecker(of)
	if err != nil {
		c.diags = append(c.diags, model.Diagnostic{
			Severity: model.Error, Pos: of.Pos, Tool: c.tool.Name, Problem: err.Error(), Fix: "report this as a fault of toolgen",
		})
		return
	}
	for i := range of.Rules {
		r := &of.Rules[i]
		c.ids[r.ID] = r
		c.rule(check, of, r)
	}
}

func (c *compiler) report(r *model.Rule, pos model.Pos, pointer string, severity model.Severity, problem, fix string) {
	name := "the rule"
	if r.ID != "" {
		name = fmt.Sprintf("rule %q", r.ID)
	}
	c.diags = append(c.diags, model.Diagnostic{
		Severity: severity, Pos: pos, Pointer: pointer, Tool: c.tool.Name, Keyword: "rules", Problem: name + ": " + problem, Fix: fix,
	})
}

// rule checks one rule.
func (c *compiler) rule(check *checker, of *model.Type, r *model.Rule) {
	fail := func(pos model.Pos, pointer, problem, fix string) {
		c.report(r, pos, pointer, model.Error, problem, fix)
	}
	if model.ExprTypeOf(of).Kind == model.AnyExpr {
		fail(r.Pos, r.Pointer, "self may have any type, which rules cannot read", "put the rule on a value of one type")
		return
	}
	code := &model.RuleCode{}
	seen := newReads()
	if code.Cond = c.expression(check, of, r, r.Source, "", r.Pos, r.Pointer); code.Cond == nil {
		return
	}
	if kind := code.Cond.Type.Kind; kind != model.BoolExpr && kind != model.StringExpr {
		fail(r.Pos, r.Pointer, "a rule returns a bool or a string, not "+kindName(kind), "compare the value with something")
		return
	}
	seen.walk(code.Cond)
	code.Keys, code.All = keysOf(seen.list)
	if r.MessageSource != "" {
		pos, pointer := cmp.Or(r.MessageSourcePos, r.Pos), r.PointerTo("messageExpression")
		if code.Text = c.expression(check, of, r, r.MessageSource, "messageExpression, ", pos, pointer); code.Text == nil {
			return
		}
		if kind := code.Text.Type.Kind; kind != model.StringExpr {
			fail(pos, pointer, "messageExpression returns "+kindName(kind)+", not a string", "convert values with string(…) and join them with +")
			return
		}
		text := newReads()
		text.walk(code.Text)
		code.TextKeys, code.TextAll = keysOf(text.list)
		seen.walk(code.Text)
	}
	if code.Reads = seen.fields(); len(code.Reads) == 0 {
		fail(r.Pos, r.Pointer, "the rule reads no field of self", "compare something of self, or remove the rule")
		return
	}
	code.Field = cmp.Or(r.FieldPath, lookAt(code.Reads))
	r.Code = code
}

// expression parses, checks and converts one expression; it returns nil after an error.
func (c *compiler) expression(check *checker, of *model.Type, r *model.Rule, source, what string, pos model.Pos,
	pointer string) *model.Expr {
	tell := func(f *fault) {
		severity := model.Error
		if f.warning {
			severity = model.Warning
		}
		c.report(r, pos, pointer, severity, fmt.Sprintf("%scharacter %d: %s", what, f.offset+1, f.problem), f.fix)
	}
	checked, wrong := check.check(source)
	var made *model.Expr
	if wrong == nil {
		made, wrong = convert(checked, of)
	}
	if wrong != nil {
		tell(wrong)
		return nil
	}
	unguarded := func(e *model.Expr) *fault { return unguardedRead(e, r.Kubernetes) }
	for _, inspect := range []func(*model.Expr) *fault{unguarded, costOf, tooLarge, computedEquality, timesAsText} {
		if f := inspect(made); f != nil {
			if tell(f); !f.warning {
				return nil
			}
		}
	}
	return made
}

// convert translates a checked expression to the model's form.
func convert(checked *cel.Ast, of *model.Type) (*model.Expr, *fault) {
	tree := checked.NativeRep()
	c := &converter{
		tree: tree, taken: map[string]bool{"self": true},
		vars: map[string]*model.Expr{"self": {Op: model.Var, Type: model.ExprTypeOf(of), Text: "self"}},
	}
	made := c.value(tree.Expr())
	return made, c.fault
}

// timesAsText warns of ordered comparison between a date-time field and another string: 11:00+05:00 is earlier
// than 10:00Z but sorts after it.
func timesAsText(e *model.Expr) *fault {
	for e := range e.All() {
		if e.Op == model.Call && slices.Contains([]string{"<", "<=", ">", ">="}, e.Text) && slices.ContainsFunc(e.Args, isDateTime) {
			return &fault{
				offset: e.Offset, warning: true, problem: e.Text + " compares times as strings, ignoring their offsets",
				fix: "compare timestamp(…) of both",
			}
		}
	}
	return nil
}

// isDateTime reports whether a string has the format date-time.
func isDateTime(e *model.Expr) bool {
	return e.Type.Kind == model.StringExpr && e.Type.Model != nil &&
		slices.ContainsFunc(e.Type.Model.Constraints, func(c model.Constraint) bool {
			format, ok := c.(model.Format)
			return ok && format.Name == "date-time"
		})
}
