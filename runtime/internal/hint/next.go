package hint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/foreign"
)

// Sibling is another tool of the set.
type Sibling struct {
	Name    string
	About   string // its description
	Reads   bool   // it is declared as read-only
	Unsaid  bool   // it is declared neither as read-only nor as writing
	Results string // the JSON Schema of its results, "" where it is not known
}

// Why a tool is to be called first, where the rules do not say so.
const (
	WhyNamed     = "named"     // the error names it
	WhySuggested = "suggested" // its name or its description is about the same
	WhyVerify    = "verify"    // it may tell whether a write was done
)

// named is the tool of the set that the text of the error names: by an unmistakable word, or in a phrase that names tools.
func (x *failure) named() *Remedy {
	if x.tool.Set == nil {
		return nil
	}
	for _, s := range x.tool.Set() {
		if s.Name == x.tool.Name || !strings.Contains(x.said, s.Name) {
			continue
		}
		name := regexp.QuoteMeta(s.Name)
		pattern := `(?:^|[^\w-])` + name + `(?:[^\w-]|$)`
		if !strings.ContainsAny(s.Name, "_-") && strings.ToLower(s.Name) == s.Name {
			pattern = "(?i)(?:[\"'`]" + name + "[\"'`]|\\b(?:use|call|run|try|using|with)(?: the)? " + name + `\b|\b` + name + ` (?:tool|again|it again)\b|(?:^|\. )` + name + ` it\b)`
		}
		if re, err := regexp.Compile(pattern); err == nil && re.MatchString(x.said) {
			return &Remedy{Field: x.field(), Call: s.Name, Why: WhyNamed}
		}
	}
	return nil
}

// lister is a tool of the set that reads and may tell what the first argument at fault has to be.
func (x *failure) lister() *Remedy {
	s := subject{}
	if len(x.args) > 0 {
		s.add(6, x.field())
	}
	s.add(3, x.reading.Text())
	s.add(1, x.tool.Name)
	if x.reading.Kind == foreign.Schema {
		s.add(3, "schema table column field object")
	}
	return x.pick(s)
}

// reader is a tool of the set that reads what this one writes.
func (x *failure) reader() *Remedy {
	s := subject{}
	s.add(6, x.tool.Name)
	s.add(2, summary(x.tool.About))
	s.add(1, x.tool.Schema.Keys()...)
	return x.pick(s)
}

// subject is what a tool should be about: words, each with a weight.
type subject map[string]int

// add gives the words of texts a weight, the greatest one that each gets.
func (s subject) add(weight int, texts ...string) {
	for _, text := range texts {
		for _, w := range foreign.Words(text) {
			if len(w) > 2 && !slices.Contains(emptyWords, w) && !slices.Contains(reading, w) {
				s[w] = max(s[w], weight)
			}
		}
	}
}

// weight is the weight of a word, or of one that it begins: "repo" of "repository".
func (s subject) weight(word string) int {
	most := s[word]
	for about, w := range s {
		if len(about) >= 4 && len(word) >= 4 && (strings.HasPrefix(word, about) || strings.HasPrefix(about, word)) {
			most = max(most, w)
		}
	}
	return most
}

// emptyWords are words of names and texts that do not say what they are about.
var emptyWords = []string{"the", "and", "for", "not", "found", "error", "failed", "with", "from", "tool", "api", "this", "that", "create", "update", "delete", "add", "set", "new", "all", "name", "key", "value", "number", "type", "data", "could", "does", "exist", "exists", "calling", "executing", "invalid", "http", "https", "com", "www", "was", "has", "are", "request"}

// reading are verbs of tools that look something up.
var reading = []string{"list", "search", "find", "lookup", "browse", "query", "get", "read", "fetch", "show", "describe", "view", "retrieve"}

// ReadsByName reports whether the name of a tool says that it looks something up, and nothing else.
func ReadsByName(name string) bool {
	words := foreign.Words(name)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(reading, w) }) &&
		!slices.ContainsFunc(words, func(w string) bool { return slices.Contains(writing, w) })
}

// writing are verbs of tools that change something.
var writing = []string{"add", "apply", "append", "approve", "archive", "assign", "book", "buy", "call", "cancel", "charge", "check", "clear", "close", "commit", "copy", "create", "delete", "deploy", "do", "drop", "edit", "execute", "fill", "import", "insert", "install", "invoke", "join", "make", "mark", "merge", "modify", "move", "open", "patch", "pay", "post", "publish", "push", "put", "refund", "register", "remove", "rename", "replace", "reset", "run", "save", "schedule", "send", "set", "share", "start", "stop", "submit", "sync", "toggle", "transfer", "update", "upload", "upsert", "write"}

// leastAbout is the least weight of a tool that is about a subject.
const leastAbout = 3

// pick is the reading tool of the set whose words weigh most in a subject, nil if none is about it.
func (x *failure) pick(of subject) *Remedy {
	if x.tool.Set == nil {
		return nil
	}
	best, most := "", 0
	for _, s := range x.tool.Set() {
		if s.Name == x.tool.Name || !s.Reads && !(s.Unsaid && ReadsByName(s.Name)) {
			continue
		}
		about := 0
		for _, w := range foreign.Words(s.Name) {
			about += 2 * of.weight(w)
		}
		words := foreign.Words(summary(s.About))
		slices.Sort(words)
		for _, w := range slices.Compact(words) {
			about += of.weight(w)
		}
		if field := x.field(); field != "" && strings.Contains(s.Results, strconv.Quote(x.first().Name())+":") {
			about += 6
		}
		if about >= leastAbout && about > most {
			best, most = s.Name, about
		}
	}
	if best == "" {
		return nil
	}
	return &Remedy{Field: x.field(), Call: best, Why: WhySuggested}
}
