package foreign

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// form is a way in which a kind of failure is written: a phrase that stands for it in documented APIs, at least
// two words of it or one that means nothing else. Symbolic codes are read by the same forms, as words:
// "channel_not_found" is "channel not found".
type form struct {
	kind    Kind
	pattern func() *regexp.Regexp
}

func is(kind Kind, patterns ...string) form {
	return form{kind, lazy.Pattern(`(?i)(?:` + strings.Join(patterns, `|`) + `)`)}
}

// Parts that several forms have.
const (
	access = `(?:access|permissions?|privileges?|scopes?|rights|authoriz\w+)`
	secret = `(?:api[ -]?keys?|credentials?|grant|(?:access |auth\w* |bearer )?tokens?|passwords?|signature|session)`
	size   = `(?:size|length|limit|tokens?|characters|bytes|rows|lines|payload|items|results|context length)`
)

// forms are tried in this order, the surer and the more particular ones first.
var forms = sync.OnceValue(func() []form {
	return []form{
		is(SignIn,
			`\bauthori[sz]ation url\b`, `\b(?:(?:log|sign)[ -]?in|consent|interaction|mfa|user authori[sz]ation)[ _](?:is )?required\b`,
			`\b(?:please|must|need(?:s)? to|have to) (?:re-?)?(?:log|sign) ?in\b`,
			`\b(?:two|multi)-factor\b`, `\bverification code\b`, `\buser must (?:authori[sz]e|approve|grant)\b`,
			`\b(?:card|payment|instrument)(?: \w+){0,3} declined\b`,
			`\binsufficient (?:\w+ ){0,3}(?:funds|balance)\b`, `\bcard[ _]error\b`),
		is(RateLimited,
			`\brate[- ]?limit\w*`, `\btoo many (?:\w+ )?(?:requests|attempts|calls)\b`, `\bthrottl(?:ed|ing)`,
			`\b(?:rate|request limit) (?:is |was |has been )?exceeded\b`, `\bslow[ _]?down\b`,
			`\b(?:requests?|calls?|queries) per (?:second|minute|hour)\b`,
			`\bquota exceeded.*per (?:second|minute|hour)\b`),
		is(Internal,
			`\bunexpected keyword argument\b`, `\btakes (?:from )?\d+ .{0,20}positional arguments?\b`,
			`\bobject has no attribute\b`, `\bobject is not (?:callable|subscriptable|iterable)\b`,
			`\bcannot read propert(?:y|ies)\b`, `\bis not a function\b`, `\bnil pointer\b|\bnull ?pointer\w*`,
			`\bpanic:`, `<!doctype html|<html`,
			`(?-i:\b(?:KeyError|AttributeError|TypeError|IndexError|NameError|ReferenceError|AssertionError|UnboundLocalError|NullPointerException|ClassCastException)\b)`,
			`\b(?:segmentation fault|core dumped|stack overflow)\b`, `\bexpected property name\b`,
			`(?-i:\b[A-Z]\w*\([A-Z]\w* \{.*\}\))`),
		is(Exhausted,
			`\bquota (?:has been |was |is )?(?:exceeded|exhausted|reached)\b`,
			`\b(?:storage|disk|monthly|daily|plan|credit|account|usage|billing|spend(?:ing)?)\w* (?:hard |soft )?(?:quota|limit) (?:has been |was |is )?(?:exceeded|reached|exhausted)\b`,
			`\bexceeded (?:your|the) (?:current |monthly |daily )?(?:quota|plan)\b`,
			`\binsufficient[ _](?:quota|credits?)\b`, `\bno space left on device\b`,
			`\bout of (?:disk space|credits)\b`, `\bpayment required\b`,
			`\bbilling (?:is )?(?:not active|inactive|disabled|required)\b`, `\bcredit balance is too low\b`, `\bupgrade your (?:plan|subscription)\b`),
		is(Unavailable,
			`\bdeadlock\b`, `\bserialization failure\b`, `\b(?:could not|unable to) (?:get|obtain|acquire|serialize|lock)\b`,
			`\b(?:database|table|file|resource|object|record) is (?:locked|busy|in use by another)\b`,
			`\block(?: wait)? timeout\b`, `\btoo many (?:clients|connections|concurrent)\b`,
			`\b(?:service|server|system)(?: is)?(?: temporarily| currently)? (?:unavailable|busy)\b`,
			`\btemporarily (?:unavailable|unable)\b`, `\boverloaded\b`, `\b(?:under|scheduled|down for) maintenance\b`,
			`\b(?:not (?:yet )?ready|being processed|still (?:processing|running|in progress))\b`,
			`\b(?:operation|request|job|another \w+|update|deployment|migration|build|rebase|sync)(?: is)?(?: already| still| currently)? in progress\b`,
			`\banother (?:\w+ ){0,4}(?:is|process|request|transaction|operation) .{0,60}(?:access|using|lock|running)`),
		is(Exists,
			`\balready (?:exists?|in use|taken|registered|used)\b`, `\b(?:is|are|was|been|name)[ _]taken\b`,
			`\bduplicated\b`, `\bduplicate[ _]\w+\b`, `\b(?:must be|is not) unique\b`,
			`\bunique (?:constraint|key|index) (?:violation|failed)\b`, `\bfile exists\b`),
		is(Already,
			`\b(?:is|are|was|were|has|have|been|'s)(?: been)? already\b`,
			`\balready (?:been )?(?:\w+ed|done|sent|paid|read|a member|an? \w+|in (?:the )?(?:channel|group|team|list)|merged|open|running|stopped|active)\b`,
			`\bno (?:commits|changes|differences) between\b`,
			`\bnothing to (?:commit|do|update|change|undo|redo)\b`,
			`\bno (?:changes|updates?) (?:to (?:make|apply|save|commit)|detected|were made)\b`,
			`\b(?:is |was )?not modified\b`),
		is(Stale,
			`\b(?:has|have|had|was|were) (?:been )?(?:modified|changed|updated|edited|deleted|removed)\b.{0,30}(?:\bsince\b|\bby (?:another|someone|somebody|the user|either)|try again|\breview\b)`,
			`\b(?:version|etag|revision|sha|synctoken|sync token|if-match|lock[ _]?version|generation|resource ?version)\b.{0,24}\b(?:mismatch|conflict|out of date|outdated|stale|does ?n[o']t match|not match|must be incremented)`,
			`\bmust be incremented\b`, `\b(?:write|edit|update|version|save)[ _-]?conflict\b`, `\bconflict[ _]error\b`, `\bstale\b`,
			`\bno(?:t a|n)[ -]fast[- ]forward\b`, `\bis at \S+ but expected\b`, `\bthe object has been modified\b`,
			`\bconcurrent (?:modification|update)\b`, `\b(?:expired|unknown) (?:cursor|reference|snapshot)\b`, `\bprecondition failed\b`),
		is(NotFound,
			`\b(?:does|do)(?: not|n't) exist or you\b`),
		is(State,
			`\b(?:is|are) not (?-i:(?:merge|delet|edit|cancel|refund|ship|return|transfer|void|bill|charge)able)\b`,
			`\b(?:cannot|can't|can not) be (?:merged|cancell?ed|deleted|removed|modified|changed|edited|updated|refunded|voided|closed|reopened|shipped|paid|finali[sz]ed|sent|approved|started|stopped)\b`,
			`\bmust be (?-i:\w+) (?:to|before|in order to) (?-i:\w+)`,
			`\b(?:is|are) (?:archived|locked|closed|frozen|draft|in draft)\b`,
			`\bin (?:the )?(?:wrong|invalid|current) (?:state|status)\b`,
			`\binvalid (?:state|status) transition\b`),
		is(TooLarge,
			`\btoo (?:large|long|big)\b`,
			`\b(?:too many|more than \d[\d,]*) (?:tokens|rows|results|items|records|files|characters|bytes|lines|matches|elements|parameters|entries|values|ids|recipients|attachments)\b`,
			`\bexceed(?:s|ed|ing)? .{0,50}\b(?:maximum|max\.?|limit|allowed|permitted)\b.{0,40}\b`+size+`\b`,
			`\bexceed(?:s|ed) (?:the )?(?:\w+ ){0,3}(?:size|length|token|payload|character|row)s?(?: limit)?\b`,
			`\bmaximum (?:allowed )?(?:context length|number of (?:lines|rows|items|results|tokens))\b`,
			`\b(?:payload|entity|request|response|message|body|result set|file|content) (?:size )?(?:is )?exceeds\b`,
			`\.length should be (?:≤|<=)`, `\bcontext[ _]length[ _]exceeded\b`,
			`\bmaximum (?:length|size) (?:of|is|exceeded)\b`,
			`\b(?:query|statement|search)[ _](?:was )?(?:timed out|exceeded the time limit|timeout)\b`),
		is(Lost,
			`\bconnection (?:\S+ to \S+ )?(?:was |has been )?(?:reset|closed|lost|aborted|terminated|broken|dropped)\b`,
			`\bbroken pipe\b`, `\bsocket hang ?up\b`, `\bunexpected (?:eof|end of (?:file|stream))\b`,
			`\bserver (?:disconnected|closed the connection|has gone away)\b`,
			`\berr_connection_(?:reset|closed)\b`,
			`\b(?:error|problem) (?:occurred )?(?:with|in) (?:our|the|your) (?:network )?connection\b`,
			`\bbad gateway\b`, `\bremote end closed\b`, `\bnetwork (?:error|aborted|changed|connectivity)\b`,
			`\bfetch failed\b`, `\bupstream (?:connect|prematurely|request) \w+`),
		is(Timeout,
			`\btime[ds]?[ -]?out\b`, `\bdeadline exceeded\b`,
			`\b(?:connect|read|write|request|gateway|response)_?timeout\b`,
			`(?-i:\b[A-Za-z]*Timeout(?:Error|Exception)?\b)`,
			`\bdid not (?:respond|answer|complete) (?:with)?in\b`, `\btook too long\b`),
		is(Down,
			`\bconnection refused\b`,
			`\b(?:getaddrinfo|name resolution|dns)\b.{0,30}(?:fail|enotfound|not known|error)`,
			`\bname or service not known\b|\bno such host\b|\bcould not resolve\b|\berr_name_not_resolved\b`,
			`\bcertificate (?:verify|has expired|signed by|is not)\b`,
			`\bnot (?:initiali[sz]ed|connected|configured|installed|set up|enabled)\b`,
			`\bis disabled\b`, `\b(?:could ?n[o']t|cannot|can't|unable to|failed to) (?:connect|reach)\b`,
			`\bconnection attempt failed\b`, `\bmissing (?-i:[A-Z][A-Z0-9_]{4,})\b`,
			`\b(?:environment variable|configuration|config)\b.{0,40}\b(?:not set|missing|required|not found)\b`,
			`\b(?:server|service|client) (?:(?:cannot|could not|failed to) (?:start|run|operate|initiali[sz]e)|(?:is )?not running|unreachable)\b`,
			`\bno (?:active )?(?:session|connection)\b`,
			`(?-i:\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b) (?:environment variable )?(?:is )?(?:not set|missing|required)\b`),
		is(Schema,
			`\b(?:relation|table|column|view|schema|dataset) .{0,80}\b(?:does ?n[o']t exist|not found|was not found)\b`,
			`\bno such (?:table|column)\b`,
			`\b(?:unknown|invalid) (?:column|table|object name|field name|identifier|property)\b`,
			`\bunrecogni[sz]ed (?:\w+ ){0,3}name\b`, `\bcannot query field\b`, `\bno matching signature\b`,
			`\b(?:field|the value) '[^']{1,80}' does not exist\b`, `\bunknown argument\b.{0,60}\bfield\b`),
		is(Query,
			`\bsyntax[ _]?error\b`, `\bparse ?error\b`, `\bsql compilation error\b`,
			`\b(?:failed to|cannot|could not|unable to|can't) parse\b`, `\bparsing (?:error|failed)\b`,
			`\bunexpected (?:token|character|end of|identifier|symbol|keyword)\b`, `\bexpecting (?:either )?['"]`,
			`\binvalid (?:regular expression|regex|expression|query|syntax|selector|jql|sql|xpath|json ?path|character)\w*`,
			`\b(?:error in|malformed) (?:the )?(?:\w+ )?(?:query|expression|pattern|filter|statement)\b`,
			`\binvalid input syntax\b`, `\bunknown function\b`, `\bunterminated\b|\bno closing\b|\bunbalanced\b`),
		is(Unauthenticated,
			`\bunauthenticated\b`, `\bunauthori[sz]ed\b`,
			`\b(?:bad|invalid|expired|incorrect|wrong|missing|revoked|no) `+secret+`\b`,
			`\b`+secret+`(?: \w+){0,2} (?:(?:is|was|has|have|may be|are) )?(?:been )?(?:invalid|expired|revoked|incorrect|missing|not valid|inactive)\b`,
			`\b(?:not|in)[ _-]?valid[ _-]auth\w*`, `\bnot[ _]authed\b`, `\baccount[ _]inactive\b`,
			`\bauthentication (?:failed|(?:is )?required|error|failure)\b`, `\bnot (?:logged|signed) in\b`,
			`\b(?:could not|unable to|failed to) authenticate\b`, `\binvalid[ _](?:grant|client)\b`),
		is(Forbidden,
			`\bpermission(?:s)? (?:to \S+ )?(?:denied|required|error)\b`,
			`\baccess (?:is |was )?(?:denied|forbidden|restricted|not allowed)\b`, `\bforbidden\b`,
			`\b(?:insufficient|missing|lacks?|without|required?|necessary|higher|no)[ _](?:\w+[ _]){0,3}`+access+`\b`,
			`\b(?:do|does|did|has|have)(?: not|n't) (?:have )?(?:the )?(?:\w+ ){0,2}`+access+`\b`,
			`\bnot (?:authori[sz]ed|permitted|entitled)\b`, `\bread[- ]only\b`,
			`\b(?:is|are|was|were|command|operation|action|method|query) not allowed\b`, `\bnot allowed (?:to|for|by|in|on)\b`,
			`\b(?:security|policy) (?:violation|error)\b`,
			`\b(?:blocked|denied|rejected|prohibited|disallowed|forbidden) by\b`,
			`\boutside (?:of )?(?:the )?(?:allowed|permitted)\b`, `\bnot in (?:the )?(?:allowed|allow)[ -]?\w*`,
			`\bnot accessible by\b`, `\brestricted[ _]resource\b`,
			`\b(?:approv\w+|review\w*) (?:is |are )?required\b|\brequired approv\w+`, `\bnot in channel\b`,
			`\byou are not (?:an?|the) \w+`, `\bhas been (?:blocked|banned|suspended)\b`),
		is(Ambiguous,
			`\bambiguous\b`,
			`\b(?:multiple|several|more than one|many) (?:\w+ ){0,3}(?:match(?:es|ed)?|found|exist|dates|results)\b`,
			`\bmatch(?:es|ed) (?:multiple|several|\d+) \w+`, `\bfound multiple\b`, `\bspecify (?:which|an? \w+|one)\b`),
		is(NotFound,
			`\b(?:object_)?not[ _]?found\b`, `\b(?:does|do|did)(?: not|n't) exist\b`, `\bno such\b`,
			`\b(?:cannot|could not|couldn't|can't|unable to|failed to|did not) (?:be )?(?:find|found|locate|located|resolve)\b`,
			`\b(?:unknown|unrecogni[sz]ed|nonexistent|non-existent) (?:\w+ )?(?:id|user|channel|resource|key|entity|project|account|object|customer|repository|branch|file|name)\b`,
			`\b(?:0|no) (?:\w+ ){0,4}(?:found|match(?:es|ed|ing)?|exists?)\b`, `\bdid not match any\b`,
			`\bnot available\b`, `\bnot enough (?:\w+ ){1,2}(?:available|on|in|for|left)\b`,
			`\b(?:out of stock|sold out|fully booked)\b`,
			`\b(?:is|are|has been) (?:gone|deleted|no longer available)\b`, `\bdoes(?:n't| not) match any\w*`),
		is(Unsupported,
			`\bnot (?:yet )?(?:supported|implemented)\b`, `\bunsupported\b`, `\bunimplemented\b`,
			`\bunknown (?:method|command|operation|action)\b`, `\b(?:does|do)(?: not|n't) support\b`,
			`\bunknown service\b`),
		is(Missing,
			`\b(?:missing|required)[ _](?:required |mandatory )?(?:parameter|argument|property|field|key|input|option|value|param|attribute|header|body|keys)s?\b`,
			`\b(?:is|are) (?:a )?(?:required|mandatory|missing)\b`,
			`\bwas(?: not|n't) (?:given|provided|supplied|specified)\b`,
			`\b(?:cannot|can't|must not|may not|should not) be (?:empty|blank|null|nil|undefined)\b`,
			`\bviolates not-null\b`, `\bmust (?:be (?:provided|specified|set|given)|provide|specify|include)\b`,
			`\bno \w+ (?:was )?(?:provided|specified|given)\b`, `\bfield required\b`),
		is(Internal,
			`\binternal error\b`, `\bunhandled (?:exception|error|rejection)\b`,
			`\b(?:index|list index) out of range\b`, `\bserver error\b`),
		is(Invalid,
			`\binvalid\b`, `\b(?:is|are) not (?:an?|acceptable|accepted)\b`, `\bnot (?:a )?valid\b`, `\b(?:must|should)\b`,
			`\bbad (?:request|value|input)\b`, `\bmalformed\b`, `\bor (?:fewer|less|more)\b`,
			`\bvalidation (?:failed|error)\b`, `\b(?:greater|less|more|fewer|smaller|larger|higher|lower) than\b`,
			`\bexceeds\b`, `\bout of (?:range|bounds)\b`,
			`\b(?:cannot|can not|can't) be (?:combined|used|set|negative|zero|greater|less|both)\b`,
			`\bcannot specify both\b`, `\bdoes(?: not|n't) match\b`,
			`\bunexpected (?:inputs?|parameter|field|value|argument)\b`, `\bno longer (?:valid|supported)\b`,
			`\btoo (?:small|short|few|low|high)\b`),
	}
})

// formKind is the kind of the first form that a text has.
func formKind(text string) Kind {
	for _, f := range forms() {
		if f.pattern().MatchString(text) {
			return f.kind
		}
	}
	return ""
}

// CodeKind is the kind of a symbolic code such as "RATE_LIMITED", "channel_not_found", "rateLimitExceeded" or "ENOENT".
func CodeKind(code string) Kind {
	if k := named(code); k != "" {
		return k
	}
	return formKind(codeWords(code))
}

// codeWords is an identifier as words.
func codeWords(code string) string { return strings.Join(near.Words(code), " ") }

var (
	// statusLine is a status code of HTTP with a word before it that shows that it is one.
	statusLine = lazy.Pattern(`(?i)(?:\bhttp(?:/\d(?:\.\d)?)?|\bhttp[ _]?(?:status|error|exception)|\bstatus(?:[ _]?code)?|\bclient error|\bserver error|\bapi error|\berror(?:[ _]code)?|\bcode|\breturned(?: error)?|\bresponse|https?://\S+?:)["']?\s*[:=(]*\s*\(?([45]\d\d)\b`)
	stateCode  = lazy.Pattern(`(?:\bSQLSTATE\b[ \[:=(]*|\()([0-9A-Z]{5})(?:[\])\s.:,]|$)`)
	grpcCode   = lazy.Pattern(`(?i)\bcode ?= ?([A-Za-z_]+)`)
	errno      = lazy.Pattern(`\bE[A-Z][A-Z0-9_]{2,}\b`)
)

// statusIn is the status of HTTP that a text states, 0 for none.
func statusIn(text string) int {
	if m := statusLine().FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// codeIn is the kind of a code that a text states: a SQLSTATE, an error number, a status of gRPC.
func codeIn(text string) Kind {
	for _, m := range stateCode().FindAllStringSubmatch(text, 4) {
		if _, digits := strconv.Atoi(m[1]); digits == nil && !strings.Contains(strings.ToUpper(text), "SQL") {
			continue
		}
		if k := SQLKind(m[1]); k != "" {
			return k
		}
	}
	for _, word := range errno().FindAllString(text, 8) {
		if k := errnoKinds[word]; k != "" {
			return k
		}
	}
	if m := grpcCode().FindStringSubmatch(text); m != nil {
		return named(m[1])
	}
	return ""
}
