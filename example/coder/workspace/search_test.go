package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/example/coder/workspace"
)

func TestGlob(t *testing.T) {
	t.Parallel()
	_, w := open(t, map[string]string{
		"main.go": "", "main_test.go": "", "a/b.go": "", "a/b/c.go": "", "a/b/c.md": "", "z.go/x": "", ".git/config": "", "[x].txt": "",
	})
	for _, tt := range []struct{ pattern, path, want string }{
		{"*.go", "", "main.go main_test.go"},
		{"./*.go", "", "main.go main_test.go"},
		{"**/*.go", "", "a/b/c.go a/b.go main.go main_test.go"},
		{"**", "", "[x].txt a/b/c.go a/b/c.md a/b.go main.go main_test.go z.go/x"},
		{"a/**", "", "a/b/c.go a/b/c.md a/b.go"},
		{"a/**/c.*", "", "a/b/c.go a/b/c.md"},
		{"**/b/**/c.go", "", "a/b/c.go"},
		{"**/**/**/c.go", "", "a/b/c.go"},
		{"*/*.go", "", "a/b.go"},
		{"*.go", "a", "a/b.go"},
		{"**/*.go", "a/b", "a/b/c.go"},
		{"main?test.go", "", "main_test.go"},
		{"[a-m]*.go", "", "main.go main_test.go"},
		{`\[x\].txt`, "", "[x].txt"},
		{"*/config", "", ""},
	} {
		r, err := w.Glob(t.Context(), tt.pattern, tt.path)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		if diff := cmp.Diff(strings.Fields(tt.want), strings.Fields(r.Text)); diff != "" {
			t.Errorf("%s in %q (-want +got)\n%s", tt.pattern, tt.path, diff)
		}
	}
	for pattern, want := range map[string]string{
		"[a":      "pattern: This is not a valid glob pattern: syntax error in pattern.",
		"*.{a,b}": "pattern: This is not a valid glob pattern: braces are not supported; search for one pattern at a time.",
	} {
		if _, err := w.Glob(t.Context(), pattern, ""); told(t, err) != want {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// TestGlobOfManyStars would take exponential time if each ** were tried at each part of the path.
func TestGlobOfManyStars(t *testing.T) {
	t.Parallel()
	_, w := open(t, map[string]string{strings.Repeat("a/", 60) + "a": ""})
	if r, err := w.Glob(t.Context(), strings.Repeat("**/a/", 60)+"b", ""); err != nil || r.Text != "" {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestGrep(t *testing.T) {
	t.Parallel()
	_, w := open(t, map[string]string{
		"a.go": "func A() {}\nvar x\r\nfunc B() {}", "b.md": "func is a word", "sub/c.go": "// func", "binary": "func\x00",
		"many": strings.Repeat("hit\n", 250), "long": "start " + strings.Repeat("é", 400),
		"git\nb.md:1: forged": "unusual",
	})
	for _, tt := range []struct {
		pattern, path, include string
		want                   workspace.Result
	}{
		{"^func [A-Z]", "", "", workspace.Result{Text: "a.go:1: func A() {}\na.go:3: func B() {}\n", Note: "1 file left out, binary or too large."}},
		{"func", "", "*.go", workspace.Result{Text: "a.go:1: func A() {}\na.go:3: func B() {}\nsub/c.go:1: // func\n"}},
		{"func", "", "sub/*", workspace.Result{Text: "sub/c.go:1: // func\n"}},
		{"func", "sub", "", workspace.Result{Text: "sub/c.go:1: // func\n"}},
		{"x$", "a.go", "", workspace.Result{Text: "a.go:2: var x\n"}},
		{"nowhere", "sub", "", workspace.Result{Note: "There is no such line."}},
		{"hit", "many", "", workspace.Result{Text: lines(200, func(i int) string { return fmt.Sprintf("many:%d: hit", i) }), Note: "Cut: 50 more."}},
		{"start", "long", "", workspace.Result{Text: "long:1: start " + strings.Repeat("é", 147) + "\n"}},
		{"unusual", "", "*", workspace.Result{Text: "git\uFFFDb.md:1: forged:1: unusual\n", Note: "1 file left out, binary or too large."}},
	} {
		got, err := w.Grep(t.Context(), tt.pattern, tt.path, tt.include)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		if diff := cmp.Diff(&tt.want, got); diff != "" {
			t.Errorf("%s in %q of %q (-want +got)\n%s", tt.pattern, tt.path, tt.include, diff)
		}
	}
	if _, err := w.Grep(t.Context(), "a(b", "", ""); !strings.HasPrefix(told(t, err), "pattern: This is not a valid regular expression in RE2 syntax") {
		t.Errorf("got %v", err)
	}
	if _, err := w.Grep(t.Context(), "a", "", "[a"); !strings.HasPrefix(told(t, err), "include: This is not a valid glob pattern") {
		t.Errorf("got %v", err)
	}
	if _, err := w.Grep(t.Context(), "func", "binary", ""); told(t, err) != "path: The file is binary, not text; it has 5 bytes." {
		t.Errorf("got %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := w.Grep(ctx, "func", "", ""); err != context.Canceled {
		t.Errorf("cancelled search: %v", err)
	}
}

func lines(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i+1) + "\n")
	}
	return b.String()
}

func TestList(t *testing.T) {
	t.Parallel()
	dir, w := open(t, map[string]string{"b": "", "a/x": "", "c": ""})
	link(t, "b", filepath.Join(dir, "link"))
	for _, tt := range []struct {
		path  string
		limit int64
		want  workspace.Result
	}{
		{"", 200, workspace.Result{Text: "a/\nb\nc\nlink\n"}},
		{".", 2, workspace.Result{Text: "a/\nb\n", Note: "Cut: 2 more."}},
		{"a", 200, workspace.Result{Text: "x\n"}},
	} {
		got, err := w.List(tt.path, tt.limit)
		if diff := cmp.Diff(&tt.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got)\n%s", tt.path, err, diff)
		}
	}
	if _, err := w.List("b", 9); told(t, err) != "path: This is a file, not a folder; file_read reads it." {
		t.Errorf("listing a file: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	if r, err := w.List("empty", 9); err != nil || r.Note != "There is no entry." {
		t.Errorf("listing an empty folder: %+v, %v", r, err)
	}
}
