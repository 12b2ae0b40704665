// Package canon defines when two calls have the same arguments. The gate and the approvals must agree on that,
// so both use this package.
package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// JSON returns JSON independent of white space and key order. Numbers keep their spelling. It returns an error
// for JSON that parsers may interpret differently: duplicate keys and invalid UTF-8.
func JSON(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the arguments are not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	b, err := appendValue(nil, dec, MaxNesting)
	if err != nil {
		return nil, fmt.Errorf("the arguments cannot be read: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the arguments are more than one JSON value")
	}
	if bytes.ContainsRune(b, utf8.RuneError) {
		// A lone surrogate decodes to this rune, whichever half it is.
		sum := sha256.Sum256(text)
		b = append(append(b, ' '), hex.EncodeToString(sum[:])...)
	}
	return b, nil
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

// MaxNesting is the maximum nesting depth of arguments.
const MaxNesting = 256

var errNesting = fmt.Errorf("they nest more than %d levels deep", MaxNesting)

// appendValue appends the next value, with at most left nesting levels.
func appendValue(b []byte, dec *json.Decoder, left int) ([]byte, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		if left == 0 {
			return nil, errNesting
		}
		if token == '{' {
			return appendObject(b, dec, left-1)
		}
		return appendArray(b, dec, left-1)
	case json.Number:
		return append(b, token...), nil
	default:
		return appendScalar(b, token)
	}
}

// appendScalar appends a scalar other than a number, without HTML escapes.
func appendScalar(b []byte, v any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return append(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), err
}

func appendArray(b []byte, dec *json.Decoder, left int) ([]byte, error) {
	b = append(b, '[')
	var err error
	for first := true; dec.More(); first = false {
		if !first {
			b = append(b, ',')
		}
		if b, err = appendValue(b, dec, left); err != nil {
			return nil, err
		}
	}
	_, err = dec.Token()
	return append(b, ']'), err
}

func appendObject(b []byte, dec *json.Decoder, left int) ([]byte, error) {
	type member struct {
		key  string
		text []byte
	}
	var members []member
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		text, err := appendValue(nil, dec, left)
		if err != nil {
			return nil, err
		}
		members = append(members, member{key.(string), text})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	b = append(b, '{')
	for i, m := range members {
		if i > 0 {
			if members[i-1].key == m.key {
				return nil, fmt.Errorf("the key %.64q stands twice in one object", m.key)
			}
			b = append(b, ',')
		}
		var err error
		if b, err = appendScalar(b, m.key); err != nil {
			return nil, err
		}
		b = append(append(b, ':'), m.text...)
	}
	return append(b, '}'), nil
}
