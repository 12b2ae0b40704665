package runtime

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
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
	switch issue.Constraint {
	case constraintTruncated:
		if b.hint.Reason == Truncated {
			return "The arguments were cut off before their end" + detail + "."
		}
		return "The arguments end before they are complete" + detail + "."
	case constraintSize:
		return "The arguments exceed the limit" + limit + " bytes."
	case constraintDepth:
		return "The arguments nest deeper than the limit" + limit + " levels."
	default:
		return "The arguments are not valid JSON" + detail + "."
	}
}

var byteOffset = regexp.MustCompile(`at byte (\d+)`)

// Bytes of the call that are shown before and behind the place where it stops being JSON.
const (
	excerptBefore = 24
	excerptBehind = 12
)

// near quotes the call around the byte that a message names: few models count bytes.
func (b *hintBuilder) near(message string) string {
	m := byteOffset.FindStringSubmatch(message)
	if m == nil || b.withholds() {
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
func (b *hintBuilder) withholds() bool {
	b.spec.tree()
	return b.spec.fields.sensitive
}

// doubled reports whether the arguments are a string that holds the JSON that they should be.
func (b *hintBuilder) doubled(issue *hintIssue) (inner json.RawMessage, ok bool) {
	if len(issue.steps) > 0 || issue.Constraint != "type" || issue.Got != "string" {
		return nil, false
	}
	var text string
	if json.Unmarshal(b.cfg.call, &text) != nil {
		return nil, false
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return nil, false
	}
	return json.RawMessage(text), true
}

const doubledMessage = "The arguments are a string that holds JSON; send the object itself."

func (b *hintBuilder) isDoubled(issue *hintIssue) bool {
	_, ok := b.doubled(issue)
	return ok
}
