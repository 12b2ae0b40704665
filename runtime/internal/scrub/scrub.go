// Package scrub removes from error messages what is obviously secret or internal, before a model or a person
// sees it: credentials, tokens, private keys, stack traces, pointers and connection addresses. Text that only
// might be secret is kept; the program can mark it.
package scrub

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// removed replaces removed text.
const removed = "•••"

// maxText is the size to which a message is truncated first. What is shown is much shorter.
const maxText = 64 << 10

// secretWord matches a key whose value is a credential.
const secretWord = `(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?(?:key|token)|auth[_-]?token|client[_-]?secret|private[_-]?key|refresh[_-]?token|secret[_-]?(?:access[_-]?)?key|session[_-]?(?:id|token)|credentials?|sig(?:nature)?)`

var (
	privateKey = lazy.Pattern(`(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)`)

	// userinfo matches the user information of a URL, RFC 3986, section 3.2.1.
	userinfo = lazy.Pattern(`([A-Za-z][A-Za-z0-9+.-]*://)[^\s/?#"']+@`)

	// assigned matches key=value, also as a URL parameter; member matches "key": "value" as in JSON and YAML.
	assigned = lazy.Pattern(`(?i)(\b(?:[a-z0-9]+[_-])*` + secretWord + `\s*=\s*)("[^"]*"|'[^']*'|[^\s,;&"')}\]]+)`)
	member   = lazy.Pattern(`(?i)(["'](?:[a-z0-9]+[_-])*` + secretWord + `["']\s*:\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}]+)`)
	labelled = lazy.Pattern(`(?i)(\b` + secretWord + `:\s*)([^\s,;"']+)`)

	// scheme matches the credentials of an Authorization header, RFC 9110, section 11.4.
	scheme = lazy.Pattern(`(?i)\b((?:bearer|basic|digest)\s+)([A-Za-z0-9._~+/=-]{8,})`)

	// token matches credentials with a recognizable form: a JSON Web Token, or a key with a vendor prefix.
	token = lazy.Pattern(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*|\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bA(?:KI|SI)A[0-9A-Z]{16}\b|\bAIza[A-Za-z0-9_-]{30,}`)

	// connection matches the addresses in errors of package net.
	connection = lazy.Pattern(`\b((?:dial|read|write|lookup|listen) (?:tcp|udp|unix|ip)[46]? )\S+(?: \S+)??(->\S+)?(: )`)

	pointer = lazy.Pattern(`\b0xc[0-9a-f]{9,11}\b|\(0x[0-9a-f]+\)`)

	// trace matches the start of a Go or Python stack trace, which extends to the end of the text; frame
	// matches a stack frame of Go, Java, JavaScript, Python or .NET.
	trace = lazy.Pattern(`(?m)^\s*(?:goroutine \d+ \[[^\]\n]*\]:|Traceback \(most recent call last\):|Stack trace:)\s*$`)
	frame = lazy.Pattern(`^\s+at \S.*(?:\(.*\)|:\d+(?::\d+)?| in .*:line \d+)$|^\s*File ".*", line \d+|^\s*\S+\.go:\d+(?: \+0x[0-9a-f]+)?$|^\s*\.\.\. \d+ more$`)
)

// Text removes secrets and internals from a text. It takes linear time and truncates the text to 64 KiB.
func Text(s string) string {
	s = show.ClipBytes(s, maxText)
	s = privateKey().ReplaceAllString(s, removed)
	s = stripTrace(s)
	s = userinfo().ReplaceAllString(s, "${1}"+removed+"@")
	s = maskMatches(scheme(), s, func(v string) bool { return looksRandom(v) || len(v) >= 20 })
	s = maskMatches(member(), s, func(v string) bool { return v != "null" && v != "true" && v != "false" && v != `""` })
	s = maskMatches(assigned(), s, func(string) bool { return true })
	s = maskMatches(labelled(), s, looksRandom)
	s = token().ReplaceAllString(s, removed)
	s = connection().ReplaceAllString(s, "${1}"+removed+"${3}")
	return pointer().ReplaceAllString(s, removed)
}

// maskMatches removes the second group of each match that is a secret.
func maskMatches(form *regexp.Regexp, s string, secret func(string) bool) string {
	return form.ReplaceAllStringFunc(s, func(match string) string {
		m := form.FindStringSubmatch(match)
		if m == nil || !secret(m[2]) {
			return match
		}
		return m[1] + removed
	})
}

// looksRandom reports whether a word cannot be part of a sentence: it is long and contains digits. "password:
// must be longer" and "bearer certificates" are sentences.
func looksRandom(word string) bool {
	return len(word) >= 6 && strings.ContainsAny(word, "0123456789=")
}

// stripTrace removes stack traces. The last line of a Python trace is the error and is kept.
func stripTrace(s string) string {
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
