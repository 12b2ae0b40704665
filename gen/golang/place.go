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
	// reread is set when whole was asked for.
	reread bool
}

// onChecker is the target for code that has a *runtime.Checker named c.
func (f *file) onChecker(value expr) *target {
	return &target{recv: "c", whole: func() *jen.Statement { return f.rt("Plain").Call(value()) }}
}

// onDecoder is the target for code that decodes; the value began at the offset named from.
func (f *file) onDecoder() *target {
	at := &target{recv: "d"}
	at.whole = func() *jen.Statement {
		at.reread = true
		return jen.Id("d").Dot("Reread").Call(jen.Id("from"))
	}
	return at
}

// checker is the *runtime.Checker as an argument.
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
