package lower

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/model"
)

// runaway is a pattern that takes exponential time on the texts below.
const runaway = `^(?:(a|aa|aaa)+)+(?<!c)b$`

// TestMatchesOfASchemaShareABudget lowers schemas that require many pattern matches during generation: of keys with patterns
// for keys, and of default values with their schemas.
func TestMatchesOfASchemaShareABudget(t *testing.T) {
	t.Parallel()
	var keys, texts []string
	for i := range 60 {
		text := strings.Repeat("a", 50) + fmt.Sprint("!", i)
		keys = append(keys, fmt.Sprintf(`"%s":{"type":"string"}`, text))
		texts = append(texts, `"`+text+`"`)
	}
	properties := `"properties":{` + strings.Join(keys, ",") + `}`
	patterns := `"patternProperties":{"` + runaway + `":{"maxLength":3}}`
	for _, c := range []struct{ name, schema, want string }{
		{"keys", `{"type":"object",` + properties + `,` + patterns + `}`, "takes too long"},
		{"unevaluated keys", `{"type":"object",` + properties + `,"allOf":[{` + patterns + `}],"unevaluatedProperties":false}`, "takes too long"},
		{"sensitive keys", `{"type":"object","x-toolgen":{"sensitive":true},` + properties + `,` + patterns + `}`, "takes too long"},
		{"default", `{"type":"object","properties":{"x":{"type":"array","items":{"pattern":"` + runaway + `"},"default":[` + strings.Join(texts, ",") + `]}}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			_, diags := lowerSchema(t, c.schema)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("took %v", took)
			}
			said := strings.Join(diags, "\n")
			if c.want == "" && said != "" || !strings.Contains(said, c.want) || len(diags) > 1 {
				t.Errorf("%d diagnostics: %q, want one with %q", len(diags), model.Cut(said, 300), c.want)
			}
		})
	}
}

// TestManyMatchesOfASchema checks that fast patterns are matched as often as needed, however slow the machine is, and that
// too many matches are reported once.
func TestManyMatchesOfASchema(t *testing.T) {
	t.Parallel()
	var keys, patterns []string
	for i := range 100 {
		keys = append(keys, fmt.Sprintf(`"key%d%s":{}`, i, strings.Repeat("_abcdefgh", 20)))
		patterns = append(patterns, fmt.Sprintf(`"(?:[a-z]+_)*[0-9]%d[a-z]+.*[yz]$":{}`, i))
	}
	schema := func(patterns []string) string {
		return `{"type":"object","properties":{` + strings.Join(keys, ",") + `},"patternProperties":{` + strings.Join(patterns, ",") + `}}`
	}
	if _, diags := lowerSchema(t, schema(patterns)); len(diags) > 0 {
		t.Errorf("%q", diags)
	}
	large := func(i int) string { return fmt.Sprintf(`"^(?:[a-z_]{1,900}[0-9]{1,90}){1,9}%d$":{}`, i) }
	for i := range patterns {
		patterns[i] = large(i)
	}
	_, diags := lowerSchema(t, schema(patterns))
	if len(diags) != 1 || !strings.Contains(diags[0], "takes too long") {
		t.Errorf("%d: %.500q, want one about the time", len(diags), diags)
	}
}
