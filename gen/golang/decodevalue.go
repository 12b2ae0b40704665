package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// decoding is the code that reads a value: preceding statements, a call that reports whether the value has the
// right shape, and the checks of such a value. If there is a test first, the call is made only if it succeeds.
type decoding struct {
	before []jen.Code
	first  *jen.Statement
	cond   *jen.Statement
	then   []jen.Code
	// checked means that the call performs all checks.
	checked bool
}

// code assembles the parts. init, if any, is the init statement of the if.
func (x decoding) code(init jen.Code) []jen.Code {
	test, then := x.cond, x.then
	switch {
	case x.first != nil && len(then) == 0:
		test, then = x.first, one(x.cond) // a call can be a statement, a conjunction cannot
	case x.first != nil:
		test = x.first.Op("&&").Add(x.cond)
	}
	switch {
	case len(then) > 0 && init != nil:
		return append(x.before, jen.If(init, test).Block(then...))
	case len(then) > 0:
		return append(x.before, jen.If(test).Block(then...))
	case init != nil:
		return append(x.before, init, test)
	}
	return append(x.before, test)
}

// decodeValue reads a value of t into p; it is not null, unless t has shape any. holder is the keyword that
// contains t.
func (f *decodePrinter) decodeValue(t *model.Type, p place, holder string) decoding {
	if f.of(t).Methods {
		return decoding{cond: p.recv().Dot("decode").Call(jen.Id("d"))}
	}
	return f.decodeShape(t, p, holder)
}

// decodeShape is decodeValue without t's own methods.
func (f *decodePrinter) decodeShape(t *model.Type, p place, holder string) decoding {
	if t.Never && !f.shape {
		return decoding{
			before: []jen.Code{jen.Id("d").Dot("Skip").Call()},
			cond:   jen.Id("d").Dot("Issue").Call(text(plan.Blamed(t, holder)), jen.Nil(), jen.Nil()),
		}
	}
	if t.GoType != "" {
		return f.decodeForeign(t, p)
	}
	if f.of(t).Own.Alone != nil {
		return decoding{cond: f.aloneCall(t, "", f.converted(t, p.addr())), checked: true}
	}
	at := onDecoder(p.read)
	x := decoding{cond: f.decodeCall(t, p), then: f.own(t, p.read, at)}
	if t.Implied != "" && !f.shape {
		x.first = f.impliedCall(t)
	}
	x.before = at.preamble()
	return x
}

// aloneCall reads a value with its only check.
func (f *decodePrinter) aloneCall(t *model.Type, optional string, at *jen.Statement) *jen.Statement {
	d := jen.Id("d")
	switch c := f.of(t).Own.Alone.(type) {
	case plan.Format:
		return d.Dot(optional+"StringFormat").Call(at, text(c.Name))
	case plan.Range:
		limit := func(literal string, none *jen.Statement) *jen.Statement {
			if literal == "" {
				return none
			}
			return jen.Op(literal)
		}
		read, least, most := "String", jen.Lit(0), jen.Lit(-1)
		switch t.Kind {
		case model.Int:
			read, least, most = "Int64", jen.Qual("math", "MinInt64"), jen.Qual("math", "MaxInt64")
		case model.Float:
			read, least, most = "Float64", jen.Op("-").Qual("math", "MaxFloat64"), jen.Qual("math", "MaxFloat64")
		}
		return d.Dot(optional+read+"Within").Call(at, limit(c.Least, least), limit(c.Most, most))
	}
	return d.Dot(optional+"StringEnum").Call(at, f.enumValues(t))
}

// decodeCall returns the runtime call that reads the bare shape of t.
func (f *decodePrinter) decodeCall(t *model.Type, p place) *jen.Statement {
	addr := p.addr()
	if !isWrapper(t) {
		addr = f.converted(t, addr)
	}
	d := jen.Id("d")
	if read := basicRead(t); read != "" {
		return d.Dot(read).Call(addr)
	}
	switch t.Kind {
	case model.Slice:
		if t.Each != nil {
			return f.rt("Tuple").Call(append([]jen.Code{d, addr}, f.positions(t, f.elemDecode, f.neverDecode)...)...)
		}
		return f.rt("Slice").Call(d, addr, f.elemDecode(f.items(t), "items"))
	case model.Map:
		return f.fitting("MapOf", "d", t, f.elemDecode(f.values(t), "additionalProperties"), addr)
	}
	if allowed := f.of(t).Allowed; allowed != model.JSONAll {
		return d.Dot("AnyOf").Call(addr, f.jsonTypes(allowed))
	}
	return d.Dot("Any").Call(addr)
}

// jsonTypes prints a set of JSON types.
func (f *source) jsonTypes(set model.JSONTypes) *jen.Statement {
	if set&model.JSONNumber != 0 {
		set &^= model.JSONInteger
	}
	s := jen.Null()
	first := true
	for i, name := range []string{"Null", "Boolean", "Integer", "Number", "String", "Array", "Object"} {
		if set&(1<<i) == 0 {
			continue
		}
		if !first {
			s.Op("|")
		}
		first = false
		s.Add(f.rt("Type" + name))
	}
	if first {
		return jen.Lit(0)
	}
	return s
}

// impliedCall tests the JSON type that enum or const implies.
func (f *decodePrinter) impliedCall(t *model.Type) *jen.Statement {
	args := []jen.Code{text(t.Implied), f.jsonTypes(t.Accepts)}
	for _, v := range t.ImpliedValues() {
		args = append(args, anyLiteral(v))
	}
	implied := jen.Id("d").Dot("Implied").Call(args...)
	if len(t.Declared) == 0 {
		return implied
	}
	return jen.Id("d").Dot("Declared").Call(f.jsonTypes(f.of(t).Allowed)).Op("&&").Add(implied)
}

// anyLiteral prints a value for an issue.
func anyLiteral(v model.Value) jen.Code {
	switch v.Kind {
	case model.NullValue:
		return jen.Nil()
	case model.BoolValue:
		return jen.Lit(v.JSON == "true")
	case model.NumberValue:
		if n, ok := plan.IntLiteral(v.Text); ok {
			return jen.Id("int64").Call(jen.Op(n))
		}
		return jen.Qual("encoding/json", "Number").Call(text(v.Text))
	case model.StringValue:
		return text(v.Text)
	}
	return jen.Qual("encoding/json", "RawMessage").Call(text(v.JSON))
}

// decodeForeign reads a value of a foreign Go type: it is validated as any and then unmarshaled by the type.
func (f *decodePrinter) decodeForeign(t *model.Type, p place) decoding {
	var then []jen.Code
	if !f.of(t).Free && !f.shape {
		then = f.anyCall(t, id("raw"), onDecoder(id("raw")))
	}
	then = append(then, f.rt("Convert").Call(jen.Id("d"), jen.Id("from"), jen.Id("mark"), p.addr()))
	return decoding{
		before: []jen.Code{beginningAndMark(), jen.Var().Id("raw").Any()},
		cond:   jen.Id("d").Dot("AnyOf").Call(jen.Op("&").Id("raw"), f.jsonTypes(f.of(t).Allowed)),
		then:   then,
	}
}

// elemDecode returns the function that reads a slice item or map value.
func (f *decodePrinter) elemDecode(t *model.Type, holder string) *jen.Statement {
	if t.Nullable() && !t.Never {
		inner := func() *jen.Statement { return jen.Op("*").Id("v") }
		at := place{
			addr: inner,
			recv: func() *jen.Statement { return jen.Parens(inner()) },
			read: func() *jen.Statement { return jen.Op("**").Id("v") },
			slot: id("v"),
		}
		return f.decodeFunc(jen.Op("*").Add(f.goType(t)), f.unlessNull(t, f.decodeOptional(t, at, holder)))
	}
	return f.valueDecode(t, holder)
}

// valueDecode returns the function that reads a non-null value of t.
func (f *decodePrinter) valueDecode(t *model.Type, holder string) *jen.Statement {
	if f.of(t).Methods {
		return f.methodExpr(t, "decode")
	}
	x := f.decodeShape(t, pointed(id("v")), holder)
	read := plainRead(t, "Bool", "Int64", "Float64", "Number", "String", "Any")
	if read != "" && !x.checked && len(x.then) == 0 && len(x.before) == 0 && t.Implied == "" {
		return f.rt("Decode" + read)
	}
	return f.decodeFunc(f.goType(t), x.code(nil))
}

// positions returns the functions for the items of a tuple of one Go type: for each position, and for later
// items (nil if unchecked).
func (f *valuePrinter) positions(t *model.Type, each, never func(t *model.Type, holder string) *jen.Statement) []jen.Code {
	orNil := func(made *jen.Statement) jen.Code {
		if made == nil {
			return jen.Nil()
		}
		return made
	}
	rest := jen.Code(jen.Nil())
	switch {
	case t.Items == nil || t.Items.Never && f.shape:
	case t.Items.Never:
		rest = never(t, plan.Blamed(t.Items, "items"))
	default:
		rest = orNil(each(t.Items, "items"))
	}
	list := []jen.Code{rest}
	for _, item := range t.Prefix {
		list = append(list, orNil(each(item, "prefixItems")))
	}
	return list
}

// neverDecode returns the function for an item that is not allowed.
func (f *decodePrinter) neverDecode(list *model.Type, keyword string) *jen.Statement {
	return jen.Func().Params(jen.Id("_").Op("*").Add(f.elemType(list.Each)), jen.Id("d").Op("*").Add(f.rt("Decoder"))).
		Block(jen.Id("d").Dot("Refuse").Call(text(keyword)))
}

// fitting calls a runtime function for the values of undeclared keys; the variant with a pattern if only
// matching keys have the type. A result keeps whatever fits.
func (f *valuePrinter) fitting(name, recv string, t *model.Type, each *jen.Statement, args ...jen.Code) *jen.Statement {
	set := t.KeyPattern()
	args = append([]jen.Code{jen.Id(recv)}, args...)
	if set == nil {
		return f.rt(name).Call(append(args, each)...)
	}
	refused := set.Refuses()
	if f.shape {
		refused = ""
	}
	matcher := f.matcher(set.Patterns[0].Pattern, (&target{recv: recv}).checker())
	return f.rt(name + "Fitting").Call(append(args, matcher, text(refused), each)...)
}

func (f *decodePrinter) decodeFunc(elem *jen.Statement, body []jen.Code) *jen.Statement {
	return jen.Func().Params(jen.Id("v").Op("*").Add(elem), jen.Id("d").Op("*").Add(f.rt("Decoder"))).Block(body...)
}

// basicRead returns the decoder method that reads a scalar or any value, "" for other types.
func basicRead(t *model.Type) string {
	switch t.Kind {
	case model.Bool:
		return "Bool"
	case model.Int:
		return capital(intType(t))
	case model.Float:
		if t.Bits == 32 {
			return "Float32"
		}
		return "Float64"
	case model.Number:
		if t.Accepts&model.JSONNumber == 0 && t.Accepts&model.JSONInteger != 0 {
			return "Integer"
		}
		return "Number"
	case model.String:
		return "String"
	case model.Any:
		if t.Accepts == model.JSONAll {
			return "Any"
		}
	}
	return ""
}

// plainRead is basicRead for an unnamed type whose reader is among some, which the runtime has in other forms, too.
func plainRead(t *model.Type, among ...string) string {
	read := basicRead(t)
	if t.Name != "" || t.GoType != "" || t.Never || !slices.Contains(among, read) {
		return ""
	}
	return read
}
