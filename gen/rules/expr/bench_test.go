package expr_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/rules/expr"
)

const journal = `{"type":"object","required":["Lines"],"properties":{
	"Lines":{"type":"array","maxItems":1000,"items":{"type":"object","required":["AccountId"],"properties":{
		"AccountId":{"type":"string"},"DebitAmount":{"type":"number"},"CreditAmount":{"type":"number"}}}},
	"Memo":{"type":"string"}}}`

var journalRules = []string{
	`math.abs(self.Lines.map(l, l.?DebitAmount.orValue(0.0)).sum() - self.Lines.map(l, l.?CreditAmount.orValue(0.0)).sum()) <= 0.01`,
	`self.Lines.all(l, has(l.DebitAmount) != has(l.CreditAmount))`,
	`!has(self.Memo) || self.Memo.startsWith("Rent")`,
	`self.Lines.exists(l, l.AccountId in ["acc_1", "acc_2", "acc_9"]) && self.Lines.size() >= 2`,
}

// benchmark is a test file for the generated package: compiled rules and cel-go run in one binary on the same
// instance.
const benchmark = `package journal

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime/gencode"
)

const call = %s

func programs(b testing.TB) []*expr.Program {
	node, _ := tooldef.ParseNode("journal.json", []byte(%s))
	p, _ := lower.Lower([]*tooldef.Tool{{Name: "journal", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "journal"})
	for i, source := range []string{%s} {
		p.Tools[0].Args.Rules = append(p.Tools[0].Args.Rules, model.Rule{ID: fmt.Sprint(i), Source: source})
	}
	if diags := expr.Compile(p); len(diags) > 0 {
		b.Fatal(diags)
	}
	list, err := expr.Programs(p.Tools[0].Args)
	if err != nil {
		b.Fatal(err)
	}
	return list
}

var compiled = []func(*Journal) bool{%s}

func BenchmarkRules(b *testing.B) {
	value, err := DecodeJournal([]byte(call))
	if err != nil {
		b.Fatal(err)
	}
	var plain any
	if err := gencode.DecodeWith([]byte(call), func(d *gencode.Decoder) { d.Any(&plain) }); err != nil {
		b.Fatal(err)
	}
	for i, p := range programs(b) {
		if n := testing.AllocsPerRun(10, func() { compiled[i](value) }); n != 0 {
			b.Errorf("rule %%d allocates %%v times", i, n)
		}
		b.Run(fmt.Sprintf("compiled-%%d", i), func(b *testing.B) {
			for b.Loop() {
				if !compiled[i](value) {
					b.Fatal("broken")
				}
			}
		})
		b.Run(fmt.Sprintf("cel-%%d", i), func(b *testing.B) {
			for b.Loop() {
				if _, broken := p.Check(plain, false); broken {
					b.Fatal("broken")
				}
			}
		})
	}
}
`

const journalCall = `{"Memo":"Rent of May","Lines":[{"AccountId":"acc_7","DebitAmount":120.1},{"AccountId":"acc_8","DebitAmount":0.2},{"AccountId":"acc_5","CreditAmount":20.3},{"AccountId":"acc_9","CreditAmount":100}]}`

// TestCompiledRulesAreFast compares compiled rules with cel-go's programs. The bound leaves a wide margin, so
// that the test passes on a loaded machine.
func TestCompiledRulesAreFast(t *testing.T) {
	p := lowered(t, "journal", journal)
	p.Tools[0].Args.Rules = numbered("", journalRules...)
	if diags := expr.Compile(p); len(diags) > 0 {
		t.Fatal(diags)
	}
	files, err := golang.Print(p)
	if err != nil {
		t.Fatal(err)
	}
	var sources, functions []string
	for i, source := range journalRules {
		sources = append(sources, strconv.Quote(source))
		functions = append(functions, fmt.Sprintf("journalRule%d", i+1))
	}
	files["bench_test.go"] = fmt.Appendf(nil, benchmark, strconv.Quote(journalCall), strconv.Quote(journal), strings.Join(sources, ", "), strings.Join(functions, ", "))
	out := runBenchmark(t, files)
	ns := map[string]float64{}
	for _, m := range regexp.MustCompile(`BenchmarkRules/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`).FindAllStringSubmatch(out, -1) {
		ns[m[1]], _ = strconv.ParseFloat(m[2], 64)
	}
	for i, source := range journalRules {
		compiled, cel := ns[fmt.Sprintf("compiled-%d", i)], ns[fmt.Sprintf("cel-%d", i)]
		if compiled == 0 || cel == 0 {
			t.Fatalf("no measurement of rule %d:\n%s", i, out)
		}
		t.Logf("%6.1f ns compiled, %8.1f ns cel-go, %5.0f times: %s", compiled, cel, cel/compiled, source)
		if cel/compiled < 3 {
			t.Errorf("the compiled rule is only %.1f times as fast as cel-go: %s", cel/compiled, source)
		}
	}
}

// runBenchmark runs the benchmarks of a generated package in a folder of this module.
func runBenchmark(t *testing.T, files map[string][]byte) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	base := filepath.Join(filepath.Dir(here), "testdata")
	if err := os.MkdirAll(base, 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(base, "run")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	for name, source := range files {
		if err := os.WriteFile(filepath.Join(dir, name), source, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-run", "^$", "-bench", ".", "-benchtime", "50ms", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
