package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxForeignText is how much of a foreign error's text is read.
const maxForeignText = 4096

// foreign makes issues of an error that has none, as far as its type or its text tells. The text
// is returned where it says more than the issues do.
func (b *hintBuilder) foreign(err error) (issues []ValidationIssue, text string) {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			return []ValidationIssue{{Constraint: constraintTruncated, Message: fmt.Sprintf("the text ends at byte %d", syntax.Offset)}}, ""
		}
		return []ValidationIssue{{Constraint: constraintJSON, Message: fmt.Sprintf("at byte %d: %s", syntax.Offset, clean(syntax.Error(), maxGotInHint))}}, ""
	case errors.As(err, &typed):
		return b.unmarshalIssue(typed), ""
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return []ValidationIssue{{Constraint: constraintTruncated, Message: "the text ends early"}}, ""
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errInternal):
		return nil, ""
	}
	text = err.Error()
	if b.cfg.kind == FailureInternal {
		return nil, ""
	}
	if key, ok := strings.CutPrefix(clip(text, maxForeignText), "json: unknown field "); ok {
		if name, err := strconv.Unquote(key); err == nil {
			return []ValidationIssue{{Field: keyStep(name), Constraint: "additionalProperties", Got: name}}, ""
		}
	}
	for _, path := range b.namedFields(clip(text, maxForeignText)) {
		issues = append(issues, ValidationIssue{Field: path})
	}
	return issues, text
}

// unmarshalIssue reads an error of encoding/json. Its field has no array indexes, so that it is
// looked up with them left out; a field that the schema does not have is not named.
func (b *hintBuilder) unmarshalIssue(err *json.UnmarshalTypeError) []ValidationIssue {
	issue := ValidationIssue{Constraint: "type"}
	issue.Got, _, _ = strings.Cut(err.Value, " ")
	if issue.Got == "bool" {
		issue.Got = "boolean"
	}
	n, steps := b.spec.tree(), []pathStep(nil)
	for _, key := range strings.Split(clip(err.Field, maxForeignText), ".") {
		if key == "" {
			continue
		}
		for items := b.spec.below(n).byKey[itemsStep]; items != nil; items = b.spec.below(n).byKey[itemsStep] {
			n, steps = items, append(steps, pathStep{Index: -1, IsIndex: true})
		}
		next := b.spec.step(n, pathStep{Key: key})
		for _, c := range b.spec.below(n).children {
			// Without a tag, the name is that of the Go field, which encoding/json matches so.
			if next == nil && strings.EqualFold(c.key, key) {
				next, key = c, c.key
			}
		}
		if n = next; n == nil {
			break
		}
		steps = append(steps, pathStep{Key: key})
	}
	if n == nil || len(steps) == 0 && err.Field != "" {
		return nil
	}
	issue.Field = joinSteps(steps)
	got, _ := issue.Got.(string)
	if row := n.row(""); row != nil && row.Type != "" && !slices.Contains(strings.Split(row.Type, "|"), got) {
		issue.Expected = row.Type
	} else if name := jsonTypeOf(err.Type); name != "" {
		issue.Expected = name
	}
	return []ValidationIssue{issue}
}

// jsonTypeOf is the JSON type that encoding/json reads into a Go type, "" where there are several.
func jsonTypeOf(t reflect.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "integer"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.String:
		return "string"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Map, reflect.Struct:
		return "object"
	case reflect.Pointer:
		return jsonTypeOf(t.Elem())
	}
	return ""
}

// foreignName finds what may be the name of a field in a text: something in quotes, or a word with
// the look of a path or an identifier.
var foreignName = regexp.MustCompile("\"([^\"]{1,96})\"|'([^']{1,96})'|`([^`]{1,96})`|" + `([\pL_$][\pL\pN_$\-]*(?:\[\d*\]|\.[\pL_$][\pL\pN_$\-]*)*)`)

// namedFields lists the fields of the schema that a text names, at most as many as a hint shows.
// A wrong guess is worse than none: bare words count only where they look like nothing else, or
// where the text begins with them.
func (b *hintBuilder) namedFields(text string) []string {
	var paths []string
	add := func(name string) {
		if len(paths) == maxConstraints || name == "" {
			return
		}
		steps := splitPath(strings.TrimPrefix(strings.TrimPrefix(name, "$."), "/"))
		n := b.spec.node(steps)
		if n == nil || len(steps) == 0 || n.row("") == nil {
			return
		}
		path := joinSteps(steps)
		for _, p := range paths {
			if p == path {
				return
			}
		}
		paths = append(paths, path)
	}
	for _, m := range foreignName.FindAllStringSubmatchIndex(text, 64) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			name := text[m[g]:m[g+1]]
			if g == 8 && m[0] > 0 && !looksLikeName(name) {
				continue
			}
			if g == 8 && m[0] == 0 && !looksLikeName(name) && !strings.HasPrefix(text[m[1]:], ":") {
				continue
			}
			add(name)
		}
	}
	return paths
}

// looksLikeName reports whether a bare word is unlikely to be a word of prose.
func looksLikeName(s string) bool {
	for i, r := range s {
		if r == '_' || r == '.' || r == '[' || i > 0 && unicode.IsUpper(r) {
			return true
		}
	}
	return false
}

// foreignMessage quotes the text of a foreign error, or says why it is not shown.
func (b *hintBuilder) foreignMessage(text string) string {
	if text == "" {
		return internalMessage
	}
	if b.withholds() {
		return "The tool reported an error; its text is withheld, since the tool takes sensitive values."
	}
	return "The tool reported: " + quoteCut(text, maxTextInHint)
}
