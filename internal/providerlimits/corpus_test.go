package providerlimits

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// forms maps projections to the rules that check them.
var forms = map[projection.Target]string{
	projection.OpenAI: OpenAIFunction, projection.OpenAIStrict: OpenAIStrict, projection.Anthropic: AnthropicTools, projection.AnthropicStrict: AnthropicStrict,
	projection.Gemini: GeminiJSON, projection.GeminiParameters: GeminiParameters, projection.Bedrock: BedrockConverse, projection.BedrockStrict: BedrockStrict,
}

// realTools returns tools of the corpus with object arguments: a sample, or all in nightly tests.
func realTools(t *testing.T) []*model.Tool {
	t.Helper()
	tools := load()
	if tools == nil {
		t.Skip("no corpus beside the module")
	}
	if os.Getenv("TOOLGEN_NIGHTLY") != "" {
		return tools
	}
	var some []*model.Tool
	for i := 0; i < len(tools); i += 20 {
		some = append(some, tools[i])
	}
	return some
}

var load = sync.OnceValue(func() (all []*model.Tool) {
	shared := gentest.Shared()
	if shared == "" {
		return nil
	}
	err := filepath.WalkDir(filepath.Join(shared, "corpus", "tools"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		tools, _ := tooldef.Read(filepath.Base(file), data, tooldef.Options{PythonTypes: strings.Contains(file, "bfcl-"), KeepConflicts: true})
		for _, batch := range gentest.Batches(tools) {
			pkg, _ := lower.Lower(batch, lower.Options{Package: "tools"})
			for _, tool := range pkg.Tools {
				if tool.Args.Accepts&model.JSONObject != 0 {
					all = append(all, tool)
				}
			}
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return all
})

// TestCorpusIsWithinLimits projects every tool of the corpus for every provider.
func TestCorpusIsWithinLimits(t *testing.T) {
	t.Parallel()
	tools := realTools(t)
	for target, form := range forms {
		reasons, warned, doubts := map[string]int{}, 0, map[string]int{}
		without := 0
		for _, tool := range tools {
			p := projection.Of(tool.InputSchema, target)
			if len(p.Warnings) > 0 {
				warned++
			}
			if len(p.Reasons) > 0 {
				without++
				for _, r := range p.Reasons {
					reasons[r.Text]++
				}
				continue
			}
			for _, f := range Check(form, p.Schema) {
				if f.Sure {
					t.Errorf("%v: %s: %v\n%s", target, tool.Name, f, cutText(string(p.Schema)))
					break
				}
				doubts[f.Rule]++
			}
		}
		t.Logf("%v: %d tools, %d with reasons, %d with warnings; reasons %v; doubts %v", target, len(tools), without, warned, reasons, doubts)
	}
}

func cutText(s string) string { return s[:min(len(s), 1500)] }

// TestRoundTrip converts valid calls to the projected form, checks them against the projected schema, and
// converts them back.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	tools := realTools(t)
	for target := range forms {
		t.Run(target.String(), func(t *testing.T) {
			t.Parallel()
			there, none, fitless := 0, map[string]int{}, 0
			for i, tool := range tools {
				p := projection.Of(tool.InputSchema, target)
				if len(p.Reasons) > 0 {
					continue
				}
				made := roundTrip(t, p, tool, uint64(i), 6)
				there += made.there
				fitless += made.without
				if made.why != "" {
					none[made.why]++
				}
			}
			t.Logf("%d round trips, %d calls without a projected form", there, fitless)
			if there == 0 || fitless*50 > there {
				t.Errorf("%d of %d calls have no projected form", fitless, there+fitless)
			}
		})
	}
}

type trips struct {
	there, without int
	why            string
}

// roundTrip generates calls of a tool and checks the conversion in both directions.
func roundTrip(t *testing.T, p *projection.Projection, tool *model.Tool, seed uint64, calls int) (n trips) {
	t.Helper()
	dyn := dynamic.NewTool(tool)
	var schema *oracle.Schema
	r, defaults := sample.New(seed, 1), nullDefaults(tool.InputSchema)
	for range calls {
		value := declared(r.Value(tool.Args, 3), defaults)
		args, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dyn.Decode(args); err != nil {
			continue
		}
		written, err := p.Forward(string(args))
		if err != nil {
			n.without++
			n.why = err.Error()
			continue
		}
		if schema == nil {
			if schema, err = oracle.Compile(inJSONSchema(p.Schema)); err != nil {
				t.Errorf("%s: the projection does not compile: %v\n%s", tool.Name, err, cutText(string(p.Schema)))
				return n
			}
		}
		if err := schema.Validate([]byte(written)); err != nil && err != oracle.ErrUnknown {
			t.Errorf("%s: %s is projected to %s, which violates %s: %v", tool.Name, args, written, cutText(string(p.Schema)), err)
			return n
		}
		if back := p.Back(written); !sameJSON(back, string(args)) {
			t.Errorf("%s: %s is projected to %s, which is converted back to %s\n%s", tool.Name, args, written, back, cutText(string(p.Schema)))
			return n
		}
		n.there++
	}
	return n
}

// TestProjectedCallsFit generates calls that are valid for a projected schema. If no keyword was moved to a
// description, they are valid for the tool after conversion.
func TestProjectedCallsFit(t *testing.T) {
	t.Parallel()
	tools := realTools(t)
	for _, target := range []projection.Target{projection.OpenAIStrict, projection.AnthropicStrict} {
		fit := 0
		for i, tool := range tools {
			p := projection.Of(tool.InputSchema, target)
			if len(p.Reasons)+len(p.Moved) > 0 || strings.Contains(string(p.Schema), "JSON string") {
				continue
			}
			node, _ := tooldef.ParseNode("projected.json", p.Schema)
			pkg, diags := lower.Lower([]*tooldef.Tool{{Name: "projected", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "tools"})
			if len(pkg.Tools) == 0 {
				t.Errorf("%v: %s: %v", target, tool.Name, diags)
				continue
			}
			projected, own, r := dynamic.NewTool(pkg.Tools[0]), dynamic.NewTool(tool), sample.New(uint64(i), 3)
			for range 4 {
				call, _ := json.Marshal(r.Value(pkg.Tools[0].Args, 4))
				if _, err := projected.Decode(call); err != nil {
					continue
				}
				fit++
				if _, err := own.Decode([]byte(p.Back(string(call)))); err != nil && !strings.Contains(err.Error(), "duplicateKey") { // a list of pairs with duplicate keys
					t.Errorf("%v: %s: %s is converted back to %s: %v\n%s\n%s", target, tool.Name, call, p.Back(string(call)), err, cutText(tool.InputSchema), cutText(string(p.Schema)))
					break
				}
			}
		}
		t.Logf("%v: %d calls are valid", target, fit)
	}
}

// inJSONSchema converts a schema of Gemini parameters to JSON Schema.
func inJSONSchema(schema []byte) string {
	root, _ := numbers(string(schema))
	text, _ := json.Marshal(spelled(root))
	return string(text)
}

func spelled(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = spelled(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = spelled(v[key])
		}
		if t, ok := v["type"].(string); ok {
			v["type"] = strings.ToLower(t)
		}
		if v["nullable"] == true {
			delete(v, "nullable")
			return map[string]any{"anyOf": []any{v, map[string]any{"type": "null"}}}
		}
	}
	return v
}

// declared removes undeclared keys, which strict modes cannot express, and nulls that equal the default, which
// mean the same as an omitted property.
func declared(v any, defaults map[string]bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = declared(v[i], defaults)
		}
	case map[string]any:
		for key, member := range v {
			if undeclared.MatchString(key) && member == "extra" || member == nil && defaults[key] {
				delete(v, key)
				continue
			}
			v[key] = declared(member, defaults)
		}
	}
	return v
}

// undeclared matches the undeclared keys of samples.
var undeclared = regexp.MustCompile(`^key[0-9]$`)

// nullDefaults returns the keys of properties whose default is null.
func nullDefaults(schema string) map[string]bool {
	keys := map[string]bool{}
	var visit func(key string, v any)
	visit = func(key string, v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				visit(key, item)
			}
		case map[string]any:
			if value, has := v["default"]; has && value == nil {
				keys[key] = true
			}
			for name, member := range v {
				visit(name, member)
			}
		}
	}
	root, _ := numbers(schema)
	visit("", root)
	return keys
}

func sameJSON(a, b string) bool {
	x, errX := numbers(a)
	y, errY := numbers(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

// numbers decodes JSON with numbers as written.
func numbers(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}
