package routinglog_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
	"github.com/toolgen/toolgen/test/pgtest"
)

// childEnv makes the test binary a program that makes calls until it is killed.
const childEnv = "TOOLGEN_ROUTINGLOG_CHILD"

// child makes calls and prints which were answered.
func child(address string) int {
	ctx := context.Background()
	db, err := pgtest.Open(ctx, address)
	if err != nil {
		return 1
	}
	log, err := routinglog.Open(ctx, db)
	if err != nil {
		return 1
	}
	spec := &runtime.ToolSpec{Name: "pay", InputSchema: `{"type":"object"}`, Write: true}
	decode := func([]byte, ...runtime.DecodeOption) (*struct{}, error) { return &struct{}{}, nil }
	tool := runtime.Handle(runtime.NewTool[struct{}, struct{}](spec, decode, nil), func(context.Context, *struct{}) (*struct{},
		error) {
		return nil, nil
	})
	gate, err := preflight.New(runtime.NewToolset(tool), preflight.WithKeptRecords(log.Add))
	if err != nil {
		return 1
	}
	for n := range 1_000_000 {
		id := fmt.Sprint("c", n)
		if out := gate.Call(ctx, preflight.Turn{Thread: "t1"}, runtime.ToolCall{ID: id, Name: "pay", Arguments: `{}`}); out.Error != nil {
			return 1
		}
		fmt.Println(id)
	}
	return 0
}

// TestKilledKeepsAnswered kills a program at random moments and checks that every answered call is in the log.
func TestKilledKeepsAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	var answered []string
	for round := range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			answered = append(answered, strings.TrimSpace(lines.Text()))
			if n == 7*round { // keep reading the output from before the kill
				_ = cmd.Process.Kill()
			}
		}
		_ = cmd.Wait()
	}
	db, err := pgtest.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	known := map[string]int{}
	rows, err := db.Query("SELECT tool_call_id FROM query_routing_logs")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		known[id]++
	}
	for _, id := range answered {
		if known[id]--; known[id] < 0 {
			t.Errorf("the call %s was answered, and is not in the log", id)
		}
	}
	if len(answered) < 5 {
		t.Errorf("only %d calls were answered", len(answered))
	}
}
