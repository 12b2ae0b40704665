package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printType prints a named type and everything that belongs to it.
func (f *file) printType(t *model.Type) {
	if t.GoType != "" || f.printed[t] {
		return
	}
	f.printed[t] = true
	switch {
	case t.Kind == model.Struct && !t.Never:
		f.printStruct(t)
	case t.Kind == model.Union && !t.Never:
		f.printUnion(t)
	case t.Kind == model.String && len(t.Consts) > 0:
		f.printEnum(t)
	default:
		f.printNamed(t)
	}
	if f.isRoot(t) {
		f.printRoot(t)
	}
	if !f.of(t).Methods {
		return
	}
	if !f.isRoot(t) && f.customJSON(t) {
		f.printUnmarshal(t)
	}
	f.decoding.printDecode(t)
	if t.Kind == model.Struct && !t.Never {
		f.printRules(t)
		f.printMarshal(t)
		f.printGetters(t)
	}
}

func (f *source) isRoot(t *model.Type) bool { return t == f.tool.Args || t == f.tool.Result }

// customJSON reports whether t needs its own UnmarshalJSON.
func (f *file) customJSON(t *model.Type) bool {
	switch t.Kind {
	case model.Struct:
		return f.of(t).Object.Keep || f.hasOddKeys(t)
	case model.Union, model.Any, model.Number:
		return true
	}
	return false
}

// receiver returns the receiver name for methods of t.
func receiver(t *model.Type) string {
	switch t.Kind {
	case model.Struct:
		return "a"
	case model.Union:
		return "u"
	}
	return "v"
}

// method starts a method of t with a pointer receiver.
func (f *source) method(t *model.Type, name string) *jen.Statement {
	return jen.Func().Params(jen.Id(receiver(t)).Op("*").Add(f.name(t.Name))).Id(name)
}

// self is the place of the receiver, converted to its underlying type.
func (f *source) self(t *model.Type) place {
	if isWrapper(t) {
		return variable(selected(id(receiver(t)), "Value"))
	}
	return pointed(id(receiver(t)))
}

// isWrapper reports whether a named type is a struct around an any, because a defined type of any cannot have
// methods.
func isWrapper(t *model.Type) bool { return t.Name != "" && (t.Kind == model.Any || t.Never) }

// typeDoc returns the doc comment of a type: a sentence that starts with its name, then the schema's text.
func (f *file) typeDoc(t *model.Type) jen.Code {
	return docComment(t.Deprecated, f.typeText(t)...)
}

func (f *file) typeText(t *model.Type) []string {
	doc := t.Doc
	if len(doc) == 0 && t.Title != "" && !f.isRoot(t) && !strings.Contains(letters(t.Name), letters(t.Title)) {
		doc = []string{t.Title}
	}
	switch {
	case len(doc) > 0 && strings.HasPrefix(doc[0], t.Name+" "):
		return doc
	case t == f.tool.Args && t.Kind == model.Struct && strings.HasSuffix(t.Name, "Args"):
		return sentence(t.Name+" are the arguments of the tool "+f.tool.Name, doc)
	case t == f.tool.Args && t.Kind == model.Struct:
		return sentence(t.Name+" holds the arguments of the tool "+f.tool.Name, doc)
	case t == f.tool.Args:
		return sentence(t.Name+" is the argument of the tool "+f.tool.Name, doc)
	case t == f.tool.Result:
		return sentence(t.Name+" is the result of the tool "+f.tool.Name, doc)
	case len(doc) > 0 && startsWithWords(doc[0]):
		return append([]string{t.Name + " is part of the tool " + f.tool.Name + ": " + doc[0]}, doc[1:]...)
	}
	return sentence(t.Name+" is part of the tool "+f.tool.Name, doc)
}

// startsWithWords reports whether the first line of a text is not empty.
func startsWithWords(text string) bool {
	lines := splitLines(text)
	return len(lines) > 0 && len(cleanWords(lines[0])) > 0
}

// sentence returns a generated sentence followed by the schema's text.
func sentence(says string, doc []string) []string {
	lines := []string{says + "."}
	if len(doc) > 0 {
		lines = append(append(lines, ""), doc...)
	}
	return lines
}

// printNamed prints a named type other than struct, union and enum: the root of a bare schema, or a recursive
// type.
func (f *file) printNamed(t *model.Type) {
	f.add(jen.Add(f.typeDoc(t)).Line().Type().Add(f.name(t.Name)).Add(f.namedShape(t)))
	v := receiver(t)
	value := jen.Id(v).Dot("Value")
	switch {
	case isWrapper(t):
	case t.Kind == model.Number:
		value = jen.Qual("encoding/json", "Number").Call(jen.Id(v)) // a defined type would be marshaled as a string
	default:
		return
	}
	f.add(jen.Comment("// MarshalJSON implements json.Marshaler.").Line().
		Func().Params(jen.Id(v).Add(f.name(t.Name))).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).
		Add(short(jen.Return(jen.Qual("encoding/json", "Marshal").Call(value)))))
}

func (f *file) namedShape(t *model.Type) *jen.Statement {
	if isWrapper(t) {
		return jen.Struct(jen.Id("Value").Any())
	}
	return f.plainType(t)
}

// printRoot prints the decode and validate functions of a root type.
func (f *file) printRoot(t *model.Type) {
	if t == f.tool.Args {
		f.add(jen.Add(comment("Decode"+t.Name+" reads data; the error lists every fault in it.")).Line().
			Func().Id("Decode"+t.Name).
			Params(jen.Id("data").Index().Byte(), jen.Id("opts").Op("...").Add(f.rt("DecodeOption"))).
			Params(jen.Op("*").Add(f.name(t.Name)), jen.Error()).
			Add(short(jen.Return(f.name(f.tool.GoName).Dot("DecodeArgs").Call(jen.Id("data"), jen.Id("opts").Op("..."))))))
	}
	f.printUnmarshal(t)
	if t != f.tool.Args {
		return
	}
	f.add(jen.Add(comment("Validate reports every fault of a value that was built or edited in Go.")).Line().
		Add(f.method(t, "Validate")).Params().Error().
		Add(short(f.validates(t))))
}

// validates prints the body of Validate.
func (f *file) validates(t *model.Type) jen.Code {
	self := jen.Id(receiver(t))
	there := jen.Add(self).Op("!=").Nil()
	if f.isRoot(t) {
		return jen.Return(f.rt("Validate").Call(there, self, jen.Id(f.reader(t))))
	}
	return jen.Return(f.rt("ValidateBy").Call(there, self.Clone().Dot("decode")))
}

// reader returns the name of the function that decodes a root type.
func (f *source) reader(t *model.Type) string { return f.derived(t.Name, "From") }

func (f *file) printUnmarshal(t *model.Type) {
	says := "UnmarshalJSON reads data strictly and validates it."
	if f.shape {
		says = "UnmarshalJSON implements json.Unmarshaler."
	}
	f.add(jen.Add(comment(says)).Line().
		Add(f.method(t, "UnmarshalJSON")).Params(jen.Id("data").Index().Byte()).Error().
		Add(short(jen.Return(f.unmarshals(t)))))
}

// unmarshals prints the result of UnmarshalJSON.
func (f *file) unmarshals(t *model.Type) jen.Code {
	self := jen.Id(receiver(t))
	if !f.isRoot(t) {
		return f.rt("Unmarshal").Call(jen.Id("data"), self, f.methodExpr(t, "decode"))
	}
	return f.rt("UnmarshalNew").Call(jen.Id("data"), self, jen.Id(f.reader(t)))
}

// methodExpr is (*T).name.
func (f *source) methodExpr(t *model.Type, name string) *jen.Statement {
	return jen.Parens(jen.Op("*").Add(f.name(t.Name))).Dot(name)
}
