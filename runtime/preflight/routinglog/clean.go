package routinglog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// sanitizeText returns s as valid UTF-8 without NUL, which PostgreSQL rejects, in at most limit bytes.
func sanitizeText(s string, limit int) string {
	clean := database.Text(s[:min(len(s), limit)])
	if len(s) <= limit && len(clean) <= limit { // a replaced byte grows to three
		return clean
	}
	return show.ClipBytes(clean, limit-len("…"))
}

const (
	maxIdentifier = 512
	digestBytes   = 8
)

// identifier returns a bounded form of an identifier. Truncated ones stay distinct from others with the same
// prefix.
func identifier(s string) string {
	if len(s) <= maxIdentifier {
		if clean := database.Text(s); len(clean) <= maxIdentifier {
			return clean
		}
	}
	sum := sha256.Sum256([]byte(s))
	return sanitizeText(s, maxIdentifier-2*digestBytes) + hex.EncodeToString(sum[:digestBytes])
}

// result returns a result as JSON that both databases accept. A result that is too large, not JSON, or beyond the
// limits of PostgreSQL becomes a string.
func result(raw []byte) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	if len(raw) <= maxResult {
		if v, ok := show.Parse(raw); ok && storable(v, 0) {
			if text := show.JSON(v); len(text) <= maxResult {
				return text
			}
		}
	}
	return show.JSON(sanitizeText(string(raw), maxResult))
}

const (
	maxDepth    = 64 // SQLite reads 1,000 levels, PostgreSQL is limited by its stack
	maxNumber   = 64
	maxExponent = 300
)

// storable reports whether a value is none that PostgreSQL's jsonb rejects although it is valid JSON: NUL
// characters, numbers outside of numeric, and deep nesting.
func storable(v any, depth int) bool {
	switch v := v.(type) {
	case string:
		return !strings.Contains(v, "\x00")
	case json.Number:
		i := strings.IndexAny(string(v), "eE")
		if i < 0 || len(v) > maxNumber {
			return len(v) <= maxNumber
		}
		e, err := strconv.Atoi(string(v[i+1:]))
		return err == nil && -maxExponent <= e && e <= maxExponent
	case []any:
		for _, item := range v {
			if !storable(item, depth+1) {
				return false
			}
		}
		return depth < maxDepth
	case map[string]any:
		for key, item := range v {
			if !storable(key, depth) || !storable(item, depth+1) {
				return false
			}
		}
		return depth < maxDepth
	}
	return true
}
