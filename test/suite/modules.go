//go:build suite

package suite

// The modules that carry copies of the official JSON-Schema-Test-Suite in their test data. They
// are imported nowhere else: this file keeps them in go.mod. Package internal/suite reads the data.
import (
	_ "github.com/google/jsonschema-go/jsonschema"
	_ "github.com/kaptinlin/jsonschema"
)
