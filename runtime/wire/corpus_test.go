package wire_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestCorpus runs recorded calls through every format: each is answered and can be replayed, and arguments that
// are objects survive unchanged.
func TestCorpus(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../../shared/corpus/calls/*.jsonl")
	if len(files) == 0 {
		t.Skip("the corpus is not here")
	}
	for _, file := range files {
		calls := recorded(t, file)
		answers, err := wire.Pair(calls, nil)
		if err != nil {
			t.Error(err)
		}
		objects := 0
		for _, p := range providers() {
			if got := p.read(t, encode(t, p.answers(answers))); len(got) != len(calls) {
				t.Errorf("%s, %s: %d answers to %d calls", file, p.name, len(got), len(calls))
			}
			back, err := p.parse(encode(t, p.calls(calls)))
			if err != nil || len(back) != len(calls) {
				t.Fatalf("%s, %s: %d of %d calls come back: %v", file, p.name, len(back), len(calls), err)
			}
			for i, c := range calls {
				text := strings.TrimSpace(c.Arguments)
				isObject := strings.HasPrefix(text, "{") && json.Valid([]byte(text))
				if isObject {
					objects++
				}
				if isObject != sameJSON(back[i].Arguments, text) && text != "" {
					t.Errorf("%s, %s: %.200q comes back as %.200q", file, p.name, text, back[i].Arguments)
				}
				if back[i].ID != c.ID {
					t.Errorf("%s, %s: %q comes back as %q", file, p.name, c.ID, back[i].ID)
				}
			}
		}
		if objects == 0 {
			t.Errorf("%s holds no call that is an object", file)
		}
	}
}

func recorded(t *testing.T, file string) []runtime.ToolCall {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var calls []runtime.ToolCall
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var rec struct{ Tool, Arguments string }
		if err := json.Unmarshal(lines.Bytes(), &rec); err != nil {
			t.Fatal(err)
		}
		calls = append(calls, call(len(calls), rec.Tool, rec.Arguments))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return calls
}
