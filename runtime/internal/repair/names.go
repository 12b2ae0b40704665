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
		!slices.Contains([]string{"id", "code", "key", "number", "type"}, words[len(words)-1])
}

// dangerous are the verbs of tools whose calls cannot be undone: for them, a word only matches an allowed value that it
// spells.
var dangerous = []string{
	"delete", "remove", "purge", "drop", "destroy", "erase", "wipe", "void", "terminate", "revoke",
	"transfer", "pay", "refund", "charge", "withdraw", "wire", "payout", "payment", "money", "credit", "reimburse", "donate", "buy",
	"sell", "cancel", "reset", "truncate", "overwrite", "uninstall", "kill", "close", "adjust", "adjustment",
}

// isDangerous reports whether a tool deletes or moves money, by its name or the first line of its description.
func isDangerous(name, about string) bool {
	first, _, _ := strings.Cut(about, "\n")
	return slices.ContainsFunc(near.Words(name+" "+first), func(w string) bool {
		return slices.Contains(dangerous, w) || slices.Contains(dangerous, near.Singular(w))
	})
}

// maxName bounds the bytes of a key that may stand for a name.
const maxName = 256
