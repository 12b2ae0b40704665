package foreign

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// Reading is what a text tells of a failure. It is not yet compared with a schema.
type Reading struct {
	Kind   Kind
	Faults []Fault       // of another validator
	Blames []Blame       // fields that a member of an envelope, or a phrase, names
	Allows []string      // the values that it lists as allowed or as near, in their order
	Wait   time.Duration // the wait that it states
	Said   []string      // its sentences, without the envelope
}

// maxSaid bounds what is compared with forms, in bytes.
const maxSaid = 4 << 10

// Blame is a field that a text names, in the words of the backend.
type Blame struct {
	Path    []Step
	Message string
	Maybe   bool // only if the schema has exactly this place
}

// Text is what it says, as one text.
func (r *Reading) Text() string { return strings.Join(r.Said, "\n") }

// ReadError reads the text of an error: codes, statuses and envelopes first, then the forms of its sentences.
func ReadError(text string) Reading {
	text = cut(text)
	e := unpack(text)
	r := Reading{Faults: Read(text), Blames: e.blames, Said: e.said, Wait: e.wait}
	said := r.Text()
	said = said[:min(len(said), maxSaid)]
	if r.Wait == 0 {
		r.Wait = waitIn(text)
	}
	status := e.status
	if status == 0 {
		status = statusIn(said)
	}
	kind := Kind("")
	for _, code := range e.codes {
		if k := CodeKind(code); k != "" && (kind == "" || kind == Invalid) {
			kind = k
		}
	}
	if k := codeIn(said); kind == "" || kind == Invalid && k != "" {
		kind = k
	}
	if k := formKind(said); kind == "" || particular(kind, k) {
		kind = k
	}
	r.Kind = underStatus(kind, HTTPKind(status), status)
	if r.Allows = allowed(said); r.Kind == "" && len(r.Allows) > 0 {
		r.Kind = Invalid
	}
	r.Blames = append(r.Blames, blamed(said)...)
	return r
}

// particular reports whether a phrase says more than a code does.
func particular(code, phrase Kind) bool {
	switch {
	case phrase == "" || phrase == Invalid:
		return false
	case code == Invalid:
		return phrase != Internal
	case code == Internal || code == Conflict:
		return true
	}
	return code != phrase && code == phrase.Broad()
}

// underStatus settles what a status of HTTP and the text beside it say together: a status that leaves no doubt
// is only made more particular, the others are so general that the text says more.
func underStatus(text, status Kind, code int) Kind {
	switch {
	case status == "":
		return text
	case text == "":
		if status == Conflict {
			return Stale
		}
		return status
	case text == RateLimited || text == SignIn || text == status:
		return text
	}
	switch code {
	case 400, 405, 406, 409, 412, 422:
		if text == Internal || text == Invalid && status == Conflict {
			return status
		}
		return text
	case 403:
		if text == Exhausted || text == Down || text.Broad() == Conflict {
			return text
		}
	case 500:
		if text != Invalid && text != Missing {
			return text
		}
	case 404:
		if text == Internal || text == Schema || text == Stale {
			return text
		}
	}
	if text.Broad() == status.Broad() {
		return text
	}
	return status
}

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
	sayMembers    = members("message", "messages", "error", "errors", "errormessage", "errormessages", "errordescription", "detail", "details", "title", "description", "msg", "reason", "cause", "fault", "exception", "usermessage")
	codeMembers   = members("code", "errorcode", "errortype", "type", "status", "reason", "error", "name", "subcode", "declinecode", "kind", "issue", "category")
	statusMembers = members("status", "statuscode", "code", "httpstatus", "httpcode", "errorcode")
	fieldMembers  = members("param", "parameter", "field", "attribute", "property", "fieldname", "path", "pointer", "argument", "target", "location")
	innerMembers  = members("error", "errors", "detail", "details", "data", "extensions", "response", "body", "source", "fielderrors", "validationerrors", "violations", "invalidparams", "elementerrors", "issues", "fault")
)

func members(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	return set
}

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
			case statusMembers[name] && n >= 400 && n < 600:
				e.status = n
			case codeMembers[name] && n < 0:
				e.codes = append(e.codes, string(JSONRPCKind(n)))
			}
		case string:
			word := !strings.ContainsAny(strings.TrimSpace(v), " \n")
			n, err := strconv.Atoi(v)
			switch {
			case statusMembers[name] && err == nil && n >= 400 && n < 600:
				e.status = n
			case fieldMembers[name] && v != "" && word:
				field = v
			case codeMembers[name] && word && v != "":
				e.codes = append(e.codes, v)
				if name == "error" {
					e.say(codeWords(v), depth)
				}
			case sayMembers[name] && v != "":
				if message == "" || name == "message" {
					message = v
				}
				e.say(v, depth)
			case strings.HasPrefix(name, "retryafter"):
				e.wait = waitIn(key + ": " + v)
			}
		case []any, map[string]any:
			if list, ok := v.([]any); ok && fieldMembers[name] && len(list) > 0 {
				if steps := locSteps(list); steps != nil {
					e.blames = append(e.blames, Blame{Path: steps, Message: textOf(m, "message")})
				}
			}
			if sayMembers[name] || innerMembers[name] {
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
		if name := plainKey(key); len(list) > 0 && len(textsOf(list)) > 0 && !innerMembers[name] {
			e.blames = append(e.blames, Blame{Path: placeOf(key), Message: textsOf(list)[0], Maybe: sayMembers[name]})
		} else if sayMembers[name] || codeMembers[name] || fieldMembers[name] || innerMembers[name] {
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

var (
	// listed is a list of the values that would do, after what says so.
	listed = []func() *regexp.Regexp{
		lazy.Pattern(`(?i)(?:\bmust be(?: either)?(?: one)?(?: of)?|\b(?:should|can) be (?:either|one of)|\bexpected(?: one of)?|\bone of|\b(?:valid|allowed|supported|available|accepted|possible|permitted|known|existing)(?: \w+){0,3}(?: are| is| include|:)+|\b(?:choose|use|try|pick)(?: one)?(?: from| of|:)|\bdid you mean(?: one of these)?|\bmeant to reference(?: the)?(?: \w+)?|\bsupported|\ballowed values)\s*[:?]?\s*([^\n]{1,600})`),
	}
	// allowedPlace is the place outside of which nothing may be.
	allowedPlace = lazy.Pattern(`(?i)\boutside (?:of )?(?:the )?allowed \w+\b[^\n]{0,300}?(?:not in|:) ((?:/|[A-Z]:\\)[^\s,;]+)\s*$`)
	item         = lazy.Pattern("^\\s*(?:and |or |either )?(?:\"([^\"\n]{1,80})\"|'([^'\n]{1,80})'|`([^`\n]{1,80})`|([\\w./#@:+-]{1,60}?)(?: ?\\(([^)\n]{1,60})\\))?)\\s*(?:(,|;|\\||/)(?: ?(?:and|or) )?|( or | and )|[\\])?]|\\.(?:\\s|$)|$)")
)

// allowed lists the values that a text says would do: at least two of them, or one in quotes after "did you mean".
func allowed(text string) []string {
	if m := allowedPlace().FindStringSubmatch(text); m != nil {
		return []string{m[1]}
	}
	for _, re := range listed {
		for _, m := range re().FindAllStringSubmatch(text, 8) {
			rest := strings.TrimLeft(m[1], "[({ ")
			var values []string
			quotes := false
			for len(values) < maxAllowed {
				i := item().FindStringSubmatchIndex(rest)
				if i == nil {
					break
				}
				for g := 2; g <= 8; g += 2 {
					if i[g] >= 0 {
						values = append(values, rest[i[g]:i[g+1]])
						quotes = quotes || g < 8
					}
				}
				more := i[12] >= 0 || i[14] >= 0
				if rest = rest[i[1]:]; !more {
					break
				}
			}
			if len(values) > 1 || len(values) == 1 && quotes && strings.Contains(strings.ToLower(m[0]), "mean") {
				return values
			}
		}
	}
	return nil
}

const maxAllowed = 40

var (
	// blame is a name in quotes, or one that can be nothing else, beside what says that it is a field.
	blame = []func() *regexp.Regexp{
		lazy.Pattern("(?i)\\b(?:parameter|argument|property|field|attribute|input|value for|header|option|key)s?(?: named| name)? ?[:=]? ?[\"'`]([^\"'`\n]{1,96})[\"'`]"),
		lazy.Pattern("(?i)[\"'`]([\\w.\\[\\]-]{1,96})[\"'`] (?:parameter|argument|property|field|attribute|input|is required|is missing|is invalid|must|should|cannot|wasn't|was not|date|filter)\\b"),
		lazy.Pattern(`(?i)\b(?:body|request|params|args|arguments|input|data|payload|\$)\.([\w.\[\]-]{1,200}?)\.?(?:length)? (?:should|must|is|has|cannot|was)\b`),
		lazy.Pattern(`\b(?:Field|field|Path|path|Param|param|Attribute|attribute):"?([A-Za-z][\w.\[\]-]*)`),
		lazy.Pattern(`\b[A-Z]\w*\.(\w+) \(\w+\):`),
		lazy.Pattern(`(?i)\b(?:unexpected|unknown|unrecogni[sz]ed|extra) (?:inputs?|parameters?|fields?|arguments?|keys?|properties)(?: \w+)?: ?\[?\\?["']([^"'\\]{1,96})`),
	}
)

// maybeBlame is what may be the place of a field: a path of several steps, a name before a colon at the beginning, or
// something in quotes.
var maybeBlame = []func() *regexp.Regexp{
	lazy.Pattern(`\b([A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)+)`),
	lazy.Pattern(`(?i)\b(?:use|using|with) (?:the )?(?:\w+,? (?:and|or) )?(\w+) (?:parameters?|arguments?|options?)\b`),
	lazy.Pattern(`(?i)\b(?:use|using|with) (?:the )?(\w+),? (?:and|or) \w+(?: (?:parameters?|arguments?|options?))?`),
	lazy.Pattern(`(?i)\b(\w+) (?:is|are) (?:required|missing|mandatory)\b`),
	lazy.Pattern(`(?m)^(?:[\w ]{0,40}: )?([A-Za-z_][\w.]*): `),
	lazy.Pattern("[\"'`]([A-Za-z_][\\w.\\[\\]]{1,60})[\"'`]"),
}

// blamed lists the fields that a text names as such.
func blamed(text string) []Blame {
	var list []Blame
	for _, re := range blame {
		for _, m := range re().FindAllStringSubmatch(text, 8) {
			list = append(list, Blame{Path: placeOf(m[1])})
		}
	}
	for _, re := range maybeBlame {
		for _, m := range re().FindAllStringSubmatch(withoutURLs(text), 8) {
			list = append(list, Blame{Path: placeOf(m[1]), Maybe: true})
		}
	}
	return list
}

// placeOf reads a place in any of the ways in which APIs write one.
func placeOf(s string) []Step {
	if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#/") {
		return pointer(s)
	}
	return dotted(s)
}

// PointerPath is a JSON Pointer as the dotted path of a field.
func PointerPath(p string) string {
	var b strings.Builder
	for _, s := range pointer(p) {
		if n, err := strconv.Atoi(s.Key); err == nil && b.Len() > 0 {
			b.WriteString("[" + strconv.Itoa(n) + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Key)
	}
	return b.String()
}

// plainKey is the name of a member without what tells its spellings apart.
func plainKey(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

func sorted(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Of is the reading of a text whose kind and wait its error says as data.
func (r Reading) Of(kind Kind, wait time.Duration) Reading {
	if kind != "" && r.Kind.Broad() != kind {
		r.Kind = kind
	}
	if r.Wait == 0 || wait > 0 {
		r.Wait = wait
	}
	return r
}
