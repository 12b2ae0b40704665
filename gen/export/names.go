package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// naming is what a provider takes as the name of a tool: letters, digits, "_", "-" and more.
type naming struct {
	provider string
	more     string
	max      int
}

// namings are as the providers document them. Of MCP it is a recommendation.
var namings = map[string]naming{
	"mcp":       {"MCP", ".", 128},
	"openai":    {"OpenAI", "", 64},
	"anthropic": {"Anthropic", "", 128},
	"gemini":    {"Gemini", ".:", 64},
}

// RefusedNames warns of each tool whose name the provider does not take, such as a bare schema's title
// of several words: it would refuse the whole request.
func RefusedNames(pkg *model.Package, provider string) model.Diagnostics {
	rule, ok := namings[provider]
	if !ok {
		return nil
	}
	var diags model.Diagnostics
	for _, t := range pkg.Tools {
		if rule.takes(t.Name) {
			continue
		}
		diags = append(diags, model.Diagnostic{
			Severity: model.Warning, Pos: t.Pos, Tool: t.Name,
			Problem: rule.provider + " does not take this name of a tool",
			Fix:     "rename it, or name a bare schema with --type; a name has " + rule.String(),
		})
	}
	return diags
}

// HomelessNames warns of each tool whose name no provider takes. Code for it is of use to call it by,
// but no model will.
func HomelessNames(pkg *model.Package) model.Diagnostics {
	var diags model.Diagnostics
	for _, t := range pkg.Tools {
		if slices.ContainsFunc(Providers(), func(provider string) bool { return namings[provider].takes(t.Name) }) {
			continue
		}
		diags = append(diags, model.Diagnostic{
			Severity: model.Warning, Pos: t.Pos, Tool: t.Name,
			Problem: "no provider takes this name of a tool",
			Fix:     "rename it, or name a bare schema with --type; a name that all take has " + namings["openai"].String(),
		})
	}
	return diags
}

func (n naming) takes(name string) bool {
	if name == "" || len(name) > n.max || n.provider == "Gemini" && strings.IndexByte("0123456789.:-", name[0]) >= 0 {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' && !strings.ContainsRune(n.more, r)
	})
}

// String says what a name may be.
func (n naming) String() string {
	signs := []string{`"_"`, `"-"`}
	for _, r := range n.more {
		signs = append(signs, fmt.Sprintf("%q", string(r)))
	}
	text := fmt.Sprintf("1 to %d letters of a to z and A to Z, digits, %s", n.max, strings.Join(signs, ", "))
	if n.provider == "Gemini" {
		text += `, and begins with a letter or "_"`
	}
	return text
}
