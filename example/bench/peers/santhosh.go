package peers

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/example/bench/schemas"
)

// santhosh represents schema interpreters: JSON is decoded into maps, which are validated, and then decoded
// again into the struct that the program uses.
func santhosh() Contestant {
	unmarshal := readers(json.Unmarshal)
	read := map[payload.Kind]func([]byte) error{}
	for _, kind := range payload.Kinds {
		schema := compile(kind)
		read[kind] = func(text []byte) error {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				return err
			}
			if err := schema.Validate(value); err != nil {
				return err
			}
			return unmarshal[kind](text)
		}
	}
	return Contestant{
		Name: "santhosh-tekuri/jsonschema + encoding/json", Module: "github.com/santhosh-tekuri/jsonschema/v6", Work: Validate,
		Read: read, Faults: santhoshFaults,
	}
}

func compile(kind payload.Kind) *jsonschema.Schema {
	name := string(kind) + ".json"
	text, err := schemas.Files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name, doc); err != nil {
		panic(err)
	}
	return c.MustCompile(name)
}

// santhoshFaults counts the leaves of the tree of causes.
func santhoshFaults(err error) int {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return first(err)
	}
	if len(invalid.Causes) == 0 {
		return 1
	}
	n := 0
	for _, cause := range invalid.Causes {
		n += santhoshFaults(cause)
	}
	return n
}
