package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Widths of text that is not a result, in bytes.
const (
	maxErrorText = 4096 // what a failed call is answered with
	maxShownName = 128  // a tool's name in a stream to a user interface
	maxNote      = 1024 // what is said beside a result
	maxQuoted    = 64   // an id in an error of this package
)

// noName stands for the name of a call that has none.
const noName = "unnamed"

// noReason is said where an output holds neither a result nor an error.
const noReason = "The tool gave no result and no reason."

// Failed reports whether an output says that the call failed. A result that does not have its
// documented form is a result all the same.
func Failed(out runtime.ToolOutput) bool {
	return out.Error != nil || len(out.Payload) == 0 && out.RetryHint != nil
}

// Text is the answer as a model reads it, for shapes that flag errors by themselves: the hint's
// text or the error's message, else the result. A result that is a JSON string is that string.
func Text(out runtime.ToolOutput) string {
	if Failed(out) {
		return errorText(out)
	}
	return resultText(out)
}

func errorText(out runtime.ToolOutput) string {
	text := out.RetryHint.Text()
	if text == "" && out.Error != nil {
		text = out.Error.Message
	}
	if text == "" {
		text = noReason
	}
	return clip(text, maxErrorText)
}

func resultText(out runtime.ToolOutput) string {
	payload := Payload(out)
	var s string
	if payload[0] == '"' && json.Unmarshal(payload, &s) == nil {
		return s
	}
	return string(payload)
}

// flagged is the answer for shapes that have no flag for errors: as Text gives it, but the text of
// a failed call is wrapped in JSON that says so.
func flagged(out runtime.ToolOutput) string {
	if !Failed(out) {
		return withNote(resultText(out), Note(out))
	}
	return string(errorObject(out))
}

// errorObject says in JSON that a call failed. The hint is there as the text for models: as an
// object it would take more bytes and need more reading.
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
	return marshal(body)
}

// reasonOf is the machine word for a failure.
func reasonOf(out runtime.ToolOutput) string {
	if out.Error == nil {
		return clip(string(out.RetryHint.Reason), maxShownName)
	}
	var said struct {
		Reason string `json:"reason"`
	}
	// The error's own JSON has the word; it is not to be spelt in two places.
	if raw, err := json.Marshal(runtime.ToolError{Kind: out.Error.Kind}); err == nil && json.Unmarshal(raw, &said) == nil {
		return said.Reason
	}
	return string(out.Error.Kind)
}

// Note is what a model is told beside a result: which changes the call needed before it could
// run, and that the result does not have its documented form; "" where there is nothing to tell.
// It names fields, never values, since a field may be sensitive.
func Note(out runtime.ToolOutput) string {
	if Failed(out) {
		return ""
	}
	var b strings.Builder
	more := 0
	told := map[string]bool{}
	for _, r := range out.Receipts {
		deed := deeds[r.Kind]
		if r.Kind == runtime.ReceiptRepaired {
			r.Field = "" // it is about the text
		}
		if r.Suggest != "" {
			deed += "; did you mean " + quote(r.Suggest) + "?"
		}
		sentence := sentenceOf(r.Field, deed)
		switch {
		case deeds[r.Kind] == "" || told[sentence]:
		case len(told) == 3:
			more++
		default:
			told[sentence] = true
			b.WriteString(sentence)
		}
	}
	if more > 0 {
		b.WriteString(" Further changes: " + strconv.Itoa(more) + ".")
	}
	s := strings.TrimPrefix(b.String(), " ")
	if s != "" {
		s = "The call was changed before it ran. " + s
	}
	if out.RetryHint != nil {
		s = withNote(s, out.RetryHint.Text())
	}
	return clip(s, maxNote)
}

// deeds says what a receipt stands for. Receipts that are not in it are nothing to tell: no
// arguments at all are a way of writing {}, and a default is what the schema announces.
var deeds = map[runtime.ReceiptKind]string{
	runtime.ReceiptIgnored:  "is not a field of the tool and was ignored",
	runtime.ReceiptNull:     "was null and was left out",
	runtime.ReceiptScalar:   "was read as the type that the tool takes",
	runtime.ReceiptUnwrap:   "was a string and was read as the JSON in it",
	runtime.ReceiptWrap:     "was read as a list of one",
	runtime.ReceiptEnum:     "was matched to the value of the list that it resembles",
	runtime.ReceiptKey:      "was under another key",
	runtime.ReceiptRepaired: "was mended, since it was not JSON",
	corrected:               "was corrected, since the call was not valid",
	edited:                  "was changed by whoever approved the call",
}

// corrected is the kind of the receipts of package toolblock, which is not needed here for more.
const corrected runtime.ReceiptKind = "corrected"

// edited is the kind of the receipts of package approval, which is not needed here either.
const edited runtime.ReceiptKind = "edited"

func sentenceOf(field, deed string) string {
	sentence := " The text of the arguments " + deed
	if field != "" {
		sentence = " " + subjectOf(field) + " " + deed
	}
	if strings.HasSuffix(sentence, "?") {
		return sentence
	}
	return sentence + "."
}

// subjectOf is a field in quotes, a key that stands in brackets alone without these.
func subjectOf(field string) string {
	if n := len(field); n > 2 && field[0] == '[' && field[n-1] == ']' {
		if key, err := strconv.Unquote(field[1 : n-1]); err == nil {
			return quote(key)
		}
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

// clip cuts text to n bytes, between characters, and makes it valid UTF-8.
func clip(s string, n int) string {
	if len(s) > n {
		n -= len("…")
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "…"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// shownName is the name of a call's tool for people, which has to be there.
func shownName(call runtime.ToolCall) string {
	if call.Name == "" {
		return noName
	}
	return clip(call.Name, maxShownName)
}

// quote quotes foreign text in a sentence, cut.
func quote(s string) string { return strconv.Quote(clip(s, maxQuoted)) }

// marshal writes JSON that is going to be text: without the escapes for HTML, which a model would
// have to read. Values are of this package's types, which marshal without error.
func marshal(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("wire: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
