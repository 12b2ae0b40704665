// Package scan extracts the types of Go's standard library from the lists of its API, which are part of a Go installation.
package scan

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/stdlib"
)

// line matches a line of a list: the package and, for a type, its name, its type parameters and what it is.
var line = regexp.MustCompile(`(?m)^pkg ([\w/.-]+)(?: \(.*?\))?, (?:type (\w+)(\[.*?\])? (.*))?`)

// List returns the exported types of every importable package, one line per package, with the signs of package
// stdlib after the names.
func List(goroot string) (string, error) {
	packages, err := read(goroot)
	var lines []string
	for path, types := range packages {
		lines = append(lines, path+": "+strings.Join(slices.Sorted(maps.Keys(types)), " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n", err
}

// Has reports whether the library at goroot has the type, or the package if name is empty. It returns false if
// no library is installed there.
func Has(goroot, path, name string) bool {
	packages, err := read(goroot)
	types, known := packages[path]
	return err == nil && known && (name == "" || types[name])
}

// read returns the types of each package, over all platforms and releases.
func read(goroot string) (map[string]map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(goroot, "api", "go1*.txt"))
	if len(files) == 0 {
		return nil, errors.Join(err, os.ErrNotExist)
	}
	packages := map[string]map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range line.FindAllStringSubmatch(string(text), -1) {
			path, name, parameters, what := m[1], m[2], m[3], m[4]
			if packages[path] == nil {
				packages[path] = map[string]bool{}
			}
			begins := func(prefix string) bool { return strings.HasPrefix(what, prefix) }
			switch {
			case name == "", begins("//"): // no type, or a deprecated one that another line declares
			case parameters != "":
				packages[path][name+stdlib.GenericSign] = true
			case begins("interface { "), begins("interface, unexported methods"), begins("func("), begins("chan "):
				packages[path][name+stdlib.NoValueSign] = true
			case begins("interface, "): // a method of an interface
			default:
				packages[path][name] = true
			}
		}
	}
	return packages, nil
}
