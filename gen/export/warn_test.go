package export

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func TestNamesOfProviders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		refused string // providers that reject the name
	}{
		{"create_payment", ""},
		{"Create-Payment2", ""},
		{"Climate Target", "mcp openai anthropic gemini"},
		{"zahlung_für", "mcp openai anthropic gemini"},
		{"", "mcp openai anthropic gemini"},
		{"pay\n", "mcp openai anthropic gemini"},
		{"files.read", "openai anthropic"},
		{"files:read", "mcp openai anthropic"},
		{"2fa", "gemini"},
		{"-a", "gemini"},
		{strings.Repeat("a", 64), ""},
		{strings.Repeat("a", 65), "openai gemini"},
		{strings.Repeat("a", 129), "mcp openai anthropic gemini"},
	} {
		pkg := &model.Package{Tools: []*model.Tool{{Name: "fine"}, {Name: c.name}}}
		var refused []string
		for _, provider := range []string{"mcp", "openai", "anthropic", "gemini"} {
			if diags := Warnings(pkg, provider); len(diags) > 0 {
				refused = append(refused, provider)
				if len(diags) > 1 || diags[0].Tool != c.name || diags.HasErrors() {
					t.Errorf("%q for %s: got %v", c.name, provider, diags)
				}
			}
		}
		if got := len(UnusableNames(pkg)) > 0; got != (len(refused) == 4) {
			t.Errorf("%q is homeless: %v, refused by %v", c.name, got, refused)
		}
		if got := strings.Join(refused, " "); got != c.refused {
			t.Errorf("%q: refused by %q, want %q", c.name, got, c.refused)
		}
	}
}
