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

// sanitizeText returns s as valid UTF-8 without NUL, which PostgreSQL rejects, in at most limit bytes.
func sanitizeText(s string, limit int) string {
	short := sanitizeUTF8(truncate(s, limit))
	if len(s) <= limit && len(short) <= limit { // a replaced byte grows to three
		return short
	}
	return truncate(short, limit-len(ellipsis)) + ellipsis
}

// sanitizeUTF8 replaces NUL and invalid UTF-8.
func sanitizeUTF8(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, replacement), "\x00", replacement)
}

// truncate returns the longest prefix of s of at most limit bytes that ends at a rune boundary.
func truncate(s string, limit int) string {
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

// identifier returns a bounded form of an identifier. Truncated ones stay distinct from others with the same
// prefix.
func identifier(s string) string {
	if len(s) <= maxIdentifier {
		if short := sanitizeUTF8(s); len(short) <= maxIdentifier {
			return short
		}
	}
	sum := sha256.Sum256([]byte(s))
	return sanitizeText(s, maxIdentifier-2*digestBytes) + hex.EncodeToString(sum[:digestBytes])
}

// result returns a result as JSON that both databases accept. A result that is too large or not JSON becomes a
// string.
func result(raw []byte) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	if len(raw) <= maxResult {
		if out, err := reencode(raw); err == nil && len(out) <= maxResult {
			return out
		}
	}
	return marshal(sanitizeText(string(raw), maxResult))
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
	return marshal(sanitizeJSON(v, 0)), nil
}

func marshal(v any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // strings, decoded numbers, and lists and maps of them
	return bytes.TrimRight(b.Bytes(), "\n")
}

const (
	maxDepth    = 64 // SQLite reads 1,000 levels, PostgreSQL is limited by its stack
	maxNumber   = 64
	maxExponent = 300
)

// sanitizeJSON replaces values that PostgreSQL's jsonb rejects although they are valid JSON: NUL characters,
// numbers outside of numeric, and deep nesting.
func sanitizeJSON(v any, depth int) any {
	switch v := v.(type) {
	case string:
		return sanitizeUTF8(v)
	case json.Number:
		return number(v)
	case []any:
		if depth == maxDepth {
			return ellipsis
		}
		for i := range v {
			v[i] = sanitizeJSON(v[i], depth+1)
		}
	case map[string]any:
		if depth == maxDepth {
			return ellipsis
		}
		out := make(map[string]any, len(v))
		for key, member := range v {
			out[sanitizeUTF8(key)] = sanitizeJSON(member, depth+1)
		}
		return out
	}
	return v
}

// number returns n, or its text if it is extreme.
func number(n json.Number) any {
	if len(n) > maxNumber {
		return sanitizeText(string(n), maxNumber)
	}
	if i := strings.IndexAny(string(n), "eE"); i >= 0 {
		if e, err := strconv.Atoi(string(n[i+1:])); err != nil || e > maxExponent || e < -maxExponent {
			return string(n)
		}
	}
	return n
}
