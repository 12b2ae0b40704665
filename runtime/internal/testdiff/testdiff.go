// Package testdiff compares expected and actual values in tests.
package testdiff

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// maxDepth bounds the rendering of cyclic values.
const maxDepth = 40

// Equal reports whether two values render alike; see [Diff].
func Equal(want, got any) bool { return Diff(want, got) == "" }

// Diff returns "" for equal values, otherwise the differing lines, "-" for expected and "+" for actual, with
// two lines of context. Pointers are followed, a nil slice or map differs from an empty one, and times are
// equal if they are the same instant.
func Diff(want, got any) string {
	a, b := lines(want), lines(got)
	if slices.Equal(a, b) {
		return ""
	}
	return changes(a, b)
}

func lines(v any) []string {
	if text, ok := v.(string); ok && strings.Contains(text, "\n") {
		return strings.Split(text, "\n")
	}
	var b strings.Builder
	render(&b, reflect.ValueOf(v), "", 0)
	return strings.Split(b.String(), "\n")
}

// render writes a value in Go syntax, one element per line.
func render(b *strings.Builder, v reflect.Value, indent string, depth int) {
	if !v.IsValid() {
		b.WriteString("nil")
		return
	}
	if depth > maxDepth {
		b.WriteString("…")
		return
	}
	if v.Type() == reflect.TypeFor[time.Time]() && v.CanInterface() {
		b.WriteString(v.Interface().(time.Time).UTC().Format(time.RFC3339Nano))
		return
	}
	inner := indent + "  "
	item := func(name string, v reflect.Value) {
		b.WriteString("\n" + inner + name)
		render(b, v, inner, depth+1)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		if v.Kind() == reflect.Pointer {
			b.WriteString("&")
		}
		render(b, v.Elem(), indent, depth+1)
	case reflect.Struct:
		b.WriteString(v.Type().String() + "{")
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				item(v.Type().Field(i).Name+": ", v.Field(i))
			}
		}
		b.WriteString("}")
	case reflect.Map:
		b.WriteString(v.Type().String())
		if v.IsNil() {
			b.WriteString("(nil)")
			return
		}
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(fmt.Sprintf("%#v", x), fmt.Sprintf("%#v", y)) })
		b.WriteString("{")
		for _, key := range keys {
			item(fmt.Sprintf("%#v: ", key), v.MapIndex(key))
		}
		b.WriteString("}")
	case reflect.Slice, reflect.Array:
		list(b, v, item)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		fmt.Fprintf(b, "%s(%#x)", v.Type(), v.Pointer())
	case reflect.String:
		fmt.Fprintf(b, "%s(%q)", v.Type(), v.String())
	default:
		fmt.Fprintf(b, "%s(%v)", v.Type(), v)
	}
}

func list(b *strings.Builder, v reflect.Value, item func(string, reflect.Value)) {
	b.WriteString(v.Type().String())
	switch {
	case v.Kind() == reflect.Slice && v.IsNil():
		b.WriteString("(nil)")
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		fmt.Fprintf(b, "(%q)", v.Bytes())
	default:
		b.WriteString("{")
		for i := range v.Len() {
			item("", v.Index(i))
		}
		b.WriteString("}")
	}
}

// changes returns the lines between the common beginning and end of two texts, and a few lines around them.
func changes(a, b []string) string {
	const context = 2
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	end := 0
	for end < min(len(a), len(b))-same && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out strings.Builder
	write := func(mark string, lines []string) {
		for _, line := range lines {
			out.WriteString(mark + line + "\n")
		}
	}
	if same > context {
		out.WriteString("  …\n")
	}
	write("  ", a[max(same-context, 0):same])
	write("- ", a[same:len(a)-end])
	write("+ ", b[same:len(b)-end])
	write("  ", a[len(a)-end:len(a)-max(end-context, 0)])
	return out.String()
}
