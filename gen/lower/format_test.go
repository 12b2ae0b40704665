package lower

import (
	"strings"
	"testing"
)

// TestFormatsSpeltOut checks that a format next to an equivalent pattern, as zod writes it, gives no diagnostic, but that a
// format that nothing checks does.
func TestFormatsSpeltOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ schema, want string }{
		{`{"type":"string","format":"starts_with","pattern":"^SKU-.*"}`, ""},
		{`{"type":"string","format":"ulid","pattern":"^[0-7][0-9A-Z]{25}$"}`, ""},
		{`{"type":"string","format":"sha256_hex","pattern":"^[0-9a-fA-F]{64}$"}`, ""},
		{`{"type":"string","format":"ends_with","allOf":[{"pattern":"^k.*"},{"pattern":".*z$"}]}`, ""},
		{`{"anyOf":[{"type":"string","format":"cuid","pattern":"^c"},{"type":"null"}]}`, ""},
		{`{"type":"string","format":"ulid"}`, `unknown format "ulid"; it is not checked; did you mean "uuid"?`},
		{`{"type":"string","format":"jwt"}`, `unknown format "jwt"; it is not checked; use a pattern if the text has a form`},
		{`{"type":"string","format":"emial","pattern":"@"}`, `unknown format "emial"; it is not checked; did you mean "email"?`},
		{`{"type":"string","format":"starts_with"}`, `unknown format "starts_with"; it is not checked; use a pattern`},
		{`{"type":"integer","format":"uint8"}`, ""},
		{`{"type":["integer","null"],"format":"usize"}`, ""},
		{`{"type":"integer","format":"int24"}`, `unknown format "int24"; it is not checked; did you mean "int64"?`},
		{`{"type":"integer","format":"epoch"}`, `unknown format "epoch"; it is not checked; use a pattern`},
		{`{"type":"string","format":"iro"}`, `unknown format "iro"; it is not checked; did you mean "iri"?`},
	} {
		_, diags := lowerSchema(t, `{"type":"object","properties":{"a":`+tt.schema+`}}`)
		if got := strings.Join(diags, "\n"); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.schema, got, tt.want)
		}
	}
}
