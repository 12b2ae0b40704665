package lower

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// runaway is a pattern that takes exponential time for the texts below.
const runaway = `^(?:(a|aa|aaa)+)+(?<!c)b$`

// TestMatchesOfASchemaShareABudget lowers schemas that have many texts matched while code is generated:
// keys by patterns for keys, values by the schema that they are the default of.
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
				t.Errorf("said %d: %q, want %q once", len(diags), cut(said, 300), c.want)
			}
		})
	}
}

// TestManyRunawayPatterns has each of many patterns take too long.
func TestManyRunawayPatterns(t *testing.T) {
	t.Parallel()
	m := matcher{}
	began := time.Now()
	for i := range 60 {
		if _, ok := m.match(fmt.Sprintf("x%d|", i)+runaway, strings.Repeat("a", 50)); ok {
			t.Fatal("decided")
		}
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// TestPatternsAreCompiledOnce counts what a further match by a large pattern allocates.
func TestPatternsAreCompiledOnce(t *testing.T) {
	m := matcher{}
	allocs := testing.AllocsPerRun(10, func() {
		if match, ok := m.match(`^[0-9]{1,900}\p{L}{0,900}$`, "1"); !match || !ok {
			t.Fatal(match, ok)
		}
	})
	if allocs > 100 {
		t.Errorf("%v allocations", allocs)
	}
	const patterns = 3 * maxCompiled / 1000
	for i := range patterns {
		if match, ok := m.match(fmt.Sprintf(`^x%d[a-z]{0,600}`, i), "x0"); match != (i == 0) || !ok {
			t.Fatal(i, match, ok)
		}
	}
	if n := len(m.compiled); n > patterns/2 || m.size > maxCompiled {
		t.Errorf("%d are kept, with %d instructions", n, m.size)
	}
}

// TestManyMatchesOfASchema holds that patterns of which none takes long are matched as often as they are
// needed, however slow the machine is, and that none of them is blamed where it is too often.
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
	if len(diags) != 1 || !strings.Contains(diags[0], "too many keys under properties") {
		t.Errorf("%d: %.500q, want that there are too many keys", len(diags), diags)
	}
}
