package toolblock_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

func numbered(n int) string { return fmt.Sprintf("call_%d", n) }

// processor is one for the file tools, with ids that are the same in every run.
func processor(t testing.TB, opts ...toolblock.Option) *toolblock.Processor {
	t.Helper()
	return processorOf(t, filetools.Tools, opts...)
}

func processorOf(t testing.TB, tools *runtime.Toolset, opts ...toolblock.Option) *toolblock.Processor {
	t.Helper()
	p, err := toolblock.New(tools, append([]toolblock.Option{toolblock.WithIDs(numbered)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// events feeds the pieces and lists the events, adjoining texts joined.
func events(p *toolblock.Processor, pieces ...string) []toolblock.Event {
	var list []toolblock.Event
	s := p.Stream(func(e toolblock.Event) {
		if text, ok := e.(toolblock.TextEvent); ok && len(list) > 0 {
			if last, ok := list[len(list)-1].(toolblock.TextEvent); ok {
				list[len(list)-1] = toolblock.TextEvent{Text: last.Text + text.Text}
				return
			}
		}
		list = append(list, e)
	})
	for _, piece := range pieces {
		if err := s.Feed(context.Background(), piece); err != nil {
			panic(err)
		}
	}
	if err := s.End(context.Background()); err != nil {
		panic(err)
	}
	return list
}

// blocks are the block events among events.
func blocks(list []toolblock.Event) []toolblock.BlockEvent {
	var out []toolblock.BlockEvent
	for _, e := range list {
		if b, ok := e.(toolblock.BlockEvent); ok {
			out = append(out, b)
		}
	}
	return out
}

// lines is the JSON of events, one a line.
func lines(t testing.TB, list []toolblock.Event) string {
	t.Helper()
	var out []byte
	for _, e := range list {
		line, err := json.Marshal(struct {
			Type string          `json:"type"`
			Data toolblock.Event `json:"data"`
		}{e.Type(), e})
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, line...), '\n')
	}
	return string(out)
}

// fenced is JSON as a block.
func fenced(json string) string { return "```json\n" + json + "\n```\n" }

// original is the input that events were made of.
func original(list []toolblock.Event) string {
	var out string
	for _, e := range list {
		switch e := e.(type) {
		case toolblock.TextEvent:
			out += e.Text
		case toolblock.BlockEvent:
			if e.Corrected {
				out += e.Original
			} else {
				out += e.Content
			}
		}
	}
	return out
}
