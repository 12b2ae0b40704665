package peers

import (
	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/example/bench/peers/generated/gojsonschemacode"
)

// Calling the methods directly skips the syntax check that json.Unmarshal starts with.
func goJSONSchema() Contestant {
	return Contestant{
		Name: "go-jsonschema", Module: "github.com/atombender/go-jsonschema", Work: Validate, Faults: first,
		Read: map[payload.Kind]func([]byte) error{
			payload.Deposit: func(text []byte) error { return new(gojsonschemacode.DepositJson).UnmarshalJSON(text) },
			payload.Invoice: func(text []byte) error { return new(gojsonschemacode.InvoiceJson).UnmarshalJSON(text) },
			payload.Journal: func(text []byte) error { return new(gojsonschemacode.JournalJson).UnmarshalJSON(text) },
		},
	}
}
