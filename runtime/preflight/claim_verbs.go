package preflight

import (
	"strings"
)

// verb is one verb in the forms in which claims have it.
type verb struct{ base, past, participle, gerund string }

// family is a group of verbs with which people say much the same of a tool.
type family struct {
	verbs []verb
}

// families are the verbs that tools are commonly named by, with those that a model says instead.
// The participle of a verb is its past tense where a second form is not given.
var families = []family{
	{conjugate("create", "record", "add", "enter", "post", "book", "raise", "issue", "register", "log", "make/made", "file", "save",
		"submit", "insert", "update", "change", "modify", "edit", "amend", "adjust", "correct", "set/set", "apply", "put/put",
		"write/wrote/written", "generate", "draft", "schedule", "assign", "rename", "move", "upload", "store", "open", "reconcile", "allocate")},
	{conjugate("void", "cancel", "annul", "delete", "remove", "erase", "reverse", "archive", "close", "revoke", "clear", "purge", "discard", "undo/undid/undone")},
	{conjugate("send/sent", "email", "e-mail", "mail", "deliver", "forward", "notify", "dispatch", "text", "message", "reply", "publish")},
	{conjugate("approve", "authorise", "authorize", "accept", "confirm", "release", "sign")},
	{conjugate("pay/paid", "transfer", "refund", "charge", "settle", "wire", "buy/bought", "order", "purchase")},
}

// anyTool are verbs that say of any tool that it has done its work.
var anyTool = conjugate("process", "complete", "finalise", "finalize", "execute", "perform", "carry")

// conjugate makes verbs of "base", "base/past" or "base/past/participle".
func conjugate(list ...string) []verb {
	var verbs []verb
	for _, item := range list {
		parts := strings.Split(item, "/")
		base := parts[0]
		past := base + "ed"
		doubled := base + base[len(base)-1:]
		switch {
		case len(parts) > 1:
			past = parts[1]
		case strings.HasSuffix(base, "e"):
			past = base + "d"
		case strings.HasSuffix(base, "y") && !strings.ContainsRune("aeo", rune(base[max(len(base)-2, 0)])):
			past = base[:len(base)-1] + "ied"
		case doubles(base):
			past = doubled + "ed"
		}
		gerund := base + "ing"
		switch {
		case strings.HasSuffix(base, "e"):
			gerund = base[:len(base)-1] + "ing"
		case doubles(base):
			gerund = doubled + "ing"
		}
		v := verb{base: base, past: past, participle: past, gerund: gerund}
		if len(parts) > 2 {
			v.participle = parts[2]
		}
		verbs = append(verbs, v)
		if base == "cancel" { // both spellings are common
			verbs = append(verbs, verb{base, "cancelled", "cancelled", "cancelling"})
		}
	}
	return verbs
}

// doubles reports whether a verb doubles its last letter: short ones of one vowel between two
// consonants, and those whose last syllable is stressed. English has no rule for the rest.
func doubles(base string) bool {
	switch base {
	case "submit", "commit", "refer", "transfer", "annul", "put", "set", "log", "ship", "drop", "tag", "ban", "plan":
		return true
	}
	return false
}
