package golang

import "github.com/dave/jennifer/jen"

// expr makes an expression anew at each call, because jennifer's statements grow when they are
// used.
type expr func() *jen.Statement

// place is a Go variable that generated code reads and, while decoding, writes.
type place struct {
	read expr // the value
	addr expr // a pointer to it
	recv expr // what methods with a pointer receiver are called on
	// slot is a pointer to addr, where that is a variable; else nil.
	slot expr
}

// variable is the place of an addressable variable or field.
func variable(e expr) place {
	return place{read: e, recv: e, addr: func() *jen.Statement { return jen.Op("&").Add(e()) }}
}

// pointed is the place that a pointer variable points to.
func pointed(e expr) place {
	return place{addr: e, recv: e, read: func() *jen.Statement { return jen.Op("*").Add(e()) }}
}

func id(name string) expr {
	return func() *jen.Statement { return jen.Id(name) }
}

// selected is base.name; a selector looks through pointers by itself.
func selected(base expr, name string) expr {
	return func() *jen.Statement { return base().Dot(name) }
}

// target is where checks are called and how the value as a whole is had as any.
type target struct {
	recv string // "d" in decoders, "c" elsewhere
	// whole is the value under test as any, exactly as the JSON has it.
	whole expr
	// reread is set when whole was asked for, marked when the code asks what happened since the
	// value began.
	reread, marked bool
	// untouched says that nothing of the value was checked before, so that nothing can be at fault.
	untouched bool
}

// onChecker is the target for code that has a *gencode.Checker named c.
func (f *source) onChecker(value expr) *target {
	return &target{recv: "c", whole: func() *jen.Statement { return f.rt("Plain").Call(value()) }}
}

// onDecoder is the target for code that decodes; value is what was read, and the text of it began
// at the offset named from.
func (f *source) onDecoder(value expr) *target {
	at := &target{recv: "d"}
	at.whole = func() *jen.Statement {
		at.reread = true
		return jen.Id("d").Dot("Whole").Call(jen.Id("from"), value())
	}
	return at
}

// ifSound runs code only if the value has had no issue since the mark.
func (at *target) ifSound(code []jen.Code) []jen.Code {
	if len(code) == 0 {
		return nil
	}
	at.marked = true
	return []jen.Code{jen.If(at.call("SoundSince", jen.Id("mark"))).Block(code...)}
}

// preamble is what must stand in front of the code that was compiled for the target.
func (at *target) preamble() []jen.Code {
	from := jen.Id(at.recv).Dot("Offset").Call()
	mark := jen.Id(at.recv).Dot("Mark").Call()
	switch {
	case at.reread && at.marked:
		return []jen.Code{jen.List(jen.Id("from"), jen.Id("mark")).Op(":=").List(from, mark)}
	case at.reread:
		return []jen.Code{jen.Id("from").Op(":=").Add(from)}
	case at.marked:
		return []jen.Code{jen.Id("mark").Op(":=").Add(mark)}
	}
	return nil
}

// checker is the *gencode.Checker as an argument.
func (at *target) checker() *jen.Statement {
	if at.recv == "d" {
		return jen.Op("&").Id("d").Dot("Checker")
	}
	return jen.Id(at.recv)
}

// call is a check on the receiver.
func (at *target) call(method string, args ...jen.Code) *jen.Statement {
	return jen.Id(at.recv).Dot(method).Call(args...)
}

// onC is the target in functions that have a checker named c and their value at hand.
var onC = &target{recv: "c"}
