package peers

import (
	"errors"

	"github.com/toolgen/toolgen/example/bench/benchtools"
	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/runtime"
)

func toolgen() Contestant {
	return Contestant{
		Name: "toolgen", Module: "github.com/toolgen/toolgen", Work: Validate,
		Read: map[payload.Kind]func([]byte) error{
			payload.Deposit: func(text []byte) error { _, err := benchtools.DecodeDeposit(text); return err },
			payload.Invoice: func(text []byte) error { _, err := benchtools.DecodeInvoice(text); return err },
			payload.Journal: func(text []byte) error { _, err := benchtools.DecodeJournal(text); return err },
		},
		Faults: func(err error) int {
			var invalid *runtime.ValidationError
			if errors.As(err, &invalid) {
				return len(invalid.Issues())
			}
			return first(err)
		},
	}
}
