package golang

import (
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan/rulecode"
	"github.com/toolgen/toolgen/runtime"
)

// ruleCalls runs the rules on a value; read is the value, object the state of the walk over an object. It is
// called by relationCalls and own.
func (f *rulePrinter) ruleCalls(t *model.Type, at *target, read expr, object jen.Code) []jen.Code {
	if len(t.Rules) == 0 || f.shape {
		return nil
	}
	if t.Kind == model.Struct {
		return one(jen.Id("a").Dot("rules").Call(at.checker(), object))
	}
	return at.ifSound(one(jen.Id(f.valueRules(t)).Call(at.checker(), read())))
}

// printRules prints the method that runs the rules on an object, for decoding and Validate.
func (f *rulePrinter) printRules(t *model.Type) {
	if len(t.Rules) == 0 || f.shape {
		return
	}
	body := f.ruleChecks(t)
	f.add(jen.Add(comment("rules runs the rules on the object, each as soon as the fields that it reads are sound.")).Line().
		Add(f.method(t, "rules")).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("o").Op("*").Add(f.rt("Object"))).Block(body...))
}

// valueRules returns the function that runs the rules on a value other than an object.
func (f *rulePrinter) valueRules(t *model.Type) string {
	if name := f.ruled[t]; name != "" {
		return name
	}
	name := f.numbered(f.owner, "Rules")
	f.ruled[t] = name
	body := f.ruleChecks(t)
	f.addLate(jen.Func().Id(name).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("a").Add(f.goType(t))).Block(body...))
	return name
}

// ruleChecks prints the rules on a value of a type.
func (f *rulePrinter) ruleChecks(t *model.Type) []jen.Code {
	names := &ruleNames{schemaPrinter: f.schemaPrinter}
	rules, err := rulecode.Compile(t, names)
	if err != nil {
		f.fail("%w", err)
	}
	var body []jen.Code
	for _, r := range rules {
		body = append(body, f.ruleCheck(t, r, names))
	}
	return body
}

// ruleCheck runs one rule and records an issue if it is violated.
func (f *rulePrinter) ruleCheck(t *model.Type, r rulecode.Rule, names *ruleNames) jen.Code {
	name := f.ruleName(r.Rule)
	before, message := f.ruleMessage(t, r, name, names)
	if r.GivesText {
		f.printRule(t, name, "is empty where the rule "+r.ID+" holds", r.Source, names.code(r.Holds), jen.String(), jen.Bool())
		message = f.rt("RuleText").Call(jen.Id("text"), jen.Id("ok"), message)
	} else {
		f.printRule(t, name, "is the rule "+r.ID, r.Source, names.code(r.Holds), jen.Bool())
	}
	issue := f.members(runtime.ValidationIssue{Field: r.Code.Field, Constraint: "rule", Rule: r.ID, Fields: r.Code.Reads})
	issue = slices.Insert(issue, len(issue)-1, jen.Code(jen.Id("Message").Op(":").Add(message)))
	record := append(before, jen.Id("c").Dot("Violation").Call(f.rt("ValidationIssue").Add(tall(issue))))
	isObject := t.Kind == model.Struct
	if !r.GivesText {
		broken := jen.Op("!").Id(name).Call(jen.Id("a"))
		if isObject {
			broken = soundness(r.Reads).Op("&&").Add(broken)
		}
		return jen.If(broken).Block(record...)
	}
	code := jen.If(
		jen.List(jen.Id("text"), jen.Id("ok")).Op(":=").Id(name).Call(jen.Id("a")),
		jen.Op("!").Id("ok").Op("||").Id("text").Op("!=").Lit(""),
	).Block(record...)
	if isObject {
		return jen.If(soundness(r.Reads)).Block(code)
	}
	return code
}

// soundness returns the condition that the fields that an expression reads are valid.
func soundness(r rulecode.Reads) *jen.Statement {
	if r.All {
		return jen.Id("o").Dot("SoundAll").Call()
	}
	return jen.Id("o").Dot("Sound").Call(ints(r.Fields)...)
}

// ruleMessage prints the message of a violated rule, with preceding statements.
func (f *rulePrinter) ruleMessage(t *model.Type, r rulecode.Rule, name string, names *ruleNames) (before []jen.Code, message jen.Code) {
	fixed := text(r.Fallback())
	if r.Message == nil {
		return nil, fixed
	}
	name += "Text"
	f.printRule(t, name, "says why the rule "+r.ID+" is broken", r.MessageSource, names.code(r.Message), jen.String())
	call := jen.Id(name).Call(jen.Id("a"))
	if r.MessageReads.Nothing() {
		return nil, call
	}
	return []jen.Code{
		jen.Id("message").Op(":=").Add(fixed),
		jen.If(soundness(r.MessageReads)).Block(jen.Id("message").Op("=").Add(call)),
	}, jen.Id("message")
}

// printRule prints a function of a rule.
func (f *rulePrinter) printRule(t *model.Type, name, says, source string, body jen.Code, results ...jen.Code) {
	param := jen.Id("a").Add(f.goType(t))
	if t.Kind == model.Struct {
		param = jen.Id("a").Op("*").Add(f.name(t.Name))
	}
	decl := jen.Add(comment(name+" "+says+":", "", "\t"+strings.Join(strings.Fields(source), " "))).Line().Func().Id(name).Params(param)
	if len(results) > 1 {
		decl.Params(results...)
	} else {
		decl.Add(results...)
	}
	f.addLate(decl.Block(body))
}

// ruleNames provides the names that rules use. Types and names of other packages are marked in the code of rules, since
// only jennifer knows how a file imports packages.
type ruleNames struct {
	*schemaPrinter
	types []jen.Code
}

// Type implements rulecode.Names.
func (n *ruleNames) Type(t *model.Type) string {
	n.types = append(n.types, n.goType(t))
	return rulecode.Mark + strconv.Itoa(len(n.types)-1) + rulecode.Mark
}

// Pattern implements rulecode.Names.
func (n *ruleNames) Pattern(s string) string { return n.patternVar(model.Pattern{Source: s, Expr: s}) }

// Text implements rulecode.Names.
func (n *ruleNames) Text(s string) string { return literal(s) }

// code prints the statements of a rule.
func (n *ruleNames) code(body []ast.Stmt) jen.Code {
	var b strings.Builder
	if err := format.Node(&b, token.NewFileSet(), body); err != nil {
		n.fail("%w", err)
	}
	code := jen.Null()
	for i, part := range strings.Split(b.String(), rulecode.Mark) {
		number, notType := strconv.Atoi(part)
		dot := strings.LastIndexByte(part, '.')
		switch {
		case i%2 == 0:
			code.Op(part)
		case notType == nil:
			code.Add(n.types[number])
		case part[:dot] == "gencode":
			code.Add(n.rt(part[dot+1:]))
		default:
			code.Qual(part[:dot], part[dot+1:])
		}
	}
	return code
}

// ruleName returns the name of a rule's function, with the rule's number in the tool.
func (f *rulePrinter) ruleName(r *model.Rule) string {
	name := f.derived(f.owner, "Rule")
	i := slices.IndexFunc(f.tool.Rules, func(other model.Rule) bool { return other.ID == r.ID })
	numbered := name + strconv.Itoa(i+1)
	for ; i < 0 || f.ruleNames[numbered]; numbered = name + strconv.Itoa(i+1) {
		f.counter[name]++
		i = len(f.tool.Rules) + f.counter[name] - 1 // the type has the rule twice
	}
	f.ruleNames[numbered] = true
	return numbered
}
