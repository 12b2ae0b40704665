package readme

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// The README tells users to get the tool as a module. What a proxy would serve of this checkout is
// served from a folder here, and the modules that it needs from the cache that built this test: in a
// module of somebody else's, the command is got, generates, and its output compiles and passes the
// drift check.
func TestGoGetTool(t *testing.T) {
	t.Parallel()
	if os.Getenv("TOOLGEN_TEST_INSTALL") == "" {
		t.Skip("builds the command and all that it needs anew, for a minute: make install-check, which CI runs")
	}
	const modulePath = "github.com/toolgen/toolgen"
	command := "go get -tool " + modulePath + "/cmd/toolgen"
	if !strings.Contains(read(t, "README.md"), command) {
		t.Fatalf("README.md does not say %q", command)
	}
	proxy, agent := t.TempDir(), t.TempDir()
	serve(t, proxy, module.Version{Path: modulePath, Version: "v0.1.0"})
	write(t, filepath.Join(agent, "go.mod"), "module example.com/agent\n\ngo 1.26.4\n")
	write(t, filepath.Join(agent, "tools.json"), `[{"name":"add_note","input_schema":{"type":"object","properties":{"text":{"type":"string","minLength":1}},"required":["text"]}}]`)

	env := append(os.Environ(),
		// What the cache lacks, such as what the tests of a dependency need, comes from where modules come from.
		"GOPROXY="+fileURL(proxy)+","+fileURL(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download"))+","+goEnv(t, "GOPROXY"),
		"GOMODCACHE="+filepath.Join(t.TempDir(), "modules"),
		"GOSUMDB=off", // a sum database knows nothing of this version
		"GOWORK=off",
		"GOFLAGS=-modcacherw", // or the test's end could not remove them
	)
	for _, line := range []string{
		command,
		"go tool toolgen generate tools.json --out notetools",
		"go vet ./...",
		"go mod tidy",
		"go tool toolgen check tools.json --out notetools",
	} {
		words := strings.Fields(line)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir, cmd.Env = agent, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
}

// serve puts what a proxy has of a version into a folder; see https://go.dev/ref/mod#goproxy-protocol.
func serve(t *testing.T, proxy string, v module.Version) {
	t.Helper()
	dir := filepath.Join(proxy, filepath.FromSlash(v.Path), "@v")
	write(t, filepath.Join(dir, "list"), v.Version+"\n")
	write(t, filepath.Join(dir, v.Version+".mod"), read(t, "go.mod"))
	info, err := json.Marshal(map[string]string{"Version": v.Version, "Time": "2026-01-01T00:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, v.Version+".info"), string(info))
	out, err := os.Create(filepath.Join(dir, v.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := modzip.Create(out, v, moduleFiles(t)); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// moduleFiles lists the files of the module: neither those of the modules within it nor hidden ones, which
// hold nothing of the product.
func moduleFiles(t *testing.T) (files []modzip.File) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		if entry.IsDir() {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if err == nil || strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			files = append(files, moduleFile{path, filepath.ToSlash(rel)})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// moduleFile is a file of the module, by its path here and within the module.
type moduleFile struct{ disk, inModule string }

func (f moduleFile) Path() string                 { return f.inModule }
func (f moduleFile) Lstat() (os.FileInfo, error)  { return os.Lstat(f.disk) }
func (f moduleFile) Open() (io.ReadCloser, error) { return os.Open(f.disk) }

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// fileURL is the URL of a folder, as GOPROXY takes it.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/modules
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
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
