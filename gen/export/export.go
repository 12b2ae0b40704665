// Package export renders the tools of a model as definitions for providers: what a model is to see
// of each, rules included and without the fields that the server fills.
package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Providers are the names of the forms.
func Providers() []string { return []string{"mcp", "openai", "anthropic", "gemini"} }

// OfObjects leaves out the tools whose arguments cannot be an object, which a bare schema may be for,
// and says so: no provider takes them.
func OfObjects(pkg *model.Package) (*model.Package, model.Diagnostics) {
	var diags model.Diagnostics
	kept := *pkg
	kept.Tools = nil
	for _, t := range pkg.Tools {
		if t.Args.Accepts&model.JSONObject != 0 {
			kept.Tools = append(kept.Tools, t)
			continue
		}
		wants := strings.Join(t.Args.Declared, " or ")
		if wants == "" {
			wants = "something else"
		}
		diags = append(diags, model.Diagnostic{
			Severity: model.Error, Pos: t.Args.Pos, Pointer: t.Args.Pointer, Tool: t.Name, Keyword: "type",
			Problem: fmt.Sprintf("the arguments of a tool are an object, this schema wants %q", wants),
			Fix:     "wrap the value in an object with one property",
		})
	}
	return &kept, diags
}

// Definitions renders the tools in the form of a provider, as indented JSON that ends in a newline:
// an MCP tools/list result, or the list that goes into a request.
func Definitions(pkg *model.Package, provider string) ([]byte, error) {
	var whole any
	switch provider {
	case "mcp":
		list := []mcpTool{}
		for _, t := range pkg.Tools {
			list = append(list, ofMCP(t))
		}
		whole = struct {
			Tools []mcpTool `json:"tools"`
		}{list}
	case "openai":
		list := []openAITool{}
		for _, t := range pkg.Tools {
			list = append(list, openAITool{"function", function{Name: t.Name, Description: t.Description, Parameters: objectRoot(t.InputSchema)}})
		}
		whole = list
	case "anthropic":
		list := []anthropicTool{}
		for _, t := range pkg.Tools {
			list = append(list, anthropicTool{t.Name, t.Description, objectRoot(t.InputSchema)})
		}
		whole = list
	case "gemini":
		list := []function{}
		for _, t := range pkg.Tools {
			list = append(list, function{Name: t.Name, Description: t.Description, JSONSchema: objectRoot(t.InputSchema)})
		}
		whole = []geminiTool{{list}}
	default:
		return nil, fmt.Errorf("there is no form %q, only %s", provider, strings.Join(Providers(), ", "))
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(whole); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

type mcpTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  *annotations    `json:"annotations,omitempty"`
}

type annotations struct {
	ReadOnly    *bool `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  *bool `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

// ofMCP renders a tool for MCP. Whether it writes is what the rules say, which count; and a write that the
// rules have confirmed as what destroys is said to be that, where the author says nothing.
func ofMCP(t *model.Tool) mcpTool {
	hints := annotations(t.Annotations)
	if t.WriteKnown {
		readOnly := !t.Write
		hints.ReadOnly = &readOnly
	}
	if t.Write && t.Confirm.Tier >= 2 && hints.Destructive == nil {
		destructive := true
		hints.Destructive = &destructive
	}
	out := mcpTool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: objectRoot(t.InputSchema)}
	if t.OutputSchema != "" {
		out.OutputSchema = json.RawMessage(t.OutputSchema)
	}
	if hints != (annotations{}) {
		out.Annotations = &hints
	}
	return out
}

type openAITool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
	JSONSchema  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

type geminiTool struct {
	FunctionDeclarations []function `json:"functionDeclarations"`
}
