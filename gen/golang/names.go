package golang

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"unicode"

	"github.com/toolgen/toolgen/gen/model"
)

// Imports of generated code: the runtime, for names visible to users, and gencode for the rest.
const (
	runtimePath = "github.com/toolgen/toolgen/runtime"
	gencodePath = runtimePath + "/gencode"
)

// runtimeNames are the names used from the runtime's root package; others are in gencode.
var runtimeNames = map[string]bool{
	"TypedTool": true, "RawJSON": true, "ToolSpec": true, "True": true, "False": true,
	"DecodeOption": true, "ValidationIssue": true, "Nullable": true, "NullablePointer": true,
}

// identifier checks a name from the model. Every printed name passes it; an invalid one is a bug in the model,
// reported as an error.
func identifier(name string) (string, error) {
	if !token.IsIdentifier(name) || name == "_" {
		return "", fmt.Errorf("%s is not a Go identifier", strconv.Quote(name))
	}
	return name, nil
}

// exported is identifier for exported names.
func exported(name string) (string, error) {
	if _, err := identifier(name); err != nil {
		return "", err
	}
	if !token.IsExported(name) {
		return "", fmt.Errorf("%s is not an exported Go identifier", name)
	}
	return name, nil
}

// names derives unexported package-level names from exported ones: a lowered name with a suffix. No suffix ends
// with another, so the results are unique.
type names struct {
	lowered map[string]string
	parts   map[*model.Type]bool // types that are part of a type
}

// newNames lowers the first word of every exported name from which others are derived. Names that would collide
// ("URLFetch" and "UrlFetch") have only their first rune lowered, and those that still do (I and İ) get an underscore.
func newNames(p *model.Package) names {
	n := names{lowered: map[string]string{}, parts: partsOf(p)}
	add := func(name string) {
		if name != "" {
			n.lowered[name] = lowerInitialism(name)
		}
	}
	for _, tool := range p.Tools {
		add(tool.GoName)
		for _, t := range slices.Concat(tool.Types, tool.ResultTypes) {
			add(t.Name)
		}
	}
	n.separate(lowerFirst)
	n.separate(func(name string) string { return "_" + name })
	return n
}

// partsOf returns the types that are part of a type, or of themselves.
func partsOf(p *model.Package) map[*model.Type]bool {
	parts := map[*model.Type]bool{}
	seen := map[*model.Type]bool{}
	var walk func(list ...*model.Type)
	walk = func(list ...*model.Type) {
		for _, t := range list {
			if t == nil || seen[t] {
				continue
			}
			seen[t] = true
			below := slices.Concat(t.GoParts(), t.Prefix, []*model.Type{t.Items})
			for _, part := range below {
				if part != nil {
					parts[part.Declaration()] = true
				}
			}
			walk(below...)
		}
	}
	for _, tool := range p.Tools {
		walk(slices.Concat(tool.Types, tool.ResultTypes)...)
	}
	return parts
}

// separate lowers names that collide in another way.
func (n names) separate(lower func(name string) string) {
	count := map[string]int{}
	for _, low := range n.lowered {
		count[low]++
	}
	for name, low := range n.lowered {
		if count[low] > 1 {
			n.lowered[name] = lower(name)
		}
	}
}

// of returns an unexported name derived from an exported one.
func (n names) of(exportedName, suffix string) string {
	low, ok := n.lowered[exportedName]
	if !ok {
		low = lowerFirst(exportedName)
	}
	return low + suffix
}

// lowerInitialism lowers the first word: "CreateFoo" to "createFoo", "URLFetch" to "urlFetch".
func lowerInitialism(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) {
			break
		}
		if i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}

func lowerFirst(name string) string {
	runes := []rune(name)
	if len(runes) > 0 {
		runes[0] = unicode.ToLower(runes[0])
	}
	return string(runes)
}
