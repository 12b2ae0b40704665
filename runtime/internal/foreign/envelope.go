package foreign

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
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

// unpack finds the envelope of an error in a text, and what is said outside of it.
func unpack(text string) (e envelope) {
	starts, end := 0, 0
	var around strings.Builder
	for at := 0; at < len(text) && starts < maxStarts; at++ {
		if text[at] != '{' && text[at] != '[' {
			continue
		}
		starts++
		dec := json.NewDecoder(strings.NewReader(text[at:]))
		dec.UseNumber()
		var v any
		if dec.Decode(&v) != nil {
			continue
		}
		before := len(e.said) + len(e.codes)
		e.read(v, 0)
		if len(e.said)+len(e.codes) == before {
			at += int(dec.InputOffset()) - 1
			continue // not an envelope: what stands there is a part of the text
		}
		around.WriteString(text[end:at])
		end = at + int(dec.InputOffset())
		at = end - 1
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
	field, message := "", ""
	keys := sorted(m)
	for _, key := range keys {
		v, name := m[key], plainKey(key)
		switch v := v.(type) {
		case json.Number:
			n, _ := strconv.Atoi(string(v))
			switch {
			case strings.HasPrefix(name, "retryafter") || name == "retryin":
				e.wait = waitIn(key + ": " + string(v))
			case statusMembers.has(name) && n >= 400 && n < 600:
				e.status = n
			case codeMembers.has(name) && n < 0:
				e.codes = append(e.codes, string(JSONRPCKind(n)))
			}
		case string:
			word := !strings.ContainsAny(strings.TrimSpace(v), " \n")
			n, err := strconv.Atoi(v)
			switch {
			case statusMembers.has(name) && err == nil && n >= 400 && n < 600:
				e.status = n
			case fieldMembers.has(name) && v != "" && word:
				field = v
			case codeMembers.has(name) && word && v != "":
				e.codes = append(e.codes, v)
				if name == "error" {
					e.say(codeWords(v), depth)
				}
			case sayMembers.has(name) && v != "":
				if message == "" || name == "message" {
					message = v
				}
				e.say(v, depth)
			case strings.HasPrefix(name, "retryafter"):
				e.wait = waitIn(key + ": " + v)
			}
		case []any, map[string]any:
			if list, ok := v.([]any); ok && fieldMembers.has(name) && len(list) > 0 {
				if steps := locSteps(list); steps != nil {
					e.blames = append(e.blames, Blame{Path: steps, Message: textOf(m, "message")})
				}
			}
			if sayMembers.has(name) || innerMembers.has(name) {
				if inner, ok := v.(map[string]any); ok {
					e.fields(inner, depth)
				}
				e.read(v, depth+1)
			}
		}
	}
	if field != "" {
		e.blames = append(e.blames, Blame{Path: placeOf(field), Message: message})
	}
}

// fields reads an object whose members may be fields, each with what is wrong with it: {"priority": "is unknown"}.
func (e *envelope) fields(m map[string]any, depth int) {
	for _, key := range sorted(m) {
		list, _ := m[key].([]any)
		if name := plainKey(key); len(list) > 0 && len(textsOf(list)) > 0 && !innerMembers.has(name) {
			e.blames = append(e.blames, Blame{Path: placeOf(key), Message: textsOf(list)[0], Maybe: sayMembers.has(name)})
		} else if sayMembers.has(name) || codeMembers.has(name) || fieldMembers.has(name) || innerMembers.has(name) {
			continue
		}
		for _, s := range textsOf(m[key]) {
			if len(list) == 0 {
				e.blames = append(e.blames, Blame{Path: placeOf(key), Message: s})
			}
			e.say(codeWords(key)+": "+s, depth)
		}
	}
}

// textsOf are the texts of a value: it, or the items of a list, or their messages.
func textsOf(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, item := range v[:min(len(v), maxFaults)] {
			list = append(list, textsOf(item)...)
		}
		return list
	case map[string]any:
		for _, key := range []string{"message", "detail", "msg", "error"} {
			if s := textOf(v, key); s != "" {
				return []string{s}
			}
		}
		for _, key := range sorted(v) {
			if list, ok := v[key].([]any); ok {
				return textsOf(list)
			}
		}
	}
	return nil
}

// say takes a text of an envelope, which may have another one in it.
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
		switch name := plainKey(key); name {
		case "success", "ok", "succeeded":
			if v == true {
				return false
			}
			sure = sure || v == false
		case "iserror", "failed":
			sure = sure || v == true
		case "error", "errormessage", "errormessages", "errorcode", "errortype", "errordescription":
			switch v := v.(type) {
			case string:
				sure = sure || v != ""
			case map[string]any:
				sure = sure || len(v) > 0
			case []any:
				sure = sure || len(v) > 0
			case bool:
				sure = sure || v
			}
		case "detail":
			sure = sure || v != nil && len(m) == 1
		case "errors":
			if list, ok := v.([]any); ok {
				sure = sure || len(list) > 0
			} else if inner, ok := v.(map[string]any); ok {
				sure = sure || len(inner) > 0
			}
		case "status", "result", "object", "type":
			if s, ok := v.(string); ok {
				s = strings.ToLower(s)
				sure = sure || s == "error" || s == "failed" || s == "failure" || s == "fail"
			}
			if n, ok := v.(json.Number); ok && name == "status" {
				code, _ := strconv.Atoi(string(n))
				sure = sure || code >= 400 && code < 600
			}
		case "statuscode", "code":
			n, _ := v.(json.Number)
			code, _ := strconv.Atoi(string(n))
			sure = sure || code >= 400 && code < 600 || name == "code" && code < -31999 && code >= -32768
		case "message":
			_, text := v.(string)
			sure = sure || text && len(m) <= 3 && (m["code"] != nil || m["documentation_url"] != nil || len(m) == 1)
		}
	}
	return sure
}
