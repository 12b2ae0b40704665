package toolgentest

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// paths parses fields and skips invalid ones.
func paths(fields []string) (list []path) {
	for _, field := range fields {
		if p, ok := parsePath(field); ok {
			list = append(list, p)
		}
	}
	return list
}

// leaves visits the scalars and the empty containers of a value.
func leaves(v any, at path, visit func(path, any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			leaves(v[key], at.key(key), visit)
		}
		return
	case []any:
		for i, item := range v {
			leaves(item, at.item(i), visit)
		}
		return
	}
	visit(at, v)
}

// pruned returns a value without the given paths and without containers that become empty. A removed array
// item becomes null, so that the others keep their indexes; trailing nulls are dropped.
func pruned(v any, places []path) any {
	doc, _ := parse(write(v)) // a copy
	places = slices.Clone(places)
	slices.SortFunc(places, func(a, b path) int { return len(b) - len(a) })
	for _, p := range places {
		if len(p) == 0 {
			continue
		}
		if _, there := get(doc, p); there {
			if p[len(p)-1].IsIndex {
				doc = put(doc, p, nil)
			} else {
				doc = remove(doc, p)
			}
		}
		for n := len(p) - 1; n > 0; n-- {
			switch holder, _ := get(doc, p[:n]); at := holder.(type) {
			case []any:
				for len(at) > 0 && at[len(at)-1] == nil {
					at = at[:len(at)-1]
				}
				if doc = put(doc, p[:n], at); len(at) == 0 {
					doc = removeAt(doc, p[:n])
				}
			case map[string]any:
				if len(at) == 0 {
					doc = removeAt(doc, p[:n])
				}
			}
		}
	}
	return doc
}

// removeAt returns a value without the path; an array item becomes null.
func removeAt(doc any, p path) any {
	if p[len(p)-1].IsIndex {
		return put(doc, p, nil)
	}
	return remove(doc, p)
}

// fold lower-cases a text and removes everything but letters and digits.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// prose removes JSON objects from a text: a key counts as named only in a sentence.
func prose(text string) string {
	var b strings.Builder
	for text != "" {
		at := strings.IndexAny(text, "{")
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		text = text[at:]
		dec := json.NewDecoder(strings.NewReader(text))
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		text = text[dec.InputOffset():]
	}
	return b.String() + text
}

// names reports whether a text contains the path, or its last key as a separate word.
func names(text string, p path) bool {
	if len(p) == 0 || len(p) > 1 && strings.Contains(text, p.String()) {
		return true
	}
	key := ""
	for _, s := range p {
		if !s.IsIndex {
			key = s.Key
		}
	}
	for rest := text; key != ""; {
		at := strings.Index(rest, key)
		if at < 0 {
			return false
		}
		before, after := strings.TrimRightFunc(rest[:at], isWordRune), strings.TrimLeftFunc(rest[at+len(key):], isWordRune)
		if len(before) == at && len(after) == len(rest)-at-len(key) {
			return true
		}
		rest = rest[at+len(key):]
	}
	return false
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
