package routinglog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	replacement = "\uFFFD"
	ellipsis    = "…"
)

// text is s as a database takes it: valid UTF-8 without NUL, both of which PostgreSQL refuses, in
// at most limit bytes.
func text(s string, limit int) string {
	short := clean(prefix(s, limit))
	if len(s) <= limit && len(short) <= limit { // a replaced byte becomes three
		return short
	}
	return prefix(short, limit-len(ellipsis)) + ellipsis
}

// clean replaces what is no text.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, replacement), "\x00", replacement)
}

// prefix is the beginning of s in at most limit bytes, cut between characters.
func prefix(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := limit
	for n > 0 && limit-n < utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

const (
	maxIdentifier = 512
	digestBytes   = 8
)

// identifier is a name by which rows are told apart. One that is too long keeps its difference to
// others that begin like it.
func identifier(s string) string {
	if len(s) <= maxIdentifier {
		if short := clean(s); len(short) <= maxIdentifier {
			return short
		}
	}
	sum := sha256.Sum256([]byte(s))
	return text(s, maxIdentifier-2*digestBytes) + hex.EncodeToString(sum[:digestBytes])
}

// result is the JSON of a result, in a form that both databases take. A result that is too large
// or no JSON becomes a string.
func result(raw []byte) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	if len(raw) <= maxResult {
		if out, err := reencode(raw); err == nil && len(out) <= maxResult {
			return out
		}
	}
	return marshal(text(string(raw), maxResult))
}

func reencode(raw []byte) (json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("more than one value")
	}
	return marshal(storable(v, 0)), nil
}

func marshal(v any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // strings, numbers that were read, and lists and maps of them
	return bytes.TrimRight(b.Bytes(), "\n")
}

const (
	maxDepth    = 64 // SQLite reads 1,000 levels, PostgreSQL as many as its stack has room for
	maxNumber   = 64
	maxExponent = 300
)

// storable is v without what PostgreSQL's jsonb refuses though it is JSON: the character NUL, and
// numbers that are beyond its numeric; and without what is nested too deeply.
func storable(v any, depth int) any {
	switch v := v.(type) {
	case string:
		return clean(v)
	case json.Number:
		return number(v)
	case []any:
		if depth == maxDepth {
			return ellipsis
		}
		for i := range v {
			v[i] = storable(v[i], depth+1)
		}
	case map[string]any:
		if depth == maxDepth {
			return ellipsis
		}
		out := make(map[string]any, len(v))
		for key, member := range v {
			out[clean(key)] = storable(member, depth+1)
		}
		return out
	}
	return v
}

// number is n, or its text if that is out of the ordinary.
func number(n json.Number) any {
	if len(n) > maxNumber {
		return text(string(n), maxNumber)
	}
	if i := strings.IndexAny(string(n), "eE"); i >= 0 {
		if e, err := strconv.Atoi(string(n[i+1:])); err != nil || e > maxExponent || e < -maxExponent {
			return string(n)
		}
	}
	return n
}
