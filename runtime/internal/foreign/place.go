package foreign

import (
	"slices"
	"strconv"
	"strings"
)

// placeOf reads a place in any of the ways in which APIs write one.
func placeOf(s string) []Step {
	if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#/") {
		return pointer(s)
	}
	return dotted(s)
}

// PointerPath is a JSON Pointer as the dotted path of a field.
func PointerPath(p string) string {
	var b strings.Builder
	for _, s := range pointer(p) {
		if n, err := strconv.Atoi(s.Key); err == nil && b.Len() > 0 {
			b.WriteString("[" + strconv.Itoa(n) + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Key)
	}
	return b.String()
}

// plainKey is the name of a member without what tells its spellings apart.
func plainKey(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

func sorted(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
