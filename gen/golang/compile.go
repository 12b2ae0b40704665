package golang

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// own compiles the constraints of t on a value whose static type is t itself and whose shape has
// been seen to: lengths, bounds, enums and the rest. What the static type cannot answer is put
// together in one function that takes the value as any.
func (f *file) own(t *model.Type, read expr, at *target) []jen.Code {
	if f.shape {
		return nil
	}
	if t.Kind == model.Any || t.Never {
		if !plan.BeyondType(t) {
			return nil
		}
		return f.anyCall(t, f.whole(t, read, at), at)
	}
	var counts, keyed, code []jen.Code
	var hard, hardKeyed []int
	for i := 0; i < len(t.Constraints); i++ {
		c := t.Constraints[i]
		checks, ok := f.constraint(c, t, read, at)
		if i+1 < len(t.Constraints) {
			if both := f.within(c, t.Constraints[i+1], t, read, at); both != nil {
				checks = one(both)
				i++
			}
		}
		_, counted := c.(model.Size)
		onKeys := t.Kind == model.Map && plan.KeysOnlyConstraint(c)
		switch {
		case !ok && onKeys:
			hardKeyed = append(hardKeyed, i)
		case !ok:
			hard = append(hard, i)
		case counted:
			counts = append(counts, checks...)
		case onKeys:
			keyed = append(keyed, checks...)
		default:
			code = append(code, checks...)
		}
	}
	if rest := f.rest(t, hardKeyed, false); rest != nil {
		keyed = append(keyed, f.holdCall(rest, f.whole(t, read, at), read, at)...)
	}
	if rest := f.rest(t, hard, true); rest != nil {
		code = append(code, f.holdCall(rest, f.whole(t, read, at), read, at)...)
	}
	counts = append(counts, keyed...)
	if t.Kind == model.Slice || t.Kind == model.Map {
		// Counts and keys are right whatever is wrong with the parts; all else waits for sound ones. A
		// wrong count is no reason to leave out the rest.
		switch {
		case at.untouched:
		case len(counts) > 0 && len(code) > 0:
			at.marked = true
			counts = append(one(jen.Id("sound").Op(":=").Add(at.call("SoundSince", jen.Id("mark")))), counts...)
			code = one(jen.If(jen.Id("sound")).Block(code...))
		default:
			code = at.ifSound(code)
		}
	}
	return append(append(counts, code...), f.ruleCalls(t, at, read, nil)...)
}

// holdCall is anyCall for a typed value, of which a check may find parts that JSON cannot write.
func (f *file) holdCall(t *model.Type, whole, read expr, at *target) []jen.Code {
	if _, isEnum := onlyEnum(t); isEnum || at.recv == "d" {
		return f.anyCall(t, whole, at)
	}
	return one(f.rt("HoldSound").Call(jen.Id("c"), read(), jen.Id(f.anyCheck(t))))
}

// restOf is a part of a type: some of its constraints, and the shape that its Go type does not say.
type restOf struct {
	t           *model.Type
	constraints string // their indexes
	shape       bool
}

// rest is a schema of what is left of t for the any compiler, nil for nothing: the constraints of the
// given indexes and, where shape is set, what the Go type leaves open. It is made once for each part of
// a type, so that its function is printed once and has just what the caller leaves to it.
func (f *file) rest(t *model.Type, constraints []int, shape bool) *model.Type {
	part := restOf{t, fmt.Sprint(constraints), shape}
	if rest, ok := f.rests[part]; ok {
		return rest
	}
	rest := &model.Type{Accepts: model.JSONAll, Blank: t.Blank}
	for _, i := range constraints {
		rest.Constraints = append(rest.Constraints, t.Constraints[i])
	}
	if shape {
		if t.KeyPattern() == nil {
			rest.Patterns = t.Patterns
		}
		if t.Each == nil && len(t.Prefix) > 0 {
			rest.Prefix, rest.Items = t.Prefix, t.Items
		}
	}
	if plan.Trivial(rest) {
		rest = nil
	}
	f.rests[part] = rest
	return rest
}

// whole is the value as any. A value that was decoded as any serves as it is; in checks it may
// hold what a user put there, which is brought into the form that decoding gives.
func (f *file) whole(t *model.Type, read expr, at *target) expr {
	if at.recv != "d" {
		return at.whole
	}
	switch {
	case t.Kind == model.Any || t.Never:
		return read
	case t.Kind == model.Slice && f.items(t) == anyType, t.Kind == model.Map && f.values(t) == anyType:
		if t.Name == "" {
			return read
		}
		return func() *jen.Statement { return f.plainType(t).Parens(read()) }
	}
	return at.whole
}

// constraint compiles one constraint on an expression of the static type. It is false where the
// static type cannot answer it. A constraint on another JSON type than the static type's says
// nothing, and needs no code.
func (f *file) constraint(c model.Constraint, static *model.Type, read expr, at *target) ([]jen.Code, bool) {
	switch c := c.(type) {
	case model.Bound:
		return one(f.bound(c, static, read, at)), true
	case model.Size:
		return one(f.size(c, static, read, at)), true
	case model.Pattern:
		if static.Kind != model.String {
			return nil, true
		}
		return one(f.pattern(c, basic(static, read), at)), true
	case model.Format:
		if static.Kind != model.String {
			return nil, true
		}
		return one(at.call("Format", basic(static, read), text(c.Name))), true
	case model.Content:
		if static.Kind != model.String {
			return nil, true
		}
		return one(at.call("Content", basic(static, read), text(c.Encoding), text(c.MediaType))), true
	case model.Enum:
		return f.enum(c, static, read, at)
	case model.Unique:
		return one(f.unique(static, read, at)), true
	case model.Contains:
		return f.contains(c, static, read, at)
	case model.PropertyNames:
		if static.Kind == model.Map {
			return f.propertyNames(c, read, at), true
		}
	case model.RequiredKeys:
		if static.Kind == model.Map {
			return one(f.rt("RequireKeys").Call(append([]jen.Code{at.checker(), read()}, texts(c.Keys)...)...)), true
		}
	case model.Choice, model.Not, model.Conditional:
		return f.applied(c, static, read, at)
	case model.Unevaluated:
		return nil, static.Kind != model.Slice && !objectLike(static)
	}
	return nil, !objectLike(static)
}

func objectLike(t *model.Type) bool {
	return t.Kind == model.Map || t.Kind == model.Struct || t.Kind == model.Union || t.Kind == model.Any
}

func one(s *jen.Statement) []jen.Code {
	if s == nil {
		return nil
	}
	return []jen.Code{s}
}

// basic is a value of a named type as what the type is declared as.
func basic(static *model.Type, read expr) *jen.Statement {
	if static.Name == "" {
		return read()
	}
	switch static.Kind {
	case model.String:
		return jen.String().Call(read())
	case model.Bool:
		return jen.Bool().Call(read())
	}
	return read()
}

// size compiles the bounds of lengths and counts.
func (f *file) size(c model.Size, static *model.Type, read expr, at *target) *jen.Statement {
	switch {
	case static.Kind == model.String && strings.HasSuffix(c.Word, "Length"):
		return at.call(capital(c.Word), basic(static, read), jen.Lit(c.Limit))
	case static.Kind == model.Slice && strings.HasSuffix(c.Word, "Items"),
		static.Kind == model.Map && isProperties(c.Word):
		return at.call(capital(c.Word), jen.Len(read()), jen.Lit(c.Limit))
	}
	return nil
}

func isProperties(word string) bool { return strings.HasSuffix(word, "Properties") }

// capital is a keyword as the name of the runtime's check.
func capital(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return strings.ToUpper(string(r)) + word[n:]
}

// unique compiles uniqueItems.
func (f *file) unique(static *model.Type, read expr, at *target) *jen.Statement {
	if static.Kind != model.Slice {
		return nil
	}
	items := f.items(static)
	if items.Nullable() || items.GoType != "" || items.Never {
		return f.rt("UniqueJSON").Call(at.checker(), read())
	}
	switch items.Kind {
	case model.String, model.Int, model.Float, model.Bool:
		return f.rt("Unique").Call(at.checker(), read())
	case model.Any:
		if !isWrapper(items) && at.recv == "d" {
			return f.rt("UniqueAny").Call(at.checker(), read())
		}
	}
	return f.rt("UniqueJSON").Call(at.checker(), read())
}

// contains compiles contains on a typed slice.
func (f *file) contains(c model.Contains, static *model.Type, read expr, at *target) ([]jen.Code, bool) {
	if static.Kind != model.Slice {
		return nil, !objectLike(static)
	}
	items := f.items(static)
	if items.Nullable() || items.Kind == model.Any || items.GoType != "" || items.Never {
		return nil, false
	}
	inner := f.onChecker(func() *jen.Statement { return jen.Op("*").Id("v") })
	item := pointed(id("v")).read
	if items.Kind == model.Struct {
		item = id("v") // selectors look through the pointer
	}
	body, ok := f.hold(c.Type, items, item, inner, "contains")
	if !ok {
		return nil, false
	}
	check := jen.Func().Params(jen.Id("v").Op("*").Add(f.goType(items)), jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(body...)
	least, most := plan.ContainsRange(c)
	return one(f.rt("Contains").Call(at.checker(), read(), jen.Lit(least), jen.Lit(most), check)), true
}

// containsRange is how many items must match; -1 stands for a bound that the schema does not set.
func containsRange(c model.Contains) (least, most int) {
	least, most = -1, -1
	if c.HasMin {
		least = c.Min
	}
	if c.HasMax {
		most = c.Max
	}
	return least, most
}

// propertyNames compiles propertyNames on the keys of a map.
func (f *file) propertyNames(c model.PropertyNames, read expr, at *target) []jen.Code {
	name := &model.Type{Kind: model.String, Accepts: model.JSONString}
	body, ok := f.hold(c.Type, name, id("key"), f.onChecker(id("key")), "propertyNames")
	if !ok {
		body = f.anyCall(c.Type, id("key"), onC)
	}
	if len(body) == 0 {
		return nil
	}
	check := jen.Func().Params(jen.Id("key").String(), jen.Id("c").Op("*").Add(f.rt("Checker"))).Block(body...)
	return one(f.rt("PropertyNames").Call(at.checker(), read(), check))
}
