package toolblock_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/varianttools"
	"github.com/toolgen/toolgen/runtime/toolblock"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// slips are mutations beside those of toolgentest: what models do to blocks, and not to calls.
var slips = []struct {
	name  string
	apply func(args string) string
}{
	{"name with a slip", func(s string) string { return strings.Replace(s, `_file"`, `_fil"`, 1) }},
	{"name in camel case", func(s string) string {
		return strings.NewReplacer(`"write_f`, `"writeF`, `"edit_f`, `"editF`, `"delete_f`, `"deleteF`).Replace(s)
	}},
	{"name of another tool", func(s string) string { return strings.Replace(s, `"edit_file"`, `"write_file"`, 1) }},
	{"old and new", func(s string) string {
		var call map[string]any
		_ = json.Unmarshal([]byte(s), &call) // a sample is JSON
		if passage, ok := call["search_replace"].(map[string]any); ok {
			delete(call, "search_replace")
			call["old"], call["new"] = passage["old_string"], passage["new_string"]
		}
		out, _ := json.Marshal(call)
		return string(out)
	}},
	{"raw newline", func(s string) string {
		return strings.NewReplacer(`"content":"`, "\"content\":\"a\n```\nb\n```\n", `"new_string":"`, "\"new_string\":\"a\n\tb").Replace(s)
	}},
	{"indented, with comments", func(s string) string {
		var b bytes.Buffer
		_ = json.Indent(&b, []byte(s), "", "  ")
		return strings.Replace(b.String(), "\n", " // the call\n", 1)
	}},
}

// TestBrokenBlocks is the measure of the corrections: 500 blocks, broken in the ways that are known
// of models.
func TestBrokenBlocks(t *testing.T) {
	t.Parallel()
	const count = 500
	// Each variant of the union of the file tools is a tool, since the mutations are planted where plain keywords
	// say all of a value.
	tools := varianttools.Tools.Tools()
	rnd := rand.New(rand.NewPCG(1, 2))
	type row struct{ tried, valid int }
	table := map[string]*row{}
	var names []string
	valid, meant := 0, 0
	for seed := uint64(0); table["all"] == nil || table["all"].tried < count; seed++ {
		tool := tools[rnd.IntN(len(tools))]
		call, err := toolgentest.Sample(tool, seed)
		if err != nil {
			t.Fatal(err)
		}
		kind, args := "", string(call.Args)
		if rnd.IntN(4) == 0 {
			slip := slips[rnd.IntN(len(slips))]
			kind, args = slip.name, slip.apply(args)
		} else if bad, ok := toolgentest.Spoil(call, seed); ok {
			var kinds []string
			for _, f := range bad.Planted {
				if k := string(f.Kind); !slices.Contains(kinds, k) {
					kinds = append(kinds, k)
				}
			}
			kind, args = strings.Join(kinds, ", "), string(bad.Args)
			if len(kinds) > 1 {
				kind = "several"
			}
		}
		if kind == "" || args == string(call.Args) {
			continue
		}
		if !strings.Contains(strings.ToLower(args), "tool") || strings.Contains(args, `"tools"`) {
			continue // without its name it is no tool block at all
		}
		var truth struct{ Path string }
		if err := json.Unmarshal(call.Truth, &truth); err != nil {
			t.Fatal(err)
		}
		ok, ran := runBroken(t, fmt.Sprintf("I work on `%s` now.\n", truth.Path), args)
		for _, name := range []string{"all", kind} {
			if table[name] == nil {
				table[name] = &row{}
				names = append(names, name)
			}
			table[name].tried++
			if ok {
				table[name].valid++
			}
		}
		if ok {
			valid++
			if sameJSON(ran, call.Truth) {
				meant++
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		t.Logf("%-26s %4d tried %4d valid", name, table[name].tried, table[name].valid)
	}
	t.Logf("as they were meant: %d", meant)
	if valid*100 < count*95 {
		t.Errorf("only %d of %d broken blocks end valid", valid, count)
	}
}

// runBroken processes one broken block, and checks what must hold for every block. It
// returns the arguments that ran.
func runBroken(t *testing.T, before, args string) (valid bool, ran json.RawMessage) {
	t.Helper()
	runs := 0
	exec := toolblock.WithExecutor(func(_ context.Context, inv runtime.Invocation) runtime.ToolOutput {
		runs++
		ran = inv.Raw
		if _, err := filetools.DecodeFileOp(inv.Raw); err != nil {
			t.Errorf("an invalid call ran: %v", err)
		}
		return runtime.ToolOutput{CallID: inv.Call.ID, Payload: json.RawMessage("null")}
	})
	list := events(processor(t, toolblock.WithCorrector(scripted), exec), before+fenced(args)+"after")
	got := blocks(list)
	if len(got) != 1 {
		t.Fatalf("%d blocks of %s\n%s", len(got), args, lines(t, list))
	}
	b := got[0]
	failed := b.Status == toolblock.StatusFailed
	if b.ValidationPassed == failed || b.ValidationPassed != (runs == 1) || runs > 1 || failed && (b.Hint == nil || len(b.Issues) == 0) {
		t.Errorf("passed %v, status %s, ran %d times: %s", b.ValidationPassed, b.Status, runs, args)
	}
	if testing.Verbose() && failed {
		t.Logf("not corrected: %s %+v", args, b.Attempts)
	}
	return b.ValidationPassed, ran
}

func sameJSON(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	left, _ := json.Marshal(x)
	right, _ := json.Marshal(y)
	return bytes.Equal(left, right)
}
