// Package modproxy serves the modules of this checkout like a module proxy would serve their release. It
// replaces the proxy for "go mod tidy" and the install check before a release; see
// https://go.dev/ref/mod#goproxy-protocol.
package modproxy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// Module is a module of the checkout.
type Module struct {
	Dir  string // on disk
	File *modfile.File
}

// Path returns the module path.
func (m Module) Path() string { return m.File.Module.Mod.Path }

// Own reports whether a path is a module of this project.
func Own(path string) bool {
	const project = "github.com/toolgen/toolgen"
	return path == project || strings.HasPrefix(path, project+"/")
}

// Modules returns the modules of go.work and the version with which they require each other.
func Modules(root string) (modules []Module, version string, err error) {
	name := filepath.Join(root, "go.work")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, "", err
	}
	work, err := modfile.ParseWork(name, data, nil)
	if err != nil {
		return nil, "", err
	}
	for _, use := range work.Use {
		dir := filepath.Join(root, filepath.FromSlash(use.Path))
		name := filepath.Join(dir, "go.mod")
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, "", err
		}
		file, err := modfile.Parse(name, data, nil)
		if err != nil {
			return nil, "", err
		}
		modules = append(modules, Module{dir, file})
		for _, r := range file.Require {
			if !Own(r.Mod.Path) {
				continue
			}
			if version != "" && version != r.Mod.Version {
				return nil, "", fmt.Errorf("%s requires %s, another module requires %s", name, r.Mod, version)
			}
			version = r.Mod.Version
		}
	}
	return modules, version, nil
}

// Serve writes the modules in the layout of a proxy to a folder.
func Serve(root, folder string) error {
	modules, version, err := Modules(root)
	if err != nil {
		return err
	}
	for _, m := range modules {
		if err := serve(m, version, folder); err != nil {
			return fmt.Errorf("%s: %w", m.Path(), err)
		}
	}
	return nil
}

func serve(m Module, version, folder string) error {
	dir := filepath.Join(folder, filepath.FromSlash(m.Path()), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	mod, err := m.File.Format()
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]string{"Version": version, "Time": "2026-01-01T00:00:00Z"})
	if err != nil {
		return err
	}
	files, err := filesOf(m.Dir)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := modzip.Create(&archive, module.Version{Path: m.Path(), Version: version}, files); err != nil {
		return err
	}
	for name, data := range map[string][]byte{"list": []byte(version + "\n"), version + ".mod": mod, version + ".info": info, version + ".zip": archive.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// filesOf lists the files of a module, without nested modules and hidden files.
func filesOf(root string) (files []modzip.File, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
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
			files = append(files, file{path, filepath.ToSlash(rel)})
		}
		return nil
	})
	return files, err
}

// file is a file by its path on disk and in the module.
type file struct{ disk, inModule string }

func (f file) Path() string                 { return f.inModule }
func (f file) Lstat() (os.FileInfo, error)  { return os.Lstat(f.disk) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.disk) }

// Env returns the environment in which the go command gets the project's modules from a folder written by
// [Serve], and others from the module cache or the configured proxy. Modules are unpacked into a separate
// folder, so that unreleased versions do not enter the cache.
func Env(folder, cache string) ([]string, error) {
	out, err := exec.Command("go", "env", "-json", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		return nil, err
	}
	var env struct{ GOMODCACHE, GOPROXY string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, err
	}
	proxies := []string{fileURL(folder), fileURL(filepath.Join(env.GOMODCACHE, "cache", "download")), env.GOPROXY}
	return slices.Concat(os.Environ(), []string{
		"GOPROXY=" + strings.Join(proxies, ","),
		"GOMODCACHE=" + cache,
		"GONOSUMDB=github.com/toolgen/toolgen,github.com/toolgen/toolgen/*", // the checksum database does not know these versions
		"GOWORK=off",
		"GOFLAGS=-modcacherw", // so that they can be removed
	}), nil
}

// fileURL returns the URL of a folder for GOPROXY.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/modules
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
