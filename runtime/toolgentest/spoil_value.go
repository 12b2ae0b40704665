package toolgentest

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// wrongTypes adds values of types that the place does not accept.
func (w *spoiler) wrongTypes(m map[string]any, v any, nullable bool, p place) {
	kinds := typesOf(m)
	if len(kinds) == 0 {
		return
	}
	if !nullable {
		w.replace(Null, p, nil, "type", true)
	}
	accepts := func(v any) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return isOf(v, kind) })
	}
	candidates := []any{"twelve", json.Number("12345"), true, []any{"x"}, map[string]any{"value": "x"}, json.Number("0.5")}
	if n, ok := v.(json.Number); ok {
		candidates = append(candidates, string(n), string(n))
	}
	if _, isObject := v.(map[string]any); isObject {
		candidates = candidates[:4]
	}
	for _, c := range candidates {
		if !accepts(c) {
			w.replace(WrongType, p, c, "type", true)
		}
	}
	switch v.(type) {
	case map[string]any, []any:
		if !accepts("") {
			w.replace(DoubleEncoding, p, string(write(v)), "type", true)
		}
	}
}

func (w *spoiler) scalar(m map[string]any, v any, p place) {
	if list, ok := m["enum"].([]any); ok {
		w.enum(list, v, p)
		return
	}
	if _, ok := m["const"]; ok || len(p.at) == 0 {
		return
	}
	switch v := v.(type) {
	case json.Number:
		w.bounds(m, v, p)
	case string:
		w.text(m, v, p)
	}
}

func (w *spoiler) enum(list []any, v any, p place) {
	s, ok := v.(string)
	if !ok || len(p.at) == 0 {
		return
	}
	known := len(list) > 1
	for _, near := range []string{strings.ToUpper(s), strings.ToLower(s), strings.ReplaceAll(s, "_", "-"), s + "s", s[:max(len(s)-1, 0)]} {
		if near != "" && utf8.ValidString(near) && !contains(list, near) {
			w.replace(NearEnum, p, near, "enum", known)
		}
	}
	if far := "no such value"; !contains(list, far) {
		w.replace(FarEnum, p, far, "enum", known)
	}
}

func (w *spoiler) bounds(m map[string]any, v json.Number, p place) {
	_, stepped := m["multipleOf"]
	single := 0
	for _, word := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		if _, ok := floatOf(m[word]); ok {
			single++
		}
	}
	for _, word := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		limit, ok := floatOf(m[word])
		if !ok || math.Abs(limit) > 1e12 {
			continue
		}
		broken := limit
		switch word {
		case "minimum":
			broken--
		case "maximum":
			broken++
		}
		known := !stepped && (single == 1 || !boundedTwice(m, word))
		w.replace(OutOfBounds, p, number(broken), word, known && (isInt(limit) || !slices.Contains(typesOf(m), "integer")))
	}
	if of, ok := floatOf(m["multipleOf"]); ok && of > 0 && of != 1 {
		if f, err := v.Float64(); err == nil && math.Abs(f) < 1e9 {
			w.replace(OutOfBounds, p, number(f+of/2), "multipleOf", false)
		}
	}
}

// boundedTwice reports whether the same side has two bounds.
func boundedTwice(m map[string]any, word string) bool {
	for _, pair := range [][2]string{{"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}} {
		if (word == pair[0] || word == pair[1]) && m[pair[0]] != nil && m[pair[1]] != nil {
			return true
		}
	}
	return false
}

func number(f float64) json.Number { return json.Number(strconv.FormatFloat(f, 'f', -1, 64)) }
func isInt(f float64) bool         { return f == math.Trunc(f) }

// brokenFormats are texts that violate a format.
var brokenFormats = map[string]string{
	"date": "tomorrow", "date-time": "next Monday at 9", "time": "noon", "email": "ann at example", "ipv4": "10.1.2", "ipv6": "localhost",
	"uuid": "1234", "uri": "not a uri", "duration": "two hours",
}

func (w *spoiler) text(m map[string]any, v string, p place) {
	source, patterned := m["pattern"].(string)
	format, formatted := m["format"].(string)
	_, formatted = brokenFormats[format], formatted && brokenFormats[format] != ""
	least, hasLeast := intOf(m["minLength"])
	most, hasMost := intOf(m["maxLength"])
	fits := func(s string) bool {
		n := utf8.RuneCountInString(s)
		return (!hasLeast || n >= least) && (!hasMost || n <= most)
	}
	free := !patterned && m["format"] == nil
	if hasLeast && least > 0 && least < 1000 {
		runes := []rune(v)
		w.replace(BadLength, p, string(runes[:min(len(runes), least-1)]), "minLength", free)
	}
	if hasMost && most < 2000 {
		w.replace(BadLength, p, v+strings.Repeat("y", most+1-min(utf8.RuneCountInString(v), most)), "maxLength", free)
	}
	if patterned {
		re, err := regexp.Compile(source)
		for _, broken := range []string{"~ no match ~", "~", v + " ~"} {
			known := err == nil && !re.MatchString(broken) && fits(broken) && m["format"] == nil
			if err != nil || known {
				w.replace(BadPattern, p, broken, "pattern", known)
				break
			}
		}
	}
	if broken := brokenFormats[format]; formatted {
		w.replace(BadFormat, p, broken, "format", fits(broken) && !patterned)
	}
}
