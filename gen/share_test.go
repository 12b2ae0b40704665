package gen_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
)

// sharing generates definitions d1, d2, … that each refer to the previous one (%s) more than once: expanded to
// trees they have size 2^n.
var sharing = map[string]func(ref string, n int) string{
	"properties": func(d string, _ int) string {
		return fmt.Sprintf(`{"type":"object","properties":{"x":%s,"y":%[1]s}}`, d)
	},
	"required properties": func(d string, _ int) string {
		return fmt.Sprintf(`{"type":"object","properties":{"x":%s,"y":%[1]s},"required":["x","y"]}`, d)
	},
	"unevaluated properties of a choice": func(d string, _ int) string {
		return fmt.Sprintf(`{"anyOf":[{"type":"object","properties":{"x":%s}},{"type":"object","properties":{"y":%[1]s},"required":["y"]}],"unevaluatedProperties":false}`, d)
	},
	"unevaluated properties of nested choices": func(d string, n int) string {
		return fmt.Sprintf(`{"anyOf":[%s,{"allOf":[%[1]s],"properties":{"k%d":{"const":1}}}],"unevaluatedProperties":{"type":"string"}}`, d, n)
	},
	"evaluation of nested choices": func(d string, n int) string {
		if n == nested-1 {
			return fmt.Sprintf(`{"type":"object","anyOf":[%s],"unevaluatedProperties":false}`, d)
		}
		return fmt.Sprintf(`{"anyOf":[{"anyOf":[%s],"properties":{"j%d":{"const":1}}},{"anyOf":[%[1]s],"properties":{"k%[2]d":{"const":1}}}]}`, d, n)
	},
	"variants": func(d string, _ int) string {
		return fmt.Sprintf(`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"n":%s},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"n":%[1]s},"required":["k"]}]}`, d)
	},
	"one or a list": func(d string, _ int) string {
		return fmt.Sprintf(`{"oneOf":[%s,{"type":"array","items":%[1]s}]}`, d)
	},
	"tuples": func(d string, _ int) string {
		return fmt.Sprintf(`{"type":"array","prefixItems":[%s,%[1]s],"items":%[1]s}`, d)
	},
	"contains": func(d string, _ int) string {
		return fmt.Sprintf(`{"type":"array","items":%s,"contains":%[1]s}`, d)
	},
	"patterns": func(d string, _ int) string {
		return fmt.Sprintf(`{"type":"object","additionalProperties":%s,"patternProperties":{"^x":%[1]s},"unevaluatedProperties":%[1]s}`, d)
	},
	"conjunctions": func(d string, _ int) string {
		return fmt.Sprintf(`{"allOf":[%s,{"properties":{"z":%[1]s}}]}`, d)
	},
	"conjunctions of choices": func(d string, n int) string {
		return fmt.Sprintf(`{"type":"object","allOf":[{"anyOf":[{"properties":{"a":%s}},{"required":["b%d"]}]},{"anyOf":[{"properties":{"a":%[1]s}},{"required":["c"]}]}]}`, d, n)
	},
	"conditions": func(d string, _ int) string {
		return fmt.Sprintf(`{"if":%s,"then":%[1]s,"else":%[1]s}`, d)
	},
	"conditions on a text": func(d string, n int) string {
		if n == nested-1 {
			return fmt.Sprintf(`{"type":"string","allOf":[%s]}`, d)
		}
		return fmt.Sprintf(`{"if":%s,"then":%[1]s,"else":%[1]s}`, d)
	},
	"conditions on an object": func(d string, n int) string {
		return fmt.Sprintf(`{"type":"object","properties":{"k%[2]d":{"type":"string"}},"if":{"required":["k%[2]d"],"allOf":[{"if":%[1]s,"then":%[1]s}]},"then":{"if":%[1]s,"then":%[1]s}}`, d, n)
	},
	"negations": func(d string, n int) string {
		return fmt.Sprintf(`{"type":"object","anyOf":[{"not":{"anyOf":[%s,{"required":["a%d"]}]}},{"not":{"anyOf":[%[1]s,{"required":["b%[2]d"]}]}}]}`, d, n)
	},
	"dependent schemas": func(d string, n int) string {
		return fmt.Sprintf(`{"type":"object","dependentSchemas":{"a%[2]d":%[1]s,"b%[2]d":%[1]s}}`, d, n)
	},
}

// nested is the number of definitions of the larger schemas.
const nested = 16

// heldTwice is an object whose parts are checked against a second schema, both of size 2^n as trees.
func heldTwice(n int) string {
	var defs []string
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object","properties":{"x":{"$ref":"#/$defs/d%d"},"y":{"$ref":"#/$defs/d%[2]d"}},"required":["x","y"]}`, i+1, i),
			fmt.Sprintf(`"h%d":{"properties":{"x":{"$ref":"#/$defs/h%d"},"y":{"$ref":"#/$defs/h%[2]d"}}}`, i+1, i))
	}
	return fmt.Sprintf(`{"type":"object","properties":{"k":{"type":"boolean"},"v":{"$ref":"#/$defs/d%d"}},"required":["v"],"if":{"required":["k"]},"then":{"properties":{"v":{"$ref":"#/$defs/h%[1]d"}}},
		"$defs":{"d0":{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]},"h0":{"properties":{"s":{"minLength":2}}},%s}}`, n, strings.Join(defs, ","))
}

// TestSharedDefinitionsAreNotMultiplied checks that twice the definitions give about twice the code and work.
// It is not parallel, because the count is per process.
func TestSharedDefinitionsAreNotMultiplied(t *testing.T) {
	for _, leaf := range []string{`{"type":"string"}`, `{"type":"string","minLength":2}`, `{"type":"object","required":["k"]}`} {
		for name, define := range sharing {
			t.Run(name+" of "+leaf, func(t *testing.T) {
				wantLinear(t, func(n int) string {
					defs := []string{`"d0":` + leaf}
					for i := range n {
						defs = append(defs, fmt.Sprintf(`"d%d":%s`, i+1, define(fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i), nested-n+i)))
					}
					return fmt.Sprintf(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"}},"$defs":{%s}}`, n, strings.Join(defs, ","))
				})
			})
		}
	}
	t.Run("an object held against a second schema", func(t *testing.T) { wantLinear(t, heldTwice) })
}

// Nesting of code is bounded: each line starts with as many tabs.
func TestSharedDefinitionsAreNotNested(t *testing.T) {
	chain := func(n int) string {
		defs := []string{`"d0":{"type":"string","minLength":2}`}
		for i := range n {
			defs = append(defs, fmt.Sprintf(`"d%d":%s`, i+1, sharing["unevaluated properties of a choice"](fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i), i)))
		}
		return fmt.Sprintf(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"}},"$defs":{%s}}`, n, strings.Join(defs, ","))
	}
	one, _ := shared(t, chain(30))
	two, _ := shared(t, chain(60))
	if ratio := float64(two) / float64(one); ratio > 2.3 {
		t.Errorf("twice the definitions have %.2f times the code", ratio)
	}
}

func wantLinear(t *testing.T, schema func(n int) string) {
	t.Helper()
	bytesOne, one := shared(t, schema(nested/2))
	bytesTwo, two := shared(t, schema(nested))
	code, work := float64(bytesTwo)/float64(bytesOne), float64(two)/float64(one)
	t.Logf("twice the definitions: %.2f times the code, %.2f times the objects", code, work)
	if code > 2.7 || work > 3 {
		t.Errorf("code of %d bytes with %d objects for %d definitions, %d bytes with %d objects for twice as many", bytesOne, one, nested/2, bytesTwo, two)
	}
}

// shared generates the package of a schema and counts code and allocations.
func shared(t *testing.T, schema string) (code int, mallocs uint64) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "tools.json")
	if err := os.WriteFile(file, fmt.Appendf(nil, `{"name":"t","inputSchema":%s}`, schema), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "tools")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{Sources: []string{file}, Out: out}}})
	runtime.ReadMemStats(&after)
	if err != nil || result.Failed {
		t.Fatal(err, result.Diagnostics)
	}
	data, err := os.ReadFile(filepath.Join(out, "t_toolgen.go"))
	if err != nil {
		t.Fatal(err)
	}
	return len(bytes.TrimSpace(data)), after.Mallocs - before.Mallocs
}
