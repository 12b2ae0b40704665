package golang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// ruleCalls runs the rules on a value; read is the value, and object the state of the walk over it
// where it is an object. The hooks for it are in relationCalls and own.
func (f *file) ruleCalls(t *model.Type, at *target, read expr, object jen.Code) []jen.Code {
	if len(t.Rules) == 0 || f.shape {
		return nil
	}
	if t.Kind == model.Struct {
		return one(jen.Id("a").Dot("rules").Call(at.checker(), object))
	}
	return at.ifSound(one(jen.Id(f.valueRules(t)).Call(at.checker(), read())))
}

// printRules prints the method that runs the rules on an object. Decoding and Validate share it.
func (f *file) printRules(t *model.Type) {
	if len(t.Rules) == 0 || f.shape {
		return
	}
	var body []jen.Code
	for i := range t.Rules {
		body = append(body, f.ruleCheck(t, &t.Rules[i])...)
	}
	f.add(jen.Add(comment("rules runs the rules on the object, each as soon as the fields are sound that it reads.")).Line().
		Add(f.method(t, "rules")).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("o").Op("*").Add(f.rt("Object"))).Block(body...))
}

// soundness is the condition that an expression of a rule can be run which reads these keys.
func (f *file) soundness(t *model.Type, keys []string, all bool) expr {
	if all {
		return func() *jen.Statement { return jen.Id("o").Dot("SoundAll").Call() }
	}
	var fields []int
	for _, key := range keys {
		fields = append(fields, slices.IndexFunc(t.Fields, func(field *model.Field) bool { return field.Key == key }))
	}
	return func() *jen.Statement { return jen.Id("o").Dot("Sound").Call(ints(fields)...) }
}

// valueRules is the function that runs the rules on a value that is no object, by name.
func (f *file) valueRules(t *model.Type) string {
	if name := f.ruled[t]; name != "" {
		return name
	}
	name := f.numbered(f.owner, "Rules")
	f.ruled[t] = name
	var body []jen.Code
	for i := range t.Rules {
		body = append(body, f.ruleCheck(t, &t.Rules[i])...)
	}
	f.addLate(jen.Func().Id(name).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("a").Add(f.goType(t))).Block(body...))
	return name
}

// ruleCheck runs one rule and records an issue where it is broken.
func (f *file) ruleCheck(t *model.Type, r *model.Rule) []jen.Code {
	if r.Code == nil {
		f.fail("the rule %s was not checked", strconv.Quote(r.ID))
		return nil
	}
	name := f.ruleName(r)
	before, message := f.ruleMessage(t, r, name)
	isText := r.Code.Cond.Type.Kind == model.StringExpr
	if isText {
		f.printText(t, r.Code.Cond, name, ruleDoc(name, "is empty where the rule "+r.ID+" holds", r.Source), nil)
		message = f.rt("RuleText").Call(jen.Id("text"), jen.Id("ok"), message)
	} else {
		f.printCondition(t, r, name)
	}
	m := &members{}
	m.str("Field", r.Code.Field)
	m.add("Constraint", jen.Lit("rule"))
	m.str("Rule", r.ID)
	m.add("Message", message)
	m.add("Fields", stringSlice(r.Code.Reads))
	record := append(before, jen.Id("c").Dot("Violation").Call(f.rt("ValidationIssue").Add(tall(m.list))))
	sound := jen.Null()
	if t.Kind == model.Struct {
		sound = f.soundness(t, r.Code.Keys, r.Code.All)()
	}
	if !isText {
		broken := jen.Op("!").Id(name).Call(jen.Id("a"))
		if t.Kind == model.Struct {
			broken = sound.Op("&&").Add(broken)
		}
		return one(jen.If(broken).Block(record...))
	}
	code := jen.If(
		jen.List(jen.Id("text"), jen.Id("ok")).Op(":=").Id(name).Call(jen.Id("a")),
		jen.Op("!").Id("ok").Op("||").Id("text").Op("!=").Lit(""),
	).Block(record...)
	if t.Kind == model.Struct {
		code = jen.If(sound).Block(code)
	}
	return one(code)
}

// ruleName is the name of the function of a rule, with its number among the rules of the tool.
func (f *file) ruleName(r *model.Rule) string {
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

// ruleMessage is the message of a broken rule: messageExpression, else message, else the source;
// with what must stand in front of it.
func (f *file) ruleMessage(t *model.Type, r *model.Rule, name string) (before []jen.Code, message jen.Code) {
	fixed := r.Message
	if fixed == "" {
		fixed = strings.Join(strings.Fields(r.Source), " ")
	}
	if r.Code.Text == nil {
		return nil, text(fixed)
	}
	says := name + "Text"
	f.printText(t, r.Code.Text, says, ruleDoc(says, "says why the rule "+r.ID+" is broken", r.MessageSource), text(fixed))
	call := jen.Id(says).Call(jen.Id("a"))
	isRead := func(key string) bool { return !slices.Contains(r.Code.Keys, key) }
	if t.Kind != model.Struct || r.Code.All || !r.Code.TextAll && !slices.ContainsFunc(r.Code.TextKeys, isRead) {
		return nil, call
	}
	return []jen.Code{
		jen.Id("message").Op(":=").Add(text(fixed)),
		jen.If(f.soundness(t, r.Code.TextKeys, r.Code.TextAll)()).Block(jen.Id("message").Op("=").Add(call)),
	}, jen.Id("message")
}

func ruleDoc(name, says, source string) jen.Code {
	return comment(name+" "+says+":", "", "\t"+strings.Join(strings.Fields(source), " "))
}

// ruleParam is the parameter of a rule's function.
func (f *file) ruleParam(t *model.Type) *jen.Statement {
	if t.Kind == model.Struct {
		return jen.Id("a").Op("*").Add(f.name(t.Name))
	}
	return jen.Id("a").Add(f.goType(t))
}

// printCondition prints the function that says whether a rule holds. An error counts as broken.
func (f *file) printCondition(t *model.Type, r *model.Rule, name string) {
	p := f.newRulePrinter(t)
	p.conclude(r.Code.Cond)
	f.addLate(jen.Add(ruleDoc(name, "is the rule "+r.ID, r.Source)).Line().
		Func().Id(name).Params(f.ruleParam(t)).Bool().Block(*p.block...))
}

// printText prints a function that gives a text, and whether there was one; or, where there is
// something else to say, that instead of none.
func (f *file) printText(t *model.Type, e *model.Expr, name string, doc, otherwise jen.Code) {
	p := f.newRulePrinter(t)
	l := p.begin()
	v := p.value(e)
	ok := p.end(l)
	decl := jen.Add(doc).Line().Func().Id(name).Params(f.ruleParam(t))
	if otherwise == nil {
		p.emit(jen.Return(v.code(), condition(ok)))
		decl.Params(jen.String(), jen.Bool())
	} else {
		p.emit(jen.Return(f.rt("RuleText").Call(v.code(), condition(ok), otherwise)))
		decl.String()
	}
	f.addLate(decl.Block(*p.block...))
}
