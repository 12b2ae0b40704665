//go:build suite

package suite

// Modules with copies of the official JSON-Schema-Test-Suite in their test data. Importing them keeps them in
// go.mod. Package internal/suite reads the data.
import (
	_ "github.com/google/jsonschema-go/jsonschema"
	_ "github.com/kaptinlin/jsonschema"
)
