package projection

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// nameRule is the allowed form of a name: letters, digits, "_" and the characters of more.
type nameRule struct {
	more   string
	max    int  // bytes
	letter bool // must begin with a letter or "_"
}

// nameHashLength is the length of the hash suffix of a changed name, with its separator.
const nameHashLength = 7

// unnamed replaces the name of a call without one.
const unnamed = "unnamed"

// ToolName returns the name of a tool in the form that the provider accepts. Valid names are unchanged. An
// invalid name gets a hash suffix, so that names that differ only in invalid characters stay distinct, and
// every request uses the same name without a lookup table.
func (t Target) ToolName(name string) string {
	if name == "" {
		return unnamed
	}
	return limits[t].tool.of(name)
}

// TakesName reports whether the provider accepts a tool name unchanged. For MCP this is a recommendation.
func (t Target) TakesName(name string) bool { return name != "" && limits[t].tool.of(name) == name }

// NameRule describes valid tool names.
func (t Target) NameRule() string {
	n := limits[t].tool
	signs := []string{`"_"`}
	for _, r := range n.more {
		signs = append(signs, fmt.Sprintf("%q", string(r)))
	}
	rule := fmt.Sprintf("1 to %d letters of a to z and A to Z, digits, %s", n.max, strings.Join(signs, ", "))
	if n.letter {
		rule += `, and begins with a letter or "_"`
	}
	return rule
}

// of returns a name in the allowed form. The zero rule allows all.
func (n nameRule) of(name string) string {
	if n.max == 0 {
		return name
	}
	var b strings.Builder
	if n.letter && name != "" && strings.IndexByte("0123456789"+n.more, name[0]) >= 0 {
		b.WriteByte('_')
	}
	for _, r := range name {
		switch {
		case b.Len() == n.max:
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', strings.ContainsRune(n.more, r):
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	safe := b.String()
	if safe == name && name != "" {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return safe[:min(len(safe), n.max-nameHashLength)] + "_" + hex.EncodeToString(sum[:])[:nameHashLength-1]
}
