package foreign

import (
	"encoding/json"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxHidden is the size of the results that are looked at for an error, in bytes: those of errors are short.
const maxHidden = 8 << 10

// Hidden is the text of the error that a result is although nobody says so, "" where its form does not leave
// that beyond doubt. A record that contains an error, such as a failed job, is an answer.
func Hidden(result []byte) string {
	if len(result) < 2 || len(result) > maxHidden {
		return ""
	}
	switch result[0] {
	case '"':
		var text string
		if json.Unmarshal(result, &text) != nil {
			return ""
		}
		text = strings.TrimSpace(text)
		if inner := Hidden([]byte(text)); inner != "" || len(text) <= maxHiddenText && errorStart().MatchString(text) {
			return text
		}
	case '{':
		if v, ok := show.Parse(result); ok {
			if m, _ := v.(map[string]any); isHidden(m) {
				return string(result)
			}
		}
	}
	return ""
}

// isHidden reports whether an object is an error and has nothing else in it.
func isHidden(m map[string]any) bool {
	if !isFailure(m) {
		return false
	}
	for key, v := range m {
		name := plainKey(key)
		switch name {
		case "success", "ok", "succeeded":
			return true
		case "requestid", "traceid", "timestamp", "documentationurl", "warning", "warningmessages", "object", "instance", "statustext", "statuscode", "retryafter", "hint", "help", "iserror", "displaymessage":
			continue
		}
		if v != nil && v != "" && !sayMembers.has(name) && !codeMembers.has(name) && !statusMembers.has(name) && !fieldMembers.has(name) && !innerMembers.has(name) {
			return false
		}
	}
	return true
}

// maxHiddenText is the length up to which a text that begins as errors do is one, in bytes.
const maxHiddenText = 2 << 10

// errorStart is how a text begins that is an error and nothing else: by a word for an error with a colon, or by a
// sentence that says what is invalid.
var errorStart = lazy.Pattern(`^(?i:(?:error|fatal|failed|failure|exception|internal error|(?:validation|api|http|request|runtime|type|value|key)[ _]?error)\b[^\n:]{0,60}: |(?:error (?:executing|calling|running|invoking|converting)|internal error|access denied|permission denied) |invalid (?:\w+ ){0,3}\w+(?: provided)?(?:\. |: ?['"]))`)
