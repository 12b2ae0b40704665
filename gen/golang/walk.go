package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// decodeMade reads a value into a newly allocated variable. If the decoder checks Go values, it uses the
// existing one.
func (f *decodePrinter) decodeMade(t *model.Type, pointer place, holder string) []jen.Code {
	if of := f.of(t); of.Methods && (of.Checked || !f.walking) {
		return one(f.rt("Optional").Call(jen.Id("d"), pointer.slot(), f.methodExpr(t, "decode")))
	}
	made := pointer.addr().Op("=").New(f.goType(t))
	code := f.decodeValue(t, pointer, holder).code(nil)
	if !f.walking {
		return append(one(made), code...)
	}
	reads := jen.If(jen.Id("d").Dot("Reads").Call())
	if !f.of(t).Methods {
		return append(one(reads.Block(made)), code...) // the runtime handles a nil pointer
	}
	return one(reads.Block(append(one(made), code...)...))
}

// checksItself leaves a Go value to the check method, if the type has one.
func (f *decodePrinter) checksItself(t *model.Type) []jen.Code {
	if f.shape || !f.entered[t] {
		return nil
	}
	return []jen.Code{jen.If(jen.Id("c").Op(":=").Id("d").Dot("Checking").Call(), jen.Id("c").Op("!=").Nil()).Block(
		jen.Id(receiver(t)).Dot("check").Call(jen.Id("c")),
		jen.Return(),
	)}
}

// checkMethod calls the check method of a value.
func (f checkPrinter) checkMethod(t *model.Type, recv *jen.Statement) *jen.Statement {
	if f.of(t).Walked {
		return recv.Dot("decode").Call(jen.Id("c").Dot("Walker").Call())
	}
	return recv.Dot("check").Call(jen.Id("c"))
}
