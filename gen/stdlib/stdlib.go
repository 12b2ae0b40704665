// Package stdlib knows the types of Go's standard library without a Go installation, from a list generated from
// the lists of its API (go generate in this folder; a test keeps it current).
package stdlib

import (
	_ "embed"
	"strings"
	"sync"
)

//go:generate go run ./make

//go:embed types.txt
var list string

// Signs mark types in the list that cannot be the type of a field.
const (
	// GenericSign marks types with type parameters.
	GenericSign = "["
	// NoValueSign marks interfaces with methods, functions and channels, which cannot be decoded from JSON.
	NoValueSign = "!"
)

// Kind classifies a name of a package.
type Kind uint8

const (
	// NotThere means that the name is not an exported type.
	NotThere Kind = iota
	// Usable means that the type is usable as the type of a field.
	Usable
	// Generic means that the type requires type arguments.
	Generic
	// NoValue means that the type is an interface with methods, a function or a channel.
	NoValue
)

// Version returns the Go version of the list, such as "go1.26".
func Version() string { return table().version }

// IsPackage reports whether the library has an importable package of this path.
func IsPackage(path string) bool {
	_, ok := table().packages[path]
	return ok
}

// Packages returns the sorted package paths.
func Packages() []string { return table().paths }

// Types returns the sorted names of the usable types of a package.
func Types(path string) []string {
	var names []string
	for name := range strings.FieldsSeq(table().packages[path]) {
		if !strings.HasSuffix(name, GenericSign) && !strings.HasSuffix(name, NoValueSign) {
			names = append(names, name)
		}
	}
	return names
}

// Lookup classifies a name of a package. A type that differs between platforms is usable.
func Lookup(path, name string) Kind {
	kind := NotThere
	for word := range strings.FieldsSeq(table().packages[path]) {
		switch word {
		case name:
			return Usable
		case name + GenericSign:
			kind = Generic
		case name + NoValueSign:
			kind = NoValue
		}
	}
	return kind
}

type parsed struct {
	version  string
	paths    []string
	packages map[string]string // type names with signs
}

var table = sync.OnceValue(func() parsed {
	version, rest, _ := strings.Cut(list, "\n")
	t := parsed{version: version, packages: map[string]string{}}
	for line := range strings.Lines(rest) {
		path, names, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		t.paths = append(t.paths, path)
		t.packages[path] = names
	}
	return t
})
