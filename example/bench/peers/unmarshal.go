package peers

import (
	"encoding/json"
	"errors"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"

	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/example/bench/peers/tagged"
)

var errNotJSON = errors.New("not JSON")

// valid is the yardstick: the minimum work of any JSON reader.
func valid() Contestant {
	read := func(text []byte) error {
		if !json.Valid(text) {
			return errNotJSON
		}
		return nil
	}
	return Contestant{
		Name: "encoding/json Valid", Work: Syntax, Faults: first,
		Read: map[payload.Kind]func([]byte) error{payload.Deposit: read, payload.Invoice: read, payload.Journal: read},
	}
}

// Decoders into structs, by reflection or with code generated at run time. All they know of the schema is its Go
// types.

func unmarshal() Contestant {
	return Contestant{
		Name: "encoding/json Unmarshal", Work: Decode, Faults: first,
		Read: readers(json.Unmarshal),
	}
}

func sonicUnmarshal() Contestant {
	return Contestant{
		Name: "sonic Unmarshal", Module: "github.com/bytedance/sonic", Work: Decode, Faults: first,
		Read: readers(sonic.Unmarshal),
	}
}

func goccyUnmarshal() Contestant {
	return Contestant{
		Name: "goccy/go-json Unmarshal", Module: "github.com/goccy/go-json", Work: Decode, Faults: first,
		Read: readers(func(text []byte, v any) error { return goccy.Unmarshal(text, v) }),
	}
}

func readers(unmarshal func([]byte, any) error) map[payload.Kind]func([]byte) error {
	return map[payload.Kind]func([]byte) error{
		payload.Deposit: func(text []byte) error { return unmarshal(text, new(tagged.Deposit)) },
		payload.Invoice: func(text []byte) error { return unmarshal(text, new(tagged.Invoice)) },
		payload.Journal: func(text []byte) error { return unmarshal(text, new(tagged.Journal)) },
	}
}
