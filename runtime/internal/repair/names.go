package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/near"
)

// explaining are the words of keys under which a model writes what it thinks, not an argument.
var explaining = []string{
	"reason", "reasoning", "thought", "thinking", "explanation", "explain", "justification", "rationale",
	"note", "comment", "why", "confidence", "analysis", "purpose", "intent", "remark",
}

// explains reports whether a key holds an explanation, rather than what names one: comment_id, reasonCode.
func explains(key string) bool {
	words := near.Words(key)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(explaining, near.Singular(w)) }) &&
		!endsIn(key, []string{"id", "code", "key", "number", "type"})
}

// isSentence reports whether a value is a text of several words.
func isSentence(v *Node) bool {
	return v.Kind == String && strings.Contains(strings.TrimSpace(v.Text), " ")
}

// isID reports whether a name is that of something's identifier, which has no words.
func isID(name string) bool { return endsIn(name, []string{"id", "uid", "uuid", "key", "code"}) }

// dangerous are the verbs of tools whose calls cannot be undone: for them, a word only matches an allowed value that it
// spells.
var dangerous = []string{
	"delete", "remove", "purge", "drop", "destroy", "erase", "wipe", "void", "terminate", "revoke",
	"transfer", "pay", "refund", "charge", "withdraw", "wire", "payout", "payment", "money", "credit", "reimburse", "donate", "buy",
	"sell", "cancel", "reset", "truncate", "overwrite", "uninstall", "kill", "close", "adjust", "adjustment",
}

// harmless are the first words of the names of tools that only look.
var harmless = []string{"list", "get", "show", "preview", "search", "find"}

// isDangerous reports whether a tool deletes or moves money, by its name or the first line of its description.
func isDangerous(name, about string) bool {
	if ws := near.Words(name); len(ws) > 0 && slices.Contains(harmless, ws[0]) {
		return false
	}
	first, _, _ := strings.Cut(about, "\n")
	return slices.ContainsFunc(near.Words(name+" "+first), func(w string) bool {
		return slices.Contains(dangerous, near.Singular(w))
	})
}

// maxName bounds the bytes of a key that may stand for a name.
const maxName = 256
