package dynamic

import (
	"math/big"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/gencode"
)

// convert decodes the value that began at from as a Go type, for the issues that the type reports.
type convert func(d *gencode.Decoder, from, mark int)

// goTypes are the types of the standard library that x-go-type may name, by import path and name. They reject
// the same values as in generated code.
var goTypes = map[string]convert{
	"time.Time":          into[time.Time],
	"time.Duration":      into[time.Duration],
	"time.Month":         into[time.Month],
	"time.Weekday":       into[time.Weekday],
	"net/netip.Addr":     into[netip.Addr],
	"net/netip.AddrPort": into[netip.AddrPort],
	"net/netip.Prefix":   into[netip.Prefix],
	"net.IP":             into[net.IP],
	"net/url.URL":        into[url.URL],
	"net/mail.Address":   into[mail.Address],
	"math/big.Int":       into[big.Int],
	"math/big.Float":     into[big.Float],
	"math/big.Rat":       into[big.Rat],
	"string":             into[string], "bool": into[bool],
	"int": into[int], "int8": into[int8], "int16": into[int16], "int32": into[int32], "int64": into[int64],
	"uint": into[uint], "uint8": into[uint8], "uint16": into[uint16], "uint32": into[uint32], "uint64": into[uint64],
	"float32": into[float32], "float64": into[float64],
}

func into[T any](d *gencode.Decoder, from, mark int) {
	var v T
	gencode.Convert(d, from, mark, &v)
}

// foreign returns the decoder of a value with x-go-type. A type outside the standard library is not available
// here; only the schema is checked.
func (p *program) foreign(t *typ) decoder {
	convert := foreignType(t.of.GoType, t.of.GoImport)
	whole := accept
	if !t.plan.Free && !p.shape {
		whole = p.schema(t.of)
	}
	return func(v *any, d *gencode.Decoder) {
		from, mark := d.Offset(), d.Mark()
		if !t.readAny(v, d) {
			return
		}
		whole(&d.Checker, *v)
		if convert != nil {
			convert(d, from, mark)
		}
	}
}

// foreignType returns the converter of a Go type named in a schema.
func foreignType(name, path string) convert {
	name = name[strings.LastIndexByte(name, '.')+1:]
	if path != "" {
		name = path + "." + name
	}
	return goTypes[name]
}
