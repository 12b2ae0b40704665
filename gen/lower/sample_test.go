package lower

import (
	"fmt"
	"strings"
	"testing"
)

// TestRowSamples holds for which texts a row of the table has a sample, and that it has none where the row
// tells enough by itself.
func TestRowSamples(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"pattern":"^[a-z]+$"}`:                                           "",
		`{"pattern":"^[a-z]+$","maxLength":3}`:                             "",
		`{"pattern":"^[a-z]+$","minLength":3}`:                             "aaa",
		`{"pattern":"^[a-z]+$","allOf":[{"pattern":"^.b"}]}`:               "ab",
		`{"pattern":"^[a-z]+$","allOf":[{"pattern":"^[0-9]+$"}]}`:          "", // there is none
		`{"pattern":"^(?=.*b)[a-z]{3}$"}`:                                  "aab",
		`{"pattern":"b","format":"uuid"}`:                                  "123e4567-e89b-12d3-a456-426614174000",
		`{"pattern":"^ff","format":"uuid"}`:                                "ffaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa",
		`{"pattern":"^10[.]","format":"ipv4"}`:                             "10.0.0.0",
		`{"pattern":"-02-","format":"date"}`:                               "1900-02-01",
		`{"pattern":"^/a","format":"uri-reference"}`:                       "/a",
		`{"format":"date"}`:                                                "",
		`{"format":"date","maxLength":10}`:                                 "",
		`{"format":"date","enum":["tomorrow","2026-01-05"]}`:               "2026-01-05",
		`{"enum":["a","b"]}`:                                               "",
		`{"enum":["a","bb"],"minLength":2}`:                                "bb",
		`{"enum":["a","b"],"pattern":"a"}`:                                 "",
		`{"enum":["a","b"],"pattern":"c"}`:                                 "",
		`{"pattern":"^[a-z]+$","allOf":[{"pattern":"b"}],"maxLength":0}`:   "",
		`{"pattern":"^[a-z]+$","allOf":[{"pattern":"b"}],"minLength":301}`: "",
	} {
		tool, diags := lowerSchema(t, `{"type":"object","properties":{"f":{"type":"string",`+schema[1:]+`}}`)
		if len(diags) > 0 {
			t.Errorf("%s: %s", schema, diags)
		}
		if got := tool.Fields[len(tool.Fields)-1].Sample; got != want {
			t.Errorf("%s: %q, want %q", schema, got, want)
		}
	}
}

// TestSamplesAreBounded holds that a tool of many hostile fields has no samples for most of them, nor do
// those behind them once the tool has used up what it may.
func TestSamplesAreBounded(t *testing.T) {
	t.Parallel()
	var fields []string
	for i := range 200 {
		fields = append(fields, fmt.Sprintf(`"f%d":`, i)+`{"type":"string","pattern":"^(.*a.{12})(?!.)$","allOf":[{"pattern":"b.{12}$"}]}`)
	}
	tool, _ := lowerSchema(t, `{"type":"object","properties":{"first":{"type":"string","pattern":"^(?=b)"},`+strings.Join(fields, ",")+`,"last":{"type":"string","pattern":"^(?=b)"}}}`)
	for _, f := range tool.Fields {
		want := ""
		if f.Path == "first" {
			want = "b"
		}
		if f.Sample != want {
			t.Errorf("%s: %q, want %q", f.Path, f.Sample, want)
		}
	}
}
