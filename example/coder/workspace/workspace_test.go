package workspace_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/example/coder/workspace"
	_ "github.com/toolgen/toolgen/internal/update"
	toolgen "github.com/toolgen/toolgen/runtime"
)

// open creates a folder with files and opens it.
func open(t *testing.T, files map[string]string) (dir string, w *workspace.Workspace) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "work")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		write(t, filepath.Join(dir, name), content)
	}
	w, err := workspace.Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return dir, w
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("symbolic links are not supported: %v", err)
	}
}

// told returns what the model reads: field and message of the error's only issue.
func told(t *testing.T, err error) string {
	t.Helper()
	var invalid *toolgen.ValidationError
	if !errors.As(err, &invalid) || len(invalid.Issues()) != 1 {
		t.Errorf("the model does not see %v", err)
		return ""
	}
	issue := invalid.Issues()[0]
	return issue.Field + ": " + issue.Message
}

// TestOutside tries every operation with every way out of the folder.
func TestOutside(t *testing.T) {
	t.Parallel()
	dir, w := open(t, map[string]string{"a.txt": "a\n"})
	outside := filepath.Join(filepath.Dir(dir), "outside")
	write(t, filepath.Join(outside, "secret.txt"), "secret\n")
	link(t, outside, filepath.Join(dir, "folder"))
	link(t, filepath.Join(outside, "secret.txt"), filepath.Join(dir, "file"))
	link(t, "../outside/secret.txt", filepath.Join(dir, "relative"))
	link(t, "loop", filepath.Join(dir, "loop"))

	const (
		leadsOut = "path: The path leads out of the workspace; give one inside it, relative to its root."
		absolute = "path: The path is absolute; give it relative to the workspace root."
		nul      = "path: The path has the control character U+0000 in it; leave it out."
		through  = "path: The path leads out of the workspace through a symbolic link; name a file inside it."
		isLink   = "path: There is a symbolic link of this name; name the file that it leads to."
		loops    = "path: The path cannot be used: too many levels of symbolic links."
	)
	for _, tt := range []struct{ path, reading, changing string }{
		{"..", leadsOut, leadsOut},
		{"../outside/secret.txt", leadsOut, leadsOut},
		{"a/../../outside/secret.txt", leadsOut, leadsOut},
		{filepath.Join(outside, "secret.txt"), absolute, absolute},
		{"a\x00.txt", nul, nul},
		{"folder/secret.txt", through, through},
		{"folder/new.txt", through, through},
		{"file", through, isLink},
		{"relative", through, isLink},
		{"loop", loops, isLink},
	} {
		for name, operation := range map[string]func() error{
			"read":  func() error { _, err := w.Read(tt.path, 0, 0); return err },
			"list":  func() error { _, err := w.List(tt.path, 9); return err },
			"glob":  func() error { _, err := w.Glob(t.Context(), "*", tt.path); return err },
			"grep":  func() error { _, err := w.Grep(t.Context(), "secret", tt.path, ""); return err },
			"check": func() error { return w.Check(tt.path) },
		} {
			if got := told(t, operation()); got != tt.reading {
				t.Errorf("%s %q: %s", name, tt.path, got)
			}
		}
		for name, operation := range map[string]func() error{
			"write":  func() error { _, err := w.Write(tt.path, "x"); return err },
			"edit":   func() error { _, err := w.Edit(tt.path, "secret", "x"); return err },
			"delete": func() error { _, err := w.Delete(tt.path); return err },
		} {
			if got := told(t, operation()); got != tt.changing {
				t.Errorf("%s %q: %s", name, tt.path, got)
			}
		}
	}
	// A search does not follow links.
	if r, err := w.Grep(t.Context(), "secret", "", ""); err != nil || r.Text != "" {
		t.Errorf("grep finds %+v, %v", r, err)
	}
	if r, err := w.Glob(t.Context(), "**/secret.txt", ""); err != nil || r.Text != "" {
		t.Errorf("glob finds %+v, %v", r, err)
	}
	if got, err := os.ReadFile(filepath.Join(outside, "secret.txt")); err != nil || string(got) != "secret\n" {
		t.Errorf("the file outside changed to %q, %v", got, err)
	}
}

// TestLinkedMeanwhile replaces a folder by a link that leads out, after a change in the folder was planned and
// allowed.
func TestLinkedMeanwhile(t *testing.T) {
	t.Parallel()
	dir, w := open(t, nil)
	outside := t.TempDir()
	change, err := w.Write("sub/a.txt", "x")
	if err != nil {
		t.Fatal(err)
	}
	link(t, outside, filepath.Join(dir, "sub"))
	if err := w.Apply(change); err == nil {
		t.Error("the change was made")
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("the folder outside contains %v, %v", entries, err)
	}
}

func TestChangePaths(t *testing.T) {
	t.Parallel()
	_, w := open(t, map[string]string{"a.txt": "a\n", "sub/b.txt": "b\n"})
	for path, want := range map[string]string{
		".":                      "path: The path is a folder; name a file.",
		"new/":                   "path: The path is a folder; name a file.",
		"sub":                    "path: There is a folder of this name; name a file.",
		"a.txt/b":                "path: The path cannot be used: not a directory.",
		".git/config":            "path: Files of git's own are not changed by tools; name another file.",
		"sub/.GIT/hooks/x":       "path: Files of git's own are not changed by tools; name another file.",
		"a\nb":                   "path: The path has the control character U+000A in it; leave it out.",
		strings.Repeat("x", 300): "path: The path cannot be used: file name too long.",
	} {
		if _, err := w.Write(path, "x"); told(t, err) != want {
			t.Errorf("%q: %v", path, err)
		}
	}
	for _, path := range []string{"./sub/../sub/b.txt", "sub//b.txt"} {
		if c, err := w.Write(path, "x"); err != nil || c.Path != "sub/b.txt" {
			t.Errorf("%q is %+v, %v", path, c, err)
		}
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	dir, w := open(t, map[string]string{"run.sh": "echo 1\n"})
	path := filepath.Join(dir, "run.sh")
	if err := os.Chmod(path, 0o757); err != nil { // more than a umask allows
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	change, err := w.Edit("run.sh", "1", "2")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := change.Summary(), "change run.sh (1 line added, 1 removed)"; got != want {
		t.Errorf("it is to %s, want %s", got, want)
	}
	if err := w.Apply(change); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if after.Mode() != before.Mode() {
		t.Errorf("the mode is %v, was %v", after.Mode(), before.Mode())
	}
	if os.SameFile(before, after) {
		t.Error("the file was written in place, so that a reader could see it half written")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "echo 2\n" {
		t.Errorf("the file is %q, %v", got, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder contains %v, %v", entries, err)
	}
}

// TestChangedMeanwhile has a person save a file while the question about its change is open.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	dir, w := open(t, map[string]string{"a.txt": "a\n"})
	path := filepath.Join(dir, "a.txt")
	edit, err := w.Edit("a.txt", "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	remove, err := w.Delete("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	create, err := w.Write("new.txt", "mine")
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "a, and more\n")
	write(t, filepath.Join(dir, "new.txt"), "") // empty, but it exists
	for _, change := range []*workspace.Change{edit, remove, create} {
		if got := told(t, w.Apply(change)); !strings.HasPrefix(got, "path: The file was changed by somebody else") {
			t.Errorf("to %s: %s", change.Summary(), got)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "a, and more\n" {
		t.Errorf("the file is %q, %v", got, err)
	}
}

// TestFailedWrite checks that a failed write leaves nothing behind.
func TestFailedWrite(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("every folder can be written to")
	}
	dir, w := open(t, map[string]string{"a.txt": "a\n"})
	change, err := w.Write("a.txt", "b\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if err := w.Apply(change); err == nil {
		t.Error("the write succeeded")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder contains %v, %v", entries, err)
	}
}

func TestEdit(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("x\n", 150)
	for _, tt := range []struct{ name, content, old, replacement, want string }{
		{"none", "one\n", "two", "2", "search_replace.old_string: The passage was found 0 times; it must be found exactly once. Read the file and copy the passage from it."},
		{"three", "a\nb a\n\na", "a", "2", "search_replace.old_string: The passage was found 3 times (lines 1, 2, 4); it must be found exactly once. Add lines around it."},
		{"very many", many, "x", "2", "search_replace.old_string: The passage was found 100 times or more (lines 1, 2, 3, …); it must be found exactly once. Add lines around it."},
		{"overlapping", "aaa", "aa", "2", "search_replace.old_string: The passage was found 2 times (lines 1, 1); it must be found exactly once. Add lines around it."},
		{"white space", "x\n\tone\n\t two", "one\n  two", "2", "search_replace.old_string: The passage was found 0 times; it must be found exactly once. One that differs in white space only begins in line 2."},
		{"line breaks", "x\r\none\r\ntwo\r\n", "one\ntwo", "2", "search_replace.old_string: The passage was found 0 times; it must be found exactly once. One that differs in white space only begins in line 2."},
		{"only white space", "x", " \t ", "2", "search_replace.old_string: The passage was found 0 times; it must be found exactly once. Read the file and copy the passage from it."},
		{"empty passage", "x\n", "", "2", "search_replace.old_string: It is empty, which stands for an empty file, but the file has 1 line. Give the passage to replace."},
		{"no change", "x\n", "x", "x", "search_replace.new_string: It is the same as old_string, so nothing would change."},
		{"binary", "x\x00", "x", "y", "path: The file is binary, not text; it cannot be edited."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, w := open(t, map[string]string{"a": tt.content})
			if _, err := w.Edit("a", tt.old, tt.replacement); told(t, err) != tt.want {
				t.Errorf("the model sees %q", told(t, err))
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcde\n", 5000) // 80 kB
	_, w := open(t, map[string]string{
		"four": "1\n2\n3\n4", "empty": "", "long": long, "line": strings.Repeat("é", 50_000), "binary": "\x89PNG\x00", "latin1": "caf\xe9",
		"huge": strings.Repeat("x", workspace.MaxFile+1),
	})
	for _, tt := range []struct {
		name        string
		first, last int64
		length      int
		text, note  string // the text if it is short, else its length counts
		told        string
	}{
		{name: "four", text: "1\n2\n3\n4"},
		{name: "four", first: 2, last: 3, text: "2\n3\n", note: "These are lines 2 to 3 of 4."},
		{name: "four", first: 3, last: 99, text: "3\n4", note: "These are lines 3 to 4 of 4."},
		{name: "four", first: 5, told: "lineStart: The file has 4 lines."},
		{name: "four", first: 3, last: 2, told: "lineEnd: The last line is before the first."},
		{name: "empty", note: "The file is empty."},
		{name: "long", length: 4096 * 16, note: "Cut: these are lines 1 to 4096 of 5000. Go on with lineStart 4097."},
		{name: "long", first: 4097, length: 904 * 16, note: "These are lines 4097 to 5000 of 5000."},
		{name: "line", length: 1 << 16, note: "Cut: this is the beginning of line 1 of 1."},
		{name: "binary", told: "path: The file is binary, not text; it has 5 bytes."},
		{name: "latin1", told: "path: The file is binary, not text; it has 4 bytes."},
		{name: "huge", told: fmt.Sprintf("path: The file has %d bytes; tools handle files of up to %d.", workspace.MaxFile+1, workspace.MaxFile)},
	} {
		got, err := w.Read(tt.name, tt.first, tt.last)
		if tt.told != "" {
			if told := told(t, err); told != tt.told {
				t.Errorf("%s from %d to %d: the model sees %q", tt.name, tt.first, tt.last, told)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if tt.length > 0 && len(got.Text) == tt.length {
			tt.text = got.Text
		}
		if diff := cmp.Diff(&workspace.Result{Text: tt.text, Note: tt.note}, got); diff != "" {
			t.Errorf("%s from %d to %d (-want +got)\n%s", tt.name, tt.first, tt.last, diff)
		}
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	_, w := open(t, map[string]string{"a": "1\n2\n", "binary": "\x00"})
	change, err := w.Write("a", "1\n3\n4\n5\n6\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("--- a\n+++ a\n@@ -1,2 +1,5 @@\n 1\n-2\n+3\n(3 lines more)\n", change.Diff(6)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	rest := strings.Repeat("same\n", 30)
	_, w = open(t, map[string]string{"a": "1\n2\n" + rest})
	change, err = w.Write("a", "0\n1\n2\n3\n"+rest+"last\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := change.Diff(40); !strings.Contains(diff, "@@ -30,3 +32,4 @@") {
		t.Errorf("the second hunk does not start two lines further down:\n%s", diff)
	}
	_, w = open(t, map[string]string{"binary": "\x00"})
	change, err = w.Write("binary", "text")
	if err != nil {
		t.Fatal(err)
	}
	if got := change.Diff(6) + change.Summary(); got != "(binary)\nreplace binary (1 byte by 1 line)" {
		t.Errorf("got %q", got)
	}
}
