package peers

import (
	"errors"

	"github.com/go-faster/jx"
	"github.com/ogen-go/ogen/validate"

	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/example/bench/peers/generated/ogendeposit"
	"github.com/toolgen/toolgen/example/bench/peers/generated/ogeninvoice"
	"github.com/toolgen/toolgen/example/bench/peers/generated/ogenjournal"
)

// As in ogen's generated servers: Decode first, then Validate.
func ogen() Contestant {
	return Contestant{
		Name: "ogen", Module: "github.com/ogen-go/ogen", Work: Validate,
		Read: map[payload.Kind]func([]byte) error{
			payload.Deposit: func(text []byte) error { return ogenRead(text, new(ogendeposit.Deposit)) },
			payload.Invoice: func(text []byte) error { return ogenRead(text, new(ogeninvoice.Invoice)) },
			payload.Journal: func(text []byte) error { return ogenRead(text, new(ogenjournal.Journal)) },
		},
		Faults: ogenFaults,
	}
}

type ogenValue interface {
	Decode(*jx.Decoder) error
	Validate() error
}

func ogenRead[T ogenValue](text []byte, value T) error {
	d := jx.GetDecoder()
	defer jx.PutDecoder(d)
	d.ResetBytes(text)
	if err := value.Decode(d); err != nil {
		return err
	}
	return value.Validate()
}

// ogenFaults counts the leaves of the error tree of Validate.
func ogenFaults(err error) int {
	var fields *validate.Error
	if !errors.As(err, &fields) {
		return first(err)
	}
	n := 0
	for _, f := range fields.Fields {
		n += ogenFaults(f.Error)
	}
	return n
}
