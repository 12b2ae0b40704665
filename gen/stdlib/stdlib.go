// Package stdlib knows the names of the types of Go's standard library, without a Go installation:
// from a list that is made of its source (go generate in this folder; a test holds it current).
package stdlib

import (
	_ "embed"
	"strings"
	"sync"
)

//go:generate go run ./make

//go:embed types.txt
var list string

// Signs stand behind the names of types in the list that cannot hold the value of a field.
const (
	// GenericSign marks types with type parameters.
	GenericSign = "["
	// NoValueSign marks interfaces with methods, functions and channels, which no JSON becomes.
	NoValueSign = "!"
)

// Kind says what a name of a package is.
type Kind uint8

const (
	// NotThere is a name that is no exported type.
	NotThere Kind = iota
	// Usable is a type that a field may have.
	Usable
	// Generic is a type that needs arguments.
	Generic
	// NoValue is an interface with methods, a function or a channel.
	NoValue
)

// Version is the version of Go whose library the list is of, such as "go1.26".
func Version() string { return table().version }

// IsPackage reports whether the library has a package of this path that anybody may import.
func IsPackage(path string) bool {
	_, ok := table().packages[path]
	return ok
}

// Packages are the paths of the packages, in order.
func Packages() []string { return table().paths }

// Types are the names of the usable types of a package, in order.
func Types(path string) []string {
	var names []string
	for name := range strings.FieldsSeq(table().packages[path]) {
		if !strings.HasSuffix(name, GenericSign) && !strings.HasSuffix(name, NoValueSign) {
			names = append(names, name)
		}
	}
	return names
}

// Lookup says what a name of a package of the library is. A type that is another thing on each
// platform is usable.
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
	packages map[string]string // names of types, with signs
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
