package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// The help of validate lists the members of a hint, except those that need a call: repeated, since and
// retry_after.
func TestHelpNamesTheMembersOfHints(t *testing.T) {
	t.Parallel()
	help := new(cli).validateCommand().Long
	hint := reflect.TypeFor[runtime.RetryHint]()
	for i := range hint.NumField() {
		member, _, _ := strings.Cut(hint.Field(i).Tag.Get("json"), ",")
		if member != "repeated" && member != "since" && member != "retry_after" && member != "-" && !strings.Contains(help, member) {
			t.Errorf("the help says nothing of %s", member)
		}
	}
}

// A byte order mark is ignored, and receipts of dropped members are capped.
func TestArgumentsOfFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	source := write("tools.json", `[{"name":"x","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}]`)
	var keys []string
	for i := range 1000 {
		keys = append(keys, fmt.Sprintf("%q:1", fmt.Sprint("k", i)))
	}
	for _, c := range []struct{ text, want string }{
		{"\ufeff{\"a\":\"b\"}", "x: valid\n"},
		{"{\"a\":\"b\"}\r\n", "x: valid\n"},
		{"{" + strings.Join(keys, ",") + "}", "  k99: ignored\n  and 900 more\n"},
	} {
		file := write("call.json", c.text)
		var stdout, stderr bytes.Buffer
		code := run([]string{"validate", source, "x", file}, nil, &stdout, &stderr)
		if code != exitFine || !strings.HasSuffix(stdout.String(), c.want) || stderr.Len() > 0 {
			t.Errorf("%.40q: exit code %d\n%.300s\n%s", c.text, code, stdout.String(), stderr.String())
		}
	}
}
