package lower

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// No keyword is ignored silently: a keyword that the schema's draft lacks, or that has no effect where it is, is reported.
func TestIdleKeywords(t *testing.T) {
	t.Parallel()
	const (
		draft4 = `"$schema":"http://json-schema.org/draft-04/schema#",`
		draft6 = `"$schema":"http://json-schema.org/draft-06/schema#",`
		draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
		of2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema",`
	)
	tests := []struct{ schema, want string }{
		{draft4 + `"properties":{"a":{"const":1}}`, "const has no effect in draft 04"},
		{draft4 + `"contains":{},"propertyNames":{}`, "contains has no effect in draft 04, propertyNames has no effect in draft 04"},
		{draft6 + `"if":{},"then":{}`, "if has no effect in draft 06, then has no effect in draft 06"},
		{draft7 + `"if":{"required":["a"]},"then":{"required":["b"]},"const":{}`, ""},
		{draft7 + `"dependentRequired":{"a":["b"]},"unevaluatedProperties":false`, "dependentRequired has no effect in draft 07, unevaluatedProperties has no effect in draft 07"},
		{draft7 + `"contains":{},"maxContains":2`, "maxContains has no effect in draft 07"},
		{draft7 + `"dependencies":{"a":["b"]},"items":[{}],"additionalItems":false`, ""},
		{draft7 + `"properties":{"a":{"$ref":"#/definitions/d","minLength":2,"description":"told"}},"definitions":{"d":{"type":"string"}}`, "minLength has no effect beside $ref in draft 07"},
		{draft7 + `"properties":{"a":{"$ref":"#/definitions/d","default":"x","x-go-type":"json.Number","x-go-name":"Bee"}},"definitions":{"d":{"type":"string"}}`, "default has no effect beside $ref in draft 07, x-go-type has no effect beside $ref in draft 07"},
		{draft7 + `"items":{},"additionalItems":false`, "additionalItems has no effect without a list under items"},
		{of2019 + `"properties":{"a":{"$ref":"#/$defs/d","minLength":2}},"$defs":{"d":{"type":"string"}}`, ""},
		{of2019 + `"prefixItems":[{}]`, "prefixItems has no effect in draft 2019-09"},
		{`"items":{},"additionalItems":false`, "additionalItems has no effect in draft 2020-12"},
		{`"$recursiveRef":"#"`, "$recursiveRef has no effect in draft 2020-12"},
		{`"minContains":2`, "minContains has no effect without contains"},
		{`"then":{"required":["a"]}`, "then has no effect without if"},
		{`"dependencies":{"a":["b"]},"contentEncoding":"base64","readOnly":true`, ""},
	}
	for _, test := range tests {
		t.Run(test.schema, func(t *testing.T) {
			t.Parallel()
			_, diags := lowerSchema(t, "{"+test.schema+"}")
			var got []string
			for _, d := range diags {
				if i := strings.Index(d, "has no effect"); i >= 0 {
					told, _, _ := strings.Cut(d[strings.LastIndex(d[:i], ": ")+2:], ";")
					got = append(got, told)
				}
			}
			if diff := testdiff.Diff(test.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}
