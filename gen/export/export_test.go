package export

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// TestRootsSayObject checks that every form has type object at the root of a schema, without which providers
// reject the whole request, and that nothing else changes.
func TestRootsSayObject(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"$ref":"#/definitions/a","definitions":{"a":{}}}`: `{"type":"object","$ref":"#/definitions/a","definitions":{"a":{}}}`,
		`{"properties":{"type":{"type":"string"}}}`:         `{"type":"object","properties":{"type":{"type":"string"}}}`,
		`{"type":"object","title":"a"}`:                     `{"type":"object","title":"a"}`,
		`{"title":"a","type":["object","null"]}`:            `{"title":"a","type":"object"}`,
		`{}`:                                                `{"type":"object"}`,
		`true`:                                              `{"type":"object"}`,
		``:                                                  `{"type":"object"}`,
	} {
		for _, provider := range []string{"mcp", "openai", "openai-responses", "anthropic", "bedrock"} {
			text, err := Definitions(&model.Package{Tools: []*model.Tool{{Name: "t", InputSchema: schema}}}, provider)
			if err != nil {
				t.Fatal(err)
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, text); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(compact.String(), `chema":`+want) && !strings.Contains(compact.String(), `"parameters":`+want) && !strings.Contains(compact.String(), `"json":`+want) {
				t.Errorf("%s for %s: got %s\nwant %s", schema, provider, compact.String(), want)
			}
		}
	}
}
