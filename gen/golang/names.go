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
	"ConfirmSpec": true, "ApprovalSpec": true, "Remedy": true, "KnownSpec": true,
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
}

// newNames lowers every exported name from which others are derived. If two would collide ("URLFetch" and
// "UrlFetch"), only their first rune is lowered. If even those collide (I and İ), they get numbers.
func newNames(p *model.Package) names {
	n := names{lowered: map[string]string{}}
	count := map[string]int{}
	var all []string
	add := func(name string) {
		if _, seen := n.lowered[name]; !seen && name != "" {
			n.lowered[name] = lowerInitialism(name)
			count[n.lowered[name]]++
			all = append(all, name)
		}
	}
	for _, tool := range p.Tools {
		add(tool.GoName)
		for _, t := range tool.Types {
			add(t.Name)
		}
		for _, t := range tool.ResultTypes {
			add(t.Name)
		}
	}
	for _, name := range all {
		if count[n.lowered[name]] > 1 {
			n.lowered[name] = lowerFirst(name)
		}
	}
	clear(count)
	for _, name := range all {
		count[n.lowered[name]]++
	}
	slices.Sort(all) // deterministic numbers
	for _, name := range slices.Backward(all) {
		low := n.lowered[name]
		if count[low] == 1 {
			continue
		}
		count[low]--
		for i := 2; ; i++ {
			if numbered := low + strconv.Itoa(i); count[numbered] == 0 {
				n.lowered[name] = numbered
				count[numbered] = 1
				break
			}
		}
	}
	return n
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
