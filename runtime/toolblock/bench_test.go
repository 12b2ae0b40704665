package toolblock_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/toolblock"
)

// prose is ordinary text of a model, about 64 KiB of it, with lists, code and inline code.
func prose() string {
	const page = "## Ein Überblick\n\nThe scanner passes `text` on as it comes, whatever is in it: \"quotes\", emoji 😀 and €.\n\n" +
		"- a list, with a line that goes on and on until it is as long as lines in such texts usually are\n" +
		"- ```inline``` code\n\n```go\nfunc main() {\n\tfmt.Println(\"hello\")\n}\n```\n\n```json\n{\"name\": \"x\", \"version\": 2}\n```\n\n"
	return strings.Repeat(page, 64<<10/len(page)+1)
}

// TestConstantMemory passes 100 MB of ordinary text and looks at what that costs: allocations for
// each piece, however long it is, and no memory that stays.
func TestConstantMemory(t *testing.T) {
	piece := prose()
	const total = 100 << 20
	pieces := total / len(piece)
	passed := 0
	s := processor(t).Stream(func(e toolblock.Event) { passed += len(e.(toolblock.TextEvent).Text) })
	feed := func() {
		if err := s.Feed(context.Background(), piece); err != nil {
			t.Fatal(err)
		}
	}
	feed() // the first one makes the buffers
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range pieces {
		feed()
	}
	took := time.Since(start)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if want := (pieces + 1) * len(piece); passed != want {
		t.Errorf("%d bytes of %d came out", passed, want)
	}
	perKiB := float64(after.Mallocs-before.Mallocs) / (float64(pieces*len(piece)) / 1024)
	grown := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d MB in %v, %.1f allocations per KiB, heap grew by %d bytes", passed>>20, took, perKiB, grown)
	if perKiB > 50 {
		t.Errorf("%.1f allocations per KiB of text", perKiB)
	}
	if grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

// block10kB is a tool block of 10 kB, with what is usual in source files.
func block10kB() string {
	content := strings.Repeat("func add(a, b int) int {\n\treturn a + b // \"sum\"\n}\n\n", 10_000/55)
	call, _ := json.Marshal(map[string]string{"tool": "write_file", "path": "sum.go", "content": content})
	return fenced(string(call))
}

// BenchmarkBlock is the way of one block of 10 kB from its first byte to its event.
func BenchmarkBlock(b *testing.B) {
	doc := block10kB()
	p := processor(b)
	raw := strings.Replace(doc, `\n`, "\n", 40)
	for _, c := range []struct {
		name, doc string
		piece     int
	}{{"valid", doc, len(doc)}, {"valid, by token", doc, 4}, {"repaired", raw, len(raw)}} {
		b.Run(c.name, func(b *testing.B) {
			pieces := cut(c.doc, func() int { return c.piece })
			b.SetBytes(int64(len(c.doc)))
			b.ReportAllocs()
			for b.Loop() {
				valid := false
				s := p.Stream(func(e toolblock.Event) {
					if e, ok := e.(toolblock.BlockEvent); ok {
						valid = e.ValidationPassed
					}
				})
				for _, piece := range pieces {
					_ = s.Feed(context.Background(), piece) // it fails only when the stream has ended
				}
				_ = s.End(context.Background())
				if !valid {
					b.Fatal("the block is not valid")
				}
			}
		})
	}
}

// BenchmarkText is the way of ordinary text.
func BenchmarkText(b *testing.B) {
	text := prose()
	for _, size := range []int{4, 4096, len(text)} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			pieces := cut(text, func() int { return size })
			s := processor(b).Stream(func(toolblock.Event) {})
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for _, piece := range pieces {
					_ = s.Feed(context.Background(), piece) // it fails only when the stream has ended
				}
			}
		})
	}
}
