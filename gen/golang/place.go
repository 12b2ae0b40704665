package golang

import "github.com/dave/jennifer/jen"

// expr creates an expression at each call, because jennifer's statements are mutable.
type expr func() *jen.Statement

// place is a Go variable that generated code reads and, while decoding, writes.
type place struct {
	read expr // the value
	addr expr // pointer to it
	recv expr // receiver for methods with a pointer receiver
	// slot is a pointer to addr if that is a variable, or nil.
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

// selected is base.name; selectors dereference pointers.
func selected(base expr, name string) expr {
	return func() *jen.Statement { return base().Dot(name) }
}

// target is the receiver of checks and the value as any.
type target struct {
	recv string // "d" in decoders, "c" elsewhere
	// whole is the tested value as any, exactly as in the JSON.
	whole expr
	// reread is set if whole was used, marked if the code asks for issues since the start of the value.
	reread, marked bool
}

// onDecoder is the target for decoding code; value is the decoded value, whose text starts at the offset from.
func onDecoder(value expr) *target {
	at := &target{recv: "d"}
	at.whole = func() *jen.Statement {
		at.reread = true
		return jen.Id("d").Dot("Whole").Call(jen.Id("from"), value())
	}
	return at
}

// ifSound runs code only if the value had no issue since the mark.
func (at *target) ifSound(code []jen.Code) []jen.Code {
	if len(code) == 0 {
		return nil
	}
	at.marked = true
	return []jen.Code{jen.If(at.call("SoundSince", jen.Id("mark"))).Block(code...)}
}

// preamble returns the statements that must precede the code for the target.
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

// checker prints the *gencode.Checker as an argument.
func (at *target) checker() *jen.Statement {
	if at.recv == "d" {
		return jen.Op("&").Id("d").Dot("Checker")
	}
	return jen.Id(at.recv)
}

// call prints a check on the receiver.
func (at *target) call(method string, args ...jen.Code) *jen.Statement {
	return jen.Id(at.recv).Dot(method).Call(args...)
}
