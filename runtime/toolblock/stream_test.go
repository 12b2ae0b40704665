package toolblock_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/internal/update"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

// documents are the outputs of models under testdata.
func documents(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/streams/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	docs := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		docs[strings.TrimSuffix(filepath.Base(file), ".md")] = string(data)
	}
	return docs
}

// scenario is a processor that runs what it finds valid, for the golden streams.
func scenario(t testing.TB) *toolblock.Processor {
	tools := runtime.NewToolset(runtime.Handle(filetools.FileOpTool, func(_ context.Context, op *filetools.FileOp) (*json.RawMessage, error) {
		if _, ok := op.Value.(*filetools.FileOpDeleteFile); ok {
			return nil, errors.New("the workspace is read-only")
		}
		done := json.RawMessage(`"done"`)
		return &done, nil
	}))
	return processorOf(t, tools, toolblock.WithCorrector(scripted), toolblock.WithExecutor(tools.Run), toolblock.WithMaxBlockBytes(1024), toolblock.WithMaxBlocks(4))
}

// TestGoldenStreams holds the events of whole outputs against those that were reviewed.
// TestBlocksAfterABrokenOneDoNotRun checks that what a model quotes in a string does not run because the
// string has lost its end, however the text is cut.
func TestBlocksAfterABrokenOneDoNotRun(t *testing.T) {
	t.Parallel()
	remove := fenced(`{"tool":"delete_file","path":"a.go"}`)
	for name, in := range map[string]string{
		"unclosed":         "```json\n{\"tool\":\"write_file\",\"path\":\"a.md\",\"content\":\"q\n```\nHere is another:\n" + remove + "and \"}\n```\n",
		"unclosed, at end": "```json\n{\"tool\":\"write_file\",\"path\":\"a.md\",\"content\":\"q\n```\n\n" + remove,
		"bare quotes":      "```json\n{\"tool\":\"write_file\",\"path\":\"a.md\",\"content\":\"say \"hi\"\n```sh\nls }\n```\n" + remove,
	} {
		p := processor(t, toolblock.WithCorrector(toolblock.CorrectorFunc(func(context.Context, toolblock.Prompt) (string, error) {
			return remove, nil
		})))
		whole := events(p, in)
		if len(blocks(whole)) < 2 {
			t.Errorf("%s: blocks %+v", name, blocks(whole))
		}
		for i, b := range blocks(whole) {
			if b.ValidationPassed || b.Corrected || b.Status != toolblock.StatusFailed || len(b.Issues) == 0 || b.Hint == nil ||
				i > 0 && (b.Issues[0].Constraint != "truncated" || b.Hint.Action != runtime.Correct) {
				t.Errorf("%s: block %d: %+v", name, i, b)
			}
		}
		if original(whole) != in {
			t.Errorf("%s: text is lost: %q", name, original(whole))
		}
		var single []string
		for i := range len(in) {
			single = append(single, in[i:i+1])
		}
		if got := lines(t, events(p, single...)); got != lines(t, whole) {
			t.Errorf("%s: by byte:\n%s\nwant\n%s", name, got, lines(t, whole))
		}
		// The next output of the model is another text.
		if b := blocks(events(p, remove)); len(b) != 1 || !b[0].ValidationPassed {
			t.Errorf("%s: written again: %+v", name, b)
		}
	}
	// A block that is wrong in another way says nothing about those after it.
	if b := blocks(events(processor(t), fenced(`{"tool":"write_file","path":5}`)+remove)); len(b) != 2 || !b[1].ValidationPassed {
		t.Errorf("blocks %+v", b)
	}
}

func TestGoldenStreams(t *testing.T) {
	t.Parallel()
	for name, doc := range documents(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := events(scenario(t), doc)
			if got := original(list); got != doc {
				t.Errorf("texts and blocks are not the input (-want +got):\n%s", testdiff.Diff(doc, got))
			}
			got := lines(t, list)
			file := filepath.Join("testdata", "streams", name+".jsonl")
			if *update.Expected {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := testdiff.Diff(string(want), got); diff != "" {
				t.Errorf("events changed; if that is meant, run the test with -update (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAnySplit: however a text is cut into pieces, inside characters and fences too, its events are
// the same.
func TestAnySplit(t *testing.T) {
	t.Parallel()
	for name, doc := range documents(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := scenario(t)
			want := lines(t, events(p, doc))
			check := func(pieces []string) {
				t.Helper()
				if got := lines(t, events(p, pieces...)); got != want {
					t.Fatalf("cut into %q (-whole +pieces):\n%s", pieces, testdiff.Diff(want, got))
				}
			}
			check(cut(doc, func() int { return 1 }))
			for i := range doc {
				if i%7 == 0 || len(doc) < 600 {
					check([]string{doc[:i], doc[i:]})
				}
			}
			rnd := rand.New(rand.NewPCG(3, 4))
			for range 60 {
				most := 1 + rnd.IntN(40)
				check(cut(doc, func() int { return 1 + rnd.IntN(most) }))
			}
		})
	}
}

// cut cuts a text into pieces of the sizes that size gives.
func cut(s string, size func() int) []string {
	var pieces []string
	for s != "" {
		n := min(size(), len(s))
		pieces = append(pieces, s[:n])
		s = s[n:]
	}
	return pieces
}

// FuzzSplit looks for a text and a way to cut it that give other events than the whole, or that
// lose a byte of it.
func FuzzSplit(f *testing.F) {
	for _, doc := range documents(f) {
		f.Add(doc, uint64(1))
	}
	f.Add("```json\r\n{\"tool\":\"delete_file\",\r\n\"path\":'a'}\r```", uint64(2))
	f.Add("   ````json\n\"{\\\"tool\\\":\\\"\\u0061\\\"}\"\n ````  \n\xff\xe2\x82", uint64(3))
	f.Fuzz(func(t *testing.T, doc string, seed uint64) {
		p := scenario(t)
		whole := events(p, doc)
		rnd := rand.New(rand.NewPCG(seed, 0))
		most := 1 + rnd.IntN(30)
		pieces := events(p, cut(doc, func() int { return 1 + rnd.IntN(most) })...)
		if want, got := lines(t, whole), lines(t, pieces); want != got {
			t.Errorf("(-whole +pieces):\n%s", testdiff.Diff(want, got))
		}
		if got := original(whole); got != doc {
			t.Errorf("the input came out as %q", got)
		}
		open := map[string]bool{}
		for _, e := range whole {
			switch e := e.(type) {
			case toolblock.StatusEvent:
				if e.Status == toolblock.StatusBuffering && open[e.ID] {
					t.Errorf("%s was announced twice", e.ID)
				}
				open[e.ID] = true
			case toolblock.BlockEvent:
				if !open[e.ID] || e.ValidationPassed == (e.Status == toolblock.StatusFailed) || e.Truncated && e.ValidationPassed {
					t.Errorf("%+v", e)
				}
			}
		}
	})
}

// TestTextPassesAtOnce measures how much of the input is held back at any time.
func TestTextPassesAtOnce(t *testing.T) {
	t.Parallel()
	doc := "# Héllo\n\nSome `code`, ``more``, and ```inline```.\n  indented\n```go\nfunc main() {}\n```\n~~~json\n{\"tool\": 1}\n~~~\n```json\n[1, 2, 3]\n```\nThe end €\n"
	held, passed := 0, 0
	s := processor(t).Stream(func(e toolblock.Event) { passed += len(e.(toolblock.TextEvent).Text) })
	for i := range len(doc) {
		if err := s.Feed(context.Background(), doc[i:i+1]); err != nil {
			t.Fatal(err)
		}
		held = max(held, i+1-passed)
		if doc[i] != '\n' && doc[max(i-1, 0)] != '\n' && strings.LastIndexAny(doc[:i], "\n")+8 < i && utf8.ValidString(doc[:i+1]) && passed != i+1 {
			t.Errorf("%d bytes of %q are held", i+1-passed, doc[:i+1])
		}
	}
	if held > len("```json\n") {
		t.Errorf("up to %d bytes were held", held)
	}
}

// TestCharactersAreWhole: no text event ends within a character, unless the input does.
func TestCharactersAreWhole(t *testing.T) {
	t.Parallel()
	var texts []string
	s := processor(t).Stream(func(e toolblock.Event) { texts = append(texts, e.(toolblock.TextEvent).Text) })
	doc := "aé€😀\xff\xc3(\n€\xe2\x82"
	for i := range len(doc) {
		if err := s.Feed(context.Background(), doc[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.End(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(texts, ""); got != doc {
		t.Errorf("got %q", got)
	}
	for _, want := range []string{"é", "€", "😀", "\xff"} {
		if !contains(texts, want) {
			t.Errorf("%q is not whole in %q", want, texts)
		}
	}
}

func contains(list []string, want string) bool {
	for _, s := range list {
		if s == want {
			return true
		}
	}
	return false
}

// TestBeginGivesEachCallOnce: whoever asks, a call runs once, and only if it is valid.
func TestBeginGivesEachCallOnce(t *testing.T) {
	t.Parallel()
	s := processor(t).Stream(func(toolblock.Event) {})
	doc := fenced(`{"tool":"delete_file","path":"a"}`) + fenced(`{"tool":"delete_file"}`)
	if err := s.Feed(context.Background(), doc); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	ran := map[string]int{}
	for range 20 {
		for _, id := range []string{"call_1", "call_2", "call_3"} {
			wg.Go(func() {
				if inv, ok := s.Begin(id); ok {
					mu.Lock()
					ran[id]++
					mu.Unlock()
					s.Finish(id, runtime.ToolOutput{CallID: inv.Call.ID})
				}
			})
		}
	}
	wg.Wait()
	if want := map[string]int{"call_1": 1}; !testdiff.Equal(want, ran) {
		t.Errorf("ran %v", ran)
	}
	calls := s.Calls()
	if len(calls) != 2 || calls[0].Status != toolblock.StatusCompleted || calls[1].Status != toolblock.StatusFailed || calls[1].Hint == nil {
		t.Errorf("%+v", calls)
	}
	if s.Finish("call_1", runtime.ToolOutput{}) {
		t.Error("a second answer counted")
	}
}

// TestEmitMayRunCalls: the receiver of a block's event may run the call right there.
func TestEmitMayRunCalls(t *testing.T) {
	t.Parallel()
	var s *toolblock.Stream
	var seen []string
	s = processor(t).Stream(func(e toolblock.Event) {
		seen = append(seen, e.Type())
		if b, ok := e.(toolblock.BlockEvent); ok {
			if inv, ok := s.Begin(b.ID); ok {
				s.Finish(b.ID, runtime.ToolOutput{CallID: inv.Call.ID})
			}
		}
	})
	if err := errors.Join(s.Feed(context.Background(), fenced(`{"tool":"delete_file","path":"a"}`)), s.End(context.Background())); err != nil {
		t.Fatal(err)
	}
	want := []string{"json-tool-status", "json-tool-block", "json-tool-status", "json-tool-status", "text"}
	if !testdiff.Equal(want, seen) || s.Calls()[0].Status != toolblock.StatusCompleted {
		t.Errorf("%v %+v", seen, s.Calls())
	}
	if err := s.Feed(context.Background(), "x"); !errors.Is(err, toolblock.ErrEnded) {
		t.Errorf("feeding a stream that has ended: %v", err)
	}
	if err := s.End(context.Background()); !errors.Is(err, toolblock.ErrEnded) {
		t.Errorf("ending a stream that has ended: %v", err)
	}
}

// TestTooManyBlocks checks that a block beyond the limit is reported and passed on as text, wherever in it the
// tool is named.
func TestTooManyBlocks(t *testing.T) {
	t.Parallel()
	first := fenced(`{"tool":"delete_file","path":"a"}`)
	for _, block := range []string{`{"tool":"delete_file","path":"b"}`, `{"path":"b","tool":"delete_file"}`, `{"path":"b","content":"c","tool":"write_file"}`} {
		text := first + fenced(block) + "And text.\n" + fenced(block)
		for size := 1; size <= len(text); size++ {
			got := events(processor(t, toolblock.WithMaxBlocks(1)), cut(text, func() int { return size })...)
			errs := 0
			for _, e := range got {
				if e, ok := e.(toolblock.ErrorEvent); ok && e.Code == toolblock.TooMany && e.Limit == 1 {
					errs++
				}
			}
			if errs != 2 || len(blocks(got)) != 1 || original(got) != text {
				t.Fatalf("%s in pieces of %d:\n%s", block, size, lines(t, got))
			}
		}
	}
}
