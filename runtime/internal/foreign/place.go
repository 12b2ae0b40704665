package foreign

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// placeStep is one step of a place as programs write it; the groups are a key, an index, a quoted key.
var placeStep = lazy.Pattern(`\.?([^.\[\]]+)|\[(\d{1,9})\]|\[["'](.*?)["']\]|\[[^\]]*\]`)

// dotted reads a place such as "items[0].name", `filter["a.b"]`, "$.items[*].name" or "items.0.name".
func dotted(place string) []Step {
	var steps []Step
	for _, m := range placeStep().FindAllStringSubmatch(strings.TrimPrefix(place, "$"), -1) {
		if key := m[1] + m[3]; key != "" {
			steps = append(steps, Step{Key: key})
			continue
		}
		index, err := strconv.Atoi(m[2])
		if err != nil {
			index = -1
		}
		steps = append(steps, Step{Index: index, IsIndex: true})
	}
	return steps
}

// pointer reads a JSON Pointer. Whether a number is an index or a key is settled with the schema.
func pointer(text string) []Step {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "#"), "/")
	if text == "" {
		return nil
	}
	var steps []Step
	for _, key := range strings.Split(text, "/") {
		steps = append(steps, Step{Key: unescaped.Replace(key)})
	}
	return steps
}

var unescaped = strings.NewReplacer("~1", "/", "~0", "~")

// placeOf reads a place in any of the ways in which APIs write one.
func placeOf(s string) []Step {
	if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#/") {
		return pointer(s)
	}
	return dotted(s)
}

// PointerPath is a JSON Pointer as the dotted path of a field.
func PointerPath(p string) string {
	steps := pointer(p)
	for i, s := range steps {
		if n, err := strconv.Atoi(s.Key); err == nil && i > 0 {
			steps[i] = Step{Index: n, IsIndex: true}
		}
	}
	return fieldpath.Join(steps)
}

func sorted(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// schemaStep is one step of a place in a schema that is also one in the arguments, or that is none there.
var schemaStep = lazy.Pattern(`/(?:properties/([^/]+)|(items)|prefixItems/(\d{1,9})|(?:allOf|anyOf|oneOf)/\d+)`)

// schemaSteps is the place in the arguments that a place in the schema describes. Places below a
// definition are not told.
func schemaSteps(place string) (steps []Step, ok bool) {
	read := 0
	for _, m := range schemaStep().FindAllStringSubmatch(place, -1) {
		read += len(m[0])
		switch i, err := strconv.Atoi(m[3]); {
		case m[1] != "":
			steps = append(steps, Step{Key: unescaped.Replace(m[1])})
		case m[2] != "":
			steps = append(steps, Step{Index: -1, IsIndex: true})
		case err == nil:
			steps = append(steps, Step{Index: i, IsIndex: true})
		}
	}
	return steps, place == "root" || read == len(place)
}
