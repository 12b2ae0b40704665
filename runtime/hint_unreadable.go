package runtime

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// unreadable is the message for arguments that could not be read at all. What the decoder says
// of the place is ours but for a character of the call, which it quotes.
func (b *hintBuilder) unreadable(issue *hintIssue) string {
	detail := ""
	if issue.Message != "" {
		detail = ": " + clean(issue.Message, maxTextInHint) + b.near(issue.Message)
	}
	limit := ""
	if raw, ok := rawValue(issue.Expected, 24); ok && issue.Expected != nil {
		limit = " of " + string(raw)
	}
	if b.hint.Reason == Truncated {
		return "The arguments were cut off before their end" + detail + "."
	}
	switch issue.Constraint {
	case constraintTruncated:
		return "The arguments end before they are complete" + detail + "."
	case constraintSize:
		return "The arguments exceed the limit" + limit + " bytes."
	case constraintDepth:
		return "The arguments nest deeper than the limit" + limit + " levels."
	default:
		return "The arguments are not valid JSON" + detail + "."
	}
}

var byteOffset = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`at byte (\d+)`) })

// Bytes of the call that are shown before and behind the place where it stops being JSON.
const (
	excerptBefore = 24
	excerptBehind = 12
)

// near quotes the call around the byte that a message names: few models count bytes.
func (b *hintBuilder) near(message string) string {
	m := byteOffset().FindStringSubmatch(message)
	if m == nil || b.spec.withholds() {
		return ""
	}
	at, err := strconv.Atoi(m[1])
	if call := b.cfg.call; err == nil && at <= len(call) && len(call) > 0 {
		from, to := max(at-excerptBefore, 0), min(at+excerptBehind, len(call))
		for from > 0 && !utf8.RuneStart(call[from]) {
			from--
		}
		for to < len(call) && !utf8.RuneStart(call[to]) {
			to++
		}
		return ", near " + quoteCode(string(call[from:to]))
	}
	return ""
}

// withholds reports whether text of unknown meaning must not be shown, since nothing tells which
// part of it is the value of a sensitive field.
func (s *ToolSpec) withholds() bool {
	return s.conceals()
}

// doubled finds the JSON that the arguments should be, where they are a string that holds it.
func (b *hintBuilder) doubled() (inner json.RawMessage, ok bool) {
	call := bytes.TrimLeft(b.cfg.call, " \t\r\n")
	if len(call) == 0 || call[0] != '"' {
		return nil, false // nothing to read: most calls are objects
	}
	var text string
	if json.Unmarshal(call, &text) != nil {
		return nil, false
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return nil, false
	}
	return json.RawMessage(text), true
}

const doubledMessage = "The arguments are a string that holds JSON; send the object itself."

// plainly replaces what a decoder says of a string that should be an object, such as that it is
// no variant of a union, by what is wrong with it.
func (b *hintBuilder) plainly(issues []ValidationIssue) []ValidationIssue {
	if _, ok := b.doubled(); !ok || len(issues) != 1 || issues[0].Field != "" {
		return issues
	}
	switch issues[0].Constraint {
	case "type", "oneOf", "anyOf":
		b.wrapped = true
		return []ValidationIssue{{Constraint: "type", Expected: "object", Got: "string"}}
	}
	return issues
}
