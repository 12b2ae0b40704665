package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Maximum lengths of text other than results, in bytes.
const (
	maxErrorText = 4096 // answer to a failed call
	maxShownName = 128  // tool name in a UI stream
	maxNote      = 1024 // note beside a result
	maxQuoted    = 64   // quoted text in an error message
)

// noName replaces the name of a call without one.
const noName = "unnamed"

const noReason = "The tool gave no result and no reason."

// Failed reports whether the call failed. A malformed response is still a result.
func Failed(out runtime.ToolOutput) bool {
	return out.Error != nil || len(out.Payload) == 0 && out.RetryHint != nil
}

// Text returns the answer as shown to a model, for formats with an error flag of their own: the text of the
// hint, else the error message, else the result. A result that is a JSON string is unquoted.
func Text(out runtime.ToolOutput) string {
	if Failed(out) {
		return errorText(out)
	}
	return resultText(out)
}

func errorText(out runtime.ToolOutput) string {
	message := ""
	if out.Error != nil {
		message = out.Error.Message
	}
	return clip(cmp.Or(out.RetryHint.Text(), message, noReason), maxErrorText)
}

func resultText(out runtime.ToolOutput) string {
	payload := Payload(out)
	var s string
	if payload[0] == '"' && json.Unmarshal(payload, &s) == nil {
		return s
	}
	return string(payload)
}

// flaggedText returns the answer for formats without an error flag: like Text, but an error is wrapped in JSON
// that marks it.
func flaggedText(out runtime.ToolOutput) string {
	if !Failed(out) {
		return withNote(resultText(out), Note(out))
	}
	return string(errorObject(out))
}

// errorObject returns a failed call as JSON. The hint is included as text, which is shorter for the model than
// its JSON form.
func errorObject(out runtime.ToolOutput) json.RawMessage {
	body := struct {
		IsError bool   `json:"is_error"`
		Error   string `json:"error"`
		Hint    string `json:"hint,omitempty"`
		Message string `json:"message,omitempty"`
	}{IsError: true, Error: reasonOf(out)}
	if out.RetryHint != nil {
		body.Hint = errorText(out)
	} else {
		body.Message = errorText(out)
	}
	return show.JSON(body)
}

// reasonOf returns the machine-readable reason of a failure.
func reasonOf(out runtime.ToolOutput) string {
	if out.Error == nil {
		return clip(string(out.RetryHint.Reason), maxShownName)
	}
	return out.Error.Kind.Reason()
}

// Note returns what a model should know in addition to a result: how the call was changed before it ran, and
// that the result does not match its schema. It returns "" if there is nothing to report. It names fields but
// no values, which may be sensitive.
func Note(out runtime.ToolOutput) string {
	if Failed(out) {
		return ""
	}
	const most = 3
	var told []string
	for _, r := range out.Receipts {
		deed := receiptTexts[r.Kind]
		if r.Kind == runtime.ReceiptRepaired {
			r.Field = "" // the receipt concerns the whole text
		}
		if r.Suggest != "" {
			deed += "; did you mean " + quote(r.Suggest) + "?"
		}
		if s := sentence(r.Field, deed); receiptTexts[r.Kind] != "" && !slices.Contains(told, s) {
			told = append(told, s)
		}
	}
	if more := len(told) - most; more > 0 {
		told = append(told[:most], fmt.Sprintf(" Further changes: %d.", more))
	}
	s := ""
	if len(told) > 0 {
		s = "The call was changed before it ran." + strings.Join(told, "")
	}
	if out.RetryHint != nil {
		s = withNote(s, out.RetryHint.Text())
	}
	return clip(s, maxNote)
}

// receiptTexts describes receipts to the model. Receipts that are not listed are not reported: absent arguments
// mean {}, and defaults are documented in the schema.
var receiptTexts = map[runtime.ReceiptKind]string{
	runtime.ReceiptIgnored:  "is not a field of the tool and was ignored",
	runtime.ReceiptNull:     "was null and was left out",
	runtime.ReceiptScalar:   "was converted to the type of the field",
	runtime.ReceiptUnwrap:   "was a string and was parsed as JSON",
	runtime.ReceiptWrap:     "was wrapped in a list",
	runtime.ReceiptEnum:     "was matched to the closest allowed value",
	runtime.ReceiptKey:      "was under another key",
	runtime.ReceiptRepaired: "was repaired, because it was not valid JSON",
	"corrected":             "was corrected, because the call was not valid", // by package toolblock
	"edited":                "was changed by the approver",                   // in package approval
}

func sentence(field, deed string) string {
	sentence := " The arguments text " + deed
	if field != "" {
		sentence = " " + quoteField(field) + " " + deed
	}
	if strings.HasSuffix(sentence, "?") {
		return sentence
	}
	return sentence + "."
}

// quoteField quotes a field path. A single key in brackets is shown without them.
func quoteField(field string) string {
	if steps := fieldpath.Split(field); len(steps) == 1 {
		return quote(steps[0].Key)
	}
	if strings.Contains(field, `"`) && len(field) <= maxQuoted && strconv.CanBackquote(field) {
		return "`" + field + "`"
	}
	return quote(field)
}

func withNote(text, note string) string {
	if text == "" || note == "" {
		return text + note
	}
	return text + "\n\n" + note
}

// clip truncates s to n bytes at a rune boundary and replaces invalid UTF-8.
func clip(s string, n int) string { return strings.ToValidUTF8(show.ClipBytes(s, n), "\uFFFD") }

// shownName returns the tool name for display, never empty.
func shownName(call runtime.ToolCall) string {
	return clip(cmp.Or(call.Name, noName), maxShownName)
}

// quote truncates and quotes untrusted text for use in a sentence.
func quote(s string) string { return strconv.Quote(clip(s, maxQuoted)) }
