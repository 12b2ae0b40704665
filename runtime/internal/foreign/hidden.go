package foreign

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxHidden is the size of the results that are looked at for an error, in bytes: those of errors are short.
const maxHidden = 8 << 10

// Hidden is the text of a result that is an error although it is not marked as one, "" if its form leaves doubt. A record
// that contains an error, such as a failed job, is an answer.
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

// isHidden reports whether an object is an error: it says that it is no success, or it has nothing else in it.
func isHidden(m map[string]any) bool {
	success, rest := false, false
	for key, v := range m {
		switch name := near.Fold(key); name {
		case "success", "ok", "succeeded":
			success = true
		case "requestid", "traceid", "timestamp", "documentationurl", "warning", "warningmessages", "object", "instance", "statustext", "statuscode", "retryafter", "hint", "help", "iserror", "displaymessage":
		default:
			isPart := func(n names) bool { return n.has(name) }
			members := []names{sayMembers, codeMembers, statusMembers, fieldMembers, innerMembers}
			rest = rest || v != nil && v != "" && !slices.ContainsFunc(members, isPart)
		}
	}
	return isFailure(m) && (success || !rest)
}

// maxHiddenText is the length up to which a text that begins as errors do is one, in bytes.
const maxHiddenText = 2 << 10

// errorStart is how a text begins that is an error and nothing else: by a word for an error with a colon, or by a
// sentence that says what is invalid.
var errorStart = lazy.Pattern(`^(?i:(?:error|fatal|failed|failure|exception|internal error|(?:validation|api|http|request|runtime|type|value|key)[ _]?error)\b[^\n:]{0,60}: |(?:error (?:executing|calling|running|invoking|converting)|internal error|access denied|permission denied) |invalid (?:\w+ ){0,3}\w+(?: provided)?(?:\. |: ?['"]))`)
