package providerlimits

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// TestRandomSchemas projects schemas with unusual combinations of keywords and converts valid calls in both
// directions.
func TestRandomSchemas(t *testing.T) {
	t.Parallel()
	schemas := 400
	if os.Getenv("TOOLGEN_NIGHTLY") != "" {
		schemas = 6000
	}
	there, none, unfit := 0, 0, 0
	for seed := range schemas {
		r := sample.NewSchemas(uint64(seed))
		r.Draft = []int{2020, 2020, 7, 2019}[seed%4]
		text := []func() string{r.Composed, r.Kinds, r.Schema}[seed%3]()
		node, _ := tooldef.ParseNode("schema.json", []byte(text))
		if node == nil {
			continue
		}
		pkg, _ := lower.Lower([]*tooldef.Tool{{Name: "Random", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "random"})
		if len(pkg.Tools) == 0 {
			continue
		}
		tool := dynamic.NewTool(pkg.Tools[0])
		for target, form := range forms {
			p := projection.Of(pkg.Tools[0].InputSchema, target)
			if len(p.Reasons) > 0 {
				continue
			}
			for _, f := range Check(form, p.Schema) {
				if f.Sure {
					t.Errorf("%d for %v: %v\n%s\n%s", seed, target, f, text, p.Schema)
					break
				}
			}
			schema, err := oracle.Compile(inJSONSchema(p.Schema))
			if err != nil {
				t.Errorf("%d for %v: %v\n%s\n%s", seed, target, err, text, p.Schema)
				continue
			}
			values, defaults := sample.New(uint64(seed), 7), nullDefaults(text)
			for range 8 {
				var value any
				switch seed % 3 {
				case 0:
					value = r.TypedInstance(3)
				case 1:
					value = r.KindsInstance(4)
				default:
					value = values.Value(pkg.Tools[0].Args, 3)
				}
				args, _ := json.Marshal(declared(value, defaults))
				if _, object := value.(map[string]any); !object {
					continue
				}
				if _, err := tool.Decode(args); err != nil {
					continue
				}
				written, err := p.Forward(string(args))
				if err != nil {
					none++
					continue
				}
				there++
				if err := schema.Validate([]byte(written)); err != nil && err != oracle.ErrUnknown {
					unfit++ // undeclared in some variants
				}
				if back := p.Back(written); !sameJSON(back, string(args)) {
					t.Errorf("%d for %v: %s is projected to %s, which is converted back to %s\n%s\n%s", seed, target, args, written, back, p.Schema, text)
				}
			}
		}
	}
	t.Logf("%d round trips, %d of them beyond a bound of the projection, %d calls without a projected form", there, unfit, none)
}
