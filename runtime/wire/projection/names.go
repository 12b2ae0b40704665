package projection

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// naming is what may stand in a name: letters, digits, "_" and more.
type naming struct {
	more   string
	max    int  // in bytes
	letter bool // it begins with a letter or "_"
}

// nameMark is the length of what tells a changed name from others.
const nameMark = 7

// noName stands for the name of a call that has none.
const noName = "unnamed"

// ToolName is the name of a tool as the provider takes it. A name that it takes is unchanged. Another one gets a mark that is made
// of it, so that names that differ only in what is forbidden remain two, and each is the same in every request: there is no table
// to be kept.
func (t Target) ToolName(name string) string {
	if name == "" {
		return noName
	}
	return limits[t].tool.of(name)
}

// TakesName reports whether the provider takes the name of a tool as it is. Of MCP it is a recommendation.
func (t Target) TakesName(name string) bool { return name != "" && limits[t].tool.of(name) == name }

// NameRule says what the name of a tool may be.
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

func (n naming) of(name string) string {
	var b strings.Builder
	if n.letter && name != "" && strings.IndexByte("0123456789"+n.more, name[0]) >= 0 {
		b.WriteByte('_')
	}
	for _, r := range name {
		switch {
		case b.Len() == n.max:
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r < utf8.RuneSelf && strings.ContainsRune(n.more, r):
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
	return safe[:min(len(safe), n.max-nameMark)] + "_" + hex.EncodeToString(sum[:])[:nameMark-1]
}
