package readme

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/test/modproxy"
)

// agent is a user's module that gets the modules of this checkout from a proxy, like a release.
type agent struct {
	dir string
	env []string
}

func newAgent(t *testing.T, require string) agent {
	t.Helper()
	if os.Getenv("TOOLGEN_TEST_INSTALL") == "" {
		t.Skip("takes a minute, because it builds the command and its dependencies from scratch; CI runs it (make install-check)")
	}
	proxy := t.TempDir()
	if err := modproxy.Serve(filepath.Join("..", ".."), proxy); err != nil {
		t.Fatal(err)
	}
	env, err := modproxy.Env(proxy, filepath.Join(t.TempDir(), "modules"))
	if err != nil {
		t.Fatal(err)
	}
	a := agent{t.TempDir(), env}
	write(t, filepath.Join(a.dir, "go.mod"), "module example.com/agent\n\ngo 1.26.0\n"+require)
	return a
}

// run runs a command line in the module and returns its output.
func (a agent) run(t *testing.T, line string) string {
	t.Helper()
	words := strings.Fields(line)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = a.dir, a.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// The README installs the tool with go get. It then generates code that compiles and passes the drift check, and the
// versions of SDKs in the user's module do not change.
func TestGoGetTool(t *testing.T) {
	t.Parallel()
	const command = "go get -tool github.com/toolgen/toolgen/cmd/toolgen"
	if !strings.Contains(read(t, "README.md"), command) {
		t.Fatalf("README.md does not say %q", command)
	}
	const sdk = "github.com/modelcontextprotocol/go-sdk v1.0.0"
	a := newAgent(t, "\nrequire "+sdk+"\n")
	write(t, filepath.Join(a.dir, "main.go"), "package main\n\nimport _ \"github.com/modelcontextprotocol/go-sdk/mcp\"\n\nfunc main() {}\n")
	write(t, filepath.Join(a.dir, "tools.json"), `[{"name":"add_note","input_schema":{"type":"object","properties":{"text":{"type":"string","minLength":1}},"required":["text"]}}]`)
	for _, line := range []string{
		command,
		"go tool toolgen generate tools.json --out notetools",
		"go mod tidy",
		"go vet ./...",
		"go tool toolgen check tools.json --out notetools",
	} {
		a.run(t, line)
	}
	if got := strings.TrimSpace(a.run(t, "go list -m github.com/modelcontextprotocol/go-sdk")); got != sdk {
		t.Errorf("the SDK was %s and is %s", sdk, got)
	}
}

// A module that imports generated code and the runtime lists two modules: itself and the runtime.
func TestWhatTheRuntimeBrings(t *testing.T) {
	t.Parallel()
	a := newAgent(t, "")
	books, err := filepath.Glob(filepath.Join("..", "..", "example", "coder", "codertools", "*_toolgen.go"))
	if err != nil || len(books) == 0 {
		t.Fatal(books, err)
	}
	for _, file := range append(books, filepath.Join("..", "..", "example", "coder", "codertools", "toolgen.go")) {
		write(t, filepath.Join(a.dir, "codertools", filepath.Base(file)), read(t, strings.TrimPrefix(filepath.ToSlash(file), "../../")))
	}
	write(t, filepath.Join(a.dir, "main.go"), `package main

import (
	"fmt"

	"example.com/agent/codertools"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/wire"
)

func main() { fmt.Println(runtime.NewToolset(codertools.FileEdit).Names(), preflight.Blocked, wire.MCPFailureKey) }
`)
	a.run(t, "go mod tidy")
	a.run(t, "go vet ./...")
	modules := strings.Fields(a.run(t, "go list -m -f {{.Path}} all"))
	if want := []string{"example.com/agent", "github.com/toolgen/toolgen/runtime"}; !slices.Equal(modules, want) {
		t.Errorf("the modules are %q", modules)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
