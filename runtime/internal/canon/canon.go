// Package canon defines when two JSON values are the same: as arguments of a call ([JSON], [Equal]), where every byte of a
// value counts, because backends may interpret 1 and 1.0 differently, and as values of JSON Schema ([Text]).
package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// MaxNesting is the maximum nesting depth of arguments.
const MaxNesting = 256

var errNesting = fmt.Errorf("the arguments nest more than %d levels deep", MaxNesting)

// JSON returns JSON independent of white space and key order. Numbers keep their spelling. It returns an error
// for JSON that parsers may interpret differently: duplicate keys and invalid UTF-8.
func JSON(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the arguments are not UTF-8")
	}
	tree, err := rawjson.Parse[struct{}](text)
	if err != nil {
		return nil, fmt.Errorf("the arguments are not JSON that nests at most %d levels deep: %w", MaxNesting, err)
	}
	b, err := appendNode(nil, tree, MaxNesting)
	if err == nil && bytes.ContainsRune(b, utf8.RuneError) {
		// A lone surrogate decodes to this rune, whichever half it is.
		sum := sha256.Sum256(text)
		b = append(append(b, ' '), hex.EncodeToString(sum[:])...)
	}
	return b, err
}

// Equal reports whether two texts have the same canonical form. A text without one equals none.
func Equal(a, b []byte) bool {
	ca, err := JSON(a)
	if err != nil {
		return false
	}
	cb, err := JSON(b)
	return err == nil && bytes.Equal(ca, cb)
}

// appendNode appends a value that has at most left nesting levels.
func appendNode(b []byte, n *rawjson.Node[struct{}], left int) (_ []byte, err error) {
	switch n.Kind {
	case '{', '[':
		if left == 0 {
			return nil, errNesting
		}
	case '"':
		return append(b, show.JSON(n.Text())...), nil
	default:
		return append(b, n.Raw...), nil
	}
	b = append(b, n.Kind)
	for i, item := range n.Items {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendNode(b, item, left-1); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(n.Members, func(a, b rawjson.Member[struct{}]) int { return strings.Compare(a.Key, b.Key) })
	for i, m := range n.Members {
		if i > 0 {
			if n.Members[i-1].Key == m.Key {
				return nil, fmt.Errorf("the arguments cannot be read: an object has the key %.64q twice", m.Key)
			}
			b = append(b, ',')
		}
		if b, err = appendNode(append(append(b, show.JSON(m.Key)...), ':'), m.Value, left-1); err != nil {
			return nil, err
		}
	}
	return append(b, n.Kind+2), nil // the closing bracket
}

// Text returns text that is equal for decoded values that are equal in JSON Schema: numbers by value, objects regardless
// of key order.
func Text(v any) string { return string(appendValue(nil, v)) }

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return strconv.AppendQuote(b, v)
	case json.Number:
		return append(b, decimal.Parse(string(v)).Canonical()...)
	case int64:
		return append(b, decimal.Parse(strconv.FormatInt(v, 10)).Canonical()...)
	case float64:
		return append(b, decimal.Parse(strconv.FormatFloat(v, 'g', -1, 64)).Canonical()...)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(appendValue(b, item), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b = append(strconv.AppendQuote(b, key), ':')
			b = append(appendValue(b, v[key]), ',')
		}
		return append(b, '}')
	}
	return append(b, '?') // decoding JSON gives no other types
}
