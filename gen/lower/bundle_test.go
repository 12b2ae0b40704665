package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// TestFullSchema checks that the full schema includes the targets of references, and that there is none if it would equal the
// advertised one.
func TestFullSchema(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"files/pay.json":   `{"$defs":{"pin":{"type":"string","x-toolgen":{"sensitive":true}}},"type":"object","properties":{"to":{"$ref":"other.json"}}}`,
		"files/other.json": `{"$id":"https://example.com/other.json","type":"string"}`,
	}
	opts := Options{Package: "p", Refs: []docs.Ref{{Prefix: "pay.json", Path: "files/pay.json"}, {Prefix: "other.json", Path: "files/other.json"}}}
	opts.ReadFile = func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("no file %s", name)
	}
	for schema, want := range map[string][]string{
		`{"type":"object","properties":{"a":{"type":"string"}}}`:                         nil,
		`{"type":"object","properties":{"a":{"$ref":"pay.json#/$defs/pin"}},"$defs":{}}`: {`"$id":"toolgen:///pay.json"`, `"sensitive":true`},
		`{"type":"object","properties":{"a":{"$ref":"pay.json"}},"required":["a"]}`:      {`"$id":"toolgen:///pay.json"`, `"$id":"https://example.com/other.json"`},
	} {
		tools, diags := tooldef.Read("t.json", []byte(`{"name":"t","inputSchema":`+schema+`}`), tooldef.Options{})
		pkg, more := Lower(tools, opts)
		if len(pkg.Tools) != 1 {
			t.Fatal(schema, diags, more)
		}
		full := pkg.Tools[0].FullSchema
		if want == nil && full != "" {
			t.Errorf("%s has %s", schema, full)
		}
		for _, part := range want {
			if !strings.Contains(full, part) {
				t.Errorf("%s: %s lacks %s", schema, full, part)
			}
		}
		if strings.Contains(pkg.Tools[0].InputSchema, "sensitive") {
			t.Errorf("the advertised schema is %s", pkg.Tools[0].InputSchema)
		}
	}
}
