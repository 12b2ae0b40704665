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

// explains reports whether a key holds an explanation.
func explains(key string) bool {
	return slices.ContainsFunc(near.Words(key), func(w string) bool { return slices.Contains(explaining, near.Singular(w)) })
}

// dangerous are the verbs of tools whose calls cannot be undone: for them, a word only matches an allowed value that it
// spells.
var dangerous = []string{
	"delete", "remove", "purge", "drop", "destroy", "erase", "wipe", "void", "terminate", "revoke",
	"transfer", "pay", "refund", "charge", "withdraw", "wire", "payout", "payment",
}

// isDangerous reports whether a tool deletes or moves money, by its name or the first sentence of its description.
func isDangerous(name, about string) bool {
	first, _, _ := strings.Cut(about, "\n")
	first, _, _ = strings.Cut(first, ". ")
	is := func(w string) bool { return slices.Contains(dangerous, w) }
	words := near.Words(first)
	return slices.ContainsFunc(near.Words(name), is) || len(words) > 0 && (is(words[0]) || is(near.Singular(words[0]))) ||
		slices.Contains(words, "money") && (slices.Contains(words, "move") || slices.Contains(words, "send"))
}

// maxName bounds the bytes of a key that may stand for a name.
const maxName = 256
