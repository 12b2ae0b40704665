package toolblock_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/example/coder/filetools"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

func TestSmoke(t *testing.T) {
	p, err := toolblock.New(filetools.Tools, toolblock.WithIDs(func(n int) string { return fmt.Sprint("b", n) }), toolblock.WithCorrector(toolblock.CorrectorFunc(func(_ context.Context, p toolblock.Prompt) (string, error) {
		fmt.Println(p.User)
		return "IMPOSSIBLE", nil
	})))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Stream(func(e toolblock.Event) {
		b, _ := toolblock.Marshal(e)
		fmt.Println(string(b))
	})
	for _, in := range []string{
		"Hi.\n```json\n{\"tool\":\"write_file\",\"path\":\"a.txt\",\"content\":\"x\ny\",}\n```\nok\n",
		"```json\n{\"tool\":\"write_fil\",\"path\":\"a.txt\",\"content\":\"x\"}\n```\nok\n",
		"```json\n{\"tool\":\"edit_file\",\"path\":\"a.txt\",\"old\":\"x\",\"new\":\"y\"}\n```\nok\n",
		"```json\n{\"tool\":\"write_file\",\"path\":\"a.txt\",\"search_replace\":{\"old_string\":\"\",\"new_string\":\"\"}}\n```\nok\n",
		"```json\n\"{\\\"tool\\\":\\\"delete_file\\\",\\\"path\\\":\\\"a.txt\\\"}\"\n```\nok\n",
		"```json\n{\"tool\":\"write_file\",\"path\":\"a.txt\",\"path\":\"b\"}\n```\nok\n",
	} {
		s.Feed(context.Background(), in)
	}
	s.End(context.Background())
	fmt.Printf("%+v\n", s.Calls())
}
