// Package scrub takes out of the text of an error what is plainly secret or internal, before a model
// or a person reads it: credentials, tokens, private keys, stack traces, pointers and the addresses
// of connections. What only may be secret stays: the program knows better, and can say so.
package scrub

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// removed stands for what was taken out.
const removed = "•••"

// maxText is the number of bytes of an error that are looked at. What is shown is far shorter.
const maxText = 64 << 10

// secretWord is a key whose value is a credential.
const secretWord = `(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?(?:key|token)|auth[_-]?token|client[_-]?secret|private[_-]?key|refresh[_-]?token|secret[_-]?(?:access[_-]?)?key|session[_-]?(?:id|token)|credentials?|sig(?:nature)?)`

var (
	privateKey = lazy.Pattern(`(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)`)

	// userinfo is what stands before the host in a URL (RFC 3986, section 3.2.1).
	userinfo = lazy.Pattern(`([A-Za-z][A-Za-z0-9+.-]*://)[^\s/?#"']+@`)

	// assigned is key=value, also as a parameter of a URL; member is "key": "value" as JSON and YAML have it.
	assigned = lazy.Pattern(`(?i)(\b(?:[a-z0-9]+[_-])*` + secretWord + `\s*=\s*)("[^"]*"|'[^']*'|[^\s,;&"')}\]]+)`)
	member   = lazy.Pattern(`(?i)(["'](?:[a-z0-9]+[_-])*` + secretWord + `["']\s*:\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}]+)`)
	labelled = lazy.Pattern(`(?i)(\b` + secretWord + `:\s*)([^\s,;"']+)`)

	// scheme is the credentials of an Authorization header (RFC 9110, section 11.4).
	scheme = lazy.Pattern(`(?i)\b((?:bearer|basic|digest)\s+)([A-Za-z0-9._~+/=-]{8,})`)

	// token is a credential that its form gives away: a JSON Web Token, or a key with a vendor's prefix.
	token = lazy.Pattern(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*|\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bA(?:KI|SI)A[0-9A-Z]{16}\b|\bAIza[A-Za-z0-9_-]{30,}`)

	// connection is the address in the errors of Go's package net.
	connection = lazy.Pattern(`\b((?:dial|read|write|lookup|listen) (?:tcp|udp|unix|ip)[46]? )\S+(?: \S+)??(->\S+)?(: )`)

	pointer = lazy.Pattern(`\b0xc[0-9a-f]{9,11}\b|\(0x[0-9a-f]+\)`)

	// trace is where a stack trace of Go or Python begins, which the rest of the text is; frame is a line of
	// one of Go, Java, JavaScript, Python or .NET.
	trace = lazy.Pattern(`(?m)^\s*(?:goroutine \d+ \[[^\]\n]*\]:|Traceback \(most recent call last\):|Stack trace:)\s*$`)
	frame = lazy.Pattern(`^\s+at \S.*(?:\(.*\)|:\d+(?::\d+)?| in .*:line \d+)$|^\s*File ".*", line \d+|^\s*\S+\.go:\d+(?: \+0x[0-9a-f]+)?$|^\s*\.\.\. \d+ more$`)
)

// Text is a text without what is plainly secret or internal. It takes time in proportion to the
// text, of which it looks at the first 64 KiB.
func Text(s string) string {
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	s = privateKey().ReplaceAllString(s, removed)
	s = withoutTrace(s)
	s = userinfo().ReplaceAllString(s, "${1}"+removed+"@")
	s = masked(scheme(), s, func(v string) bool { return opaque(v) || len(v) >= 20 })
	s = masked(member(), s, func(v string) bool { return v != "null" && v != "true" && v != "false" && v != `""` })
	s = masked(assigned(), s, func(string) bool { return true })
	s = masked(labelled(), s, opaque)
	s = token().ReplaceAllString(s, removed)
	s = connection().ReplaceAllString(s, "${1}"+removed+"${3}")
	return pointer().ReplaceAllString(s, removed)
}

// masked takes out the second group of each match whose value is a secret.
func masked(form *regexp.Regexp, s string, secret func(string) bool) string {
	return form.ReplaceAllStringFunc(s, func(match string) string {
		m := form.FindStringSubmatch(match)
		if m == nil || !secret(m[2]) {
			return match
		}
		return m[1] + removed
	})
}

// opaque reports whether a word is one that nobody writes in a sentence: long, with digits in it.
// "password: must be longer" and "bearer certificates" are sentences.
func opaque(word string) bool {
	return len(word) >= 6 && strings.ContainsAny(word, "0123456789=")
}

// withoutTrace takes out stack traces. Of Python's, the last line is the error itself.
func withoutTrace(s string) string {
	at := trace().FindStringIndex(s)
	if at == nil && !strings.Contains(s, "\n") {
		return s
	}
	var kept []string
	inside, python := false, false
	for line := range strings.SplitSeq(s, "\n") {
		switch {
		case trace().MatchString(line):
			inside, python = true, strings.HasPrefix(strings.TrimSpace(line), "Traceback")
		case inside && python && line != "" && line[0] != ' ' && line[0] != '\t':
			inside, python = false, false
			kept = append(kept, line)
		case inside || frame().MatchString(line):
		default:
			kept = append(kept, line)
		}
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n ")
}
