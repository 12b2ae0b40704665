package golang_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// TestLinesPerTool limits the output: builds and reviews pay for every line. Each tool has eight properties: strings, enums,
// numbers with bounds, a list and a nested object.
func TestLinesPerTool(t *testing.T) {
	t.Parallel()
	const tools, most = 60, 220
	r := rand.New(rand.NewPCG(8, 220))
	var list []string
	for i := range tools {
		list = append(list, fmt.Sprintf(`{"name":"tool_%d","description":"Does what tool %d does.","inputSchema":%s}`, i, i, toolSchema(r)))
	}
	defs, diags := tooldef.Read("tools.json", []byte(`{"tools":[`+strings.Join(list, ",")+`]}`), tooldef.Options{})
	p, ds := lower.Lower(defs, lower.Options{Package: "tools"})
	if diags.HasErrors() || ds.HasErrors() || len(p.Tools) != tools {
		t.Fatal(diags, ds)
	}
	files, err := golang.Print(p)
	if err != nil {
		t.Fatal(err)
	}
	lines, longest := 0, 0
	for _, source := range files {
		n := bytes.Count(source, []byte("\n"))
		lines, longest = lines+n, max(longest, n)
	}
	t.Logf("%d lines per tool, at most %d", lines/tools, longest)
	if lines > tools*most {
		t.Errorf("%d lines per tool, more than %d", lines/tools, most)
	}
}

// toolSchema is the schema of a tool with eight properties.
func toolSchema(r *rand.Rand) string {
	text := func() string {
		return []string{`{"type":"string","description":"Who it is for.","minLength":1}`, `{"type":"string","maxLength":200}`,
			`{"type":"string","description":"A short name.","pattern":"^[a-z0-9-]+$"}`, `{"type":"string","format":"date"}`}[r.IntN(4)]
	}
	number := func() string {
		return []string{`{"type":"number","minimum":0,"description":"What it costs."}`, `{"type":"integer","minimum":1,"maximum":100,"default":10}`,
			`{"type":"integer"}`, `{"type":"number","exclusiveMinimum":0,"maximum":1000000}`}[r.IntN(4)]
	}
	enum := func() string {
		return []string{`{"type":"string","enum":["draft","open","closed"],"description":"Its state."}`,
			`{"type":"string","enum":["low","normal","high"],"default":"normal"}`}[r.IntN(2)]
	}
	nested := fmt.Sprintf(`{"type":"object","properties":{"street":%s,"zip":%s,"floor":%s},"required":["street"]}`, text(), text(), number())
	list := []string{`{"type":"array","items":{"type":"string"},"maxItems":10}`, `{"type":"array","items":{"type":"string","minLength":1},"minItems":1}`}[r.IntN(2)]
	properties := []string{text(), text(), number(), number(), enum(), `{"type":"boolean","default":false}`, nested, list}
	var members []string
	for i, schema := range properties {
		members = append(members, fmt.Sprintf(`"%s":%s`, []string{"name", "note", "amount", "count", "status", "urgent", "address", "tags"}[i], schema))
	}
	required := []string{`"name"`}
	for _, key := range []string{`"amount"`, `"status"`, `"tags"`, `"address"`} {
		if r.IntN(2) == 0 {
			required = append(required, key)
		}
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}`, strings.Join(members, ","), strings.Join(required, ","))
}
