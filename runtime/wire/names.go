package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// naming is what a provider takes as the name of a tool: letters, digits, "_", "-" and more.
type naming struct {
	more   string
	max    int  // in bytes
	letter bool // it begins with a letter or "_"
}

// The rules of the providers. Those of OpenAI are the strictest, and the ones that Bedrock and Mistral have.
var (
	openAINames    = naming{max: 64}
	anthropicNames = naming{max: 128}
	geminiNames    = naming{max: 64, more: ".:", letter: true}
)

// nameMark is the length of what tells a changed name from others.
const nameMark = 7

// of is a tool's name as the provider takes it. A name that it takes is unchanged. Another one gets a mark that is made of it, so that
// names that differ only in what is forbidden remain two, and each is the same in every request: there is no table to be kept.
func (n naming) of(name string) string {
	if name == "" {
		return noName
	}
	var b strings.Builder
	if c := name[0]; n.letter && c < utf8.RuneSelf && strings.IndexByte("0123456789"+n.more+"-", c) >= 0 {
		b.WriteByte('_')
	}
	for _, r := range name {
		switch {
		case b.Len() == n.max:
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-',
			r < utf8.RuneSelf && strings.ContainsRune(n.more, r):
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	safe := b.String()
	if safe == name {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return safe[:min(len(safe), n.max-nameMark)] + "_" + hex.EncodeToString(sum[:])[:nameMark-1]
}

// RestoreNames gives the calls with the names that the tools have in the set, where a provider was offered others, since it
// does not take all characters (see [OpenAIChatTools] and its like). Other names are left as they are. The functions
// that write calls and answers change the names again, so that a conversation has those that were offered.
func RestoreNames(set *runtime.Toolset, calls []runtime.ToolCall) []runtime.ToolCall {
	own := map[string]string{}
	for _, name := range set.Names() {
		for _, rule := range []naming{openAINames, anthropicNames, geminiNames} {
			offered := rule.of(name)
			if other, twice := own[offered]; twice && other != name {
				name = "" // it is not known whose it is
			}
			own[offered] = name
		}
	}
	restored := append([]runtime.ToolCall(nil), calls...)
	for i := range restored {
		if _, known := set.Lookup(restored[i].Name); known {
			continue
		}
		if name := own[restored[i].Name]; name != "" {
			restored[i].Name = name
		}
	}
	return restored
}
