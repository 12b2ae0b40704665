package foreign

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/near"
)

// envelope is what is found in the JSON of an error, and around it.
type envelope struct {
	status int
	codes  []string
	said   []string
	blames []Blame
	wait   time.Duration
}

// Members of the envelopes of errors, as RFC 9457, JSON-RPC, GraphQL, JSON:API, Google's and Microsoft's guidelines and
// OAuth 2.0 have them, without the underscores, in small letters.
var (
	sayMembers    = names{"message", "messages", "error", "errors", "errormessage", "errormessages", "errordescription", "detail", "details", "title", "description", "msg", "reason", "cause", "fault", "exception", "usermessage"}
	codeMembers   = names{"code", "errorcode", "errortype", "type", "status", "reason", "error", "name", "subcode", "declinecode", "kind", "issue", "category"}
	statusMembers = names{"status", "statuscode", "code", "httpstatus", "httpcode", "errorcode"}
	fieldMembers  = names{"param", "parameter", "field", "attribute", "property", "fieldname", "path", "pointer", "argument", "target", "location"}
	innerMembers  = names{"error", "errors", "detail", "details", "data", "extensions", "response", "body", "source", "fielderrors", "validationerrors", "violations", "invalidparams", "elementerrors", "issues", "fault"}
)

// names are those of members.
type names []string

func (n names) has(name string) bool { return slices.Contains(n, name) }

// unpack finds the envelope of an error in a text, and the text outside of it. JSON that is no envelope is a part
// of the text.
func unpack(text string) (e envelope) {
	end := 0
	var around strings.Builder
	for value := range jsonIn(text) {
		before := len(e.said) + len(e.codes)
		if e.read(value.v, 0); len(e.said)+len(e.codes) > before {
			around.WriteString(text[end:value.start])
			end = value.end
		}
	}
	around.WriteString(text[end:])
	if rest := strings.TrimSpace(around.String()); rest != "" {
		e.said = append([]string{rest}, e.said...)
	}
	return e
}

// read reads an object, or the objects of a list.
func (e *envelope) read(v any, depth int) {
	switch v := v.(type) {
	case []any:
		for _, item := range v[:min(len(v), maxFaults)] {
			if m, ok := item.(map[string]any); ok && depth <= maxDepth {
				e.object(m, depth)
			} else if s, ok := item.(string); ok && depth > 0 {
				e.say(s, depth)
			}
		}
	case map[string]any:
		if depth <= maxDepth {
			e.object(v, depth)
		}
	}
}

// object reads an object whose members are those of an error.
func (e *envelope) object(m map[string]any, depth int) {
	if depth == 0 && !isFailure(m) {
		return
	}
	field := ""
	for _, key := range sorted(m) {
		name := near.Fold(key)
		switch v := m[key].(type) {
		case json.Number, string:
			text := fmt.Sprint(v)
			_, isText := v.(string)
			n, err := strconv.Atoi(text)
			word := text != "" && !strings.ContainsAny(strings.TrimSpace(text), " \n")
			switch {
			case strings.HasPrefix(name, "retryafter") || name == "retryin":
				e.wait = waitIn(key + ": " + text)
			case statusMembers.has(name) && isErrorStatus(n):
				e.status = n
			case codeMembers.has(name) && err == nil && n < 0:
				e.codes = append(e.codes, string(JSONRPCKind(n)))
			case !isText || text == "":
			case fieldMembers.has(name) && word:
				field = text
			case codeMembers.has(name) && word:
				if e.codes = append(e.codes, text); name == "error" {
					e.say(codeWords(text), depth)
				}
			case sayMembers.has(name):
				e.say(text, depth)
			}
		case []any, map[string]any:
			if sayMembers.has(name) || innerMembers.has(name) {
				if inner, ok := v.(map[string]any); ok {
					e.fields(inner, depth)
				}
				e.read(v, depth+1)
			}
		}
	}
	if field != "" {
		e.blames = append(e.blames, Blame{Path: placeOf(field)})
	}
}

func isErrorStatus(n int) bool { return n >= 400 && n < 600 }

// fields reads an object whose members may be fields, each with what is wrong with it: {"priority": "is unknown"}.
func (e *envelope) fields(m map[string]any, depth int) {
	for _, key := range sorted(m) {
		name, texts := near.Fold(key), textsOf(m[key])
		_, isList := m[key].([]any)
		isMember := sayMembers.has(name) || codeMembers.has(name) || fieldMembers.has(name)
		if len(texts) == 0 || innerMembers.has(name) || isMember && !isList {
			continue
		}
		e.blames = append(e.blames, Blame{Path: placeOf(key), Maybe: sayMembers.has(name)})
		for _, s := range texts {
			e.say(codeWords(key)+": "+s, depth)
		}
	}
}

// textsOf are the texts of a value: it, or the items of a list, or their messages.
func textsOf(v any) (list []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v[:min(len(v), maxFaults)] {
			list = append(list, textsOf(item)...)
		}
	case map[string]any:
		if s, ok := firstOf(v, "message", "detail", "msg", "error").(string); ok {
			return []string{s}
		}
	}
	return list
}

// say takes a text of an envelope, each once. A proxy quotes the envelope of the server behind it.
func (e *envelope) say(text string, depth int) {
	if strings.ContainsAny(text, "{[") && depth < maxDepth {
		if inner := unpack(text); len(inner.codes) > 0 || inner.status > 0 {
			e.codes, e.said, e.blames = append(e.codes, inner.codes...), append(e.said, inner.said...), append(e.blames, inner.blames...)
			e.status, e.wait = max(e.status, inner.status), max(e.wait, inner.wait)
			return
		}
	}
	if text = strings.TrimSpace(text); !slices.Contains(e.said, text) {
		e.said = append(e.said, text)
	}
}

// isFailure reports whether an object says of itself that it is an error, and does not say the contrary.
func isFailure(m map[string]any) bool {
	sure := false
	for key, v := range m {
		text, _ := v.(string)
		number, _ := v.(json.Number)
		n, _ := strconv.Atoi(string(number))
		switch name := near.Fold(key); name {
		case "success", "ok", "succeeded":
			if v == true {
				return false
			}
			sure = sure || v == false
		case "iserror", "failed":
			sure = sure || v == true
		case "error", "errors", "errormessage", "errormessages", "errorcode", "errortype", "errordescription":
			list, _ := v.([]any)
			inner, _ := v.(map[string]any)
			sure = sure || text != "" || len(list) > 0 || len(inner) > 0 || v == true
		case "detail":
			sure = sure || v != nil && len(m) == 1
		case "status", "result", "object", "type":
			sure = sure || slices.Contains([]string{"error", "failed", "failure", "fail"}, strings.ToLower(text)) || name == "status" && isErrorStatus(n)
		case "statuscode", "code":
			sure = sure || isErrorStatus(n) || name == "code" && n < -31999 && n >= -32768
		case "message":
			sure = sure || text != "" && len(m) <= 3 && (m["code"] != nil || m["documentation_url"] != nil || len(m) == 1)
		}
	}
	return sure
}
