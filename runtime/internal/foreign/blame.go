package foreign

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// Argument is a value of a call, or a declared field that the call does not have.
type Argument struct {
	Path  []Step
	Value string // as text; "" of objects, arrays and what is not there
	Sent  bool
	Text  bool // the value is a string
	Size  int  // of the value as JSON
	Named bool // an error names the field
}

// Name is the last key of its path.
func (a *Argument) Name() string {
	for i := len(a.Path) - 1; i >= 0; i-- {
		if !a.Path[i].IsIndex {
			return a.Path[i].Key
		}
	}
	return ""
}

// Bounds of the arguments that are looked at.
const (
	maxArguments = 400
	maxValue     = 400 // bytes of a value that is looked for in a text
	minValue     = 2
)

// Arguments lists what a call has, outer values first, and then the fields that it could have at the top.
func Arguments(schema *repair.Schema, call any) []Argument {
	var list []Argument
	level := []Argument{}
	add := func(path []Step, v any) {
		a := Argument{Path: path, Sent: true}
		if len(path) == 1 {
			raw, _ := json.Marshal(v)
			a.Size = len(raw)
		}
		switch v := v.(type) {
		case string:
			a.Value, a.Text = v, true
		case json.Number:
			a.Value = string(v)
		}
		level = append(level, a)
	}
	root, _ := call.(map[string]any)
	for _, key := range sorted(root) {
		add([]Step{{Key: key}}, root[key])
	}
	for depth := 0; depth < maxDepth && len(level) > 0 && len(list) < maxArguments; depth++ {
		list = append(list, level...)
		outer := level
		level = nil
		for _, a := range outer {
			v, _ := valueAt(call, a.Path)
			switch v := v.(type) {
			case map[string]any:
				for _, key := range sorted(v) {
					add(below(a.Path, key), v[key])
				}
			case []any:
				for i, item := range v[:min(len(v), 20)] {
					add(append(a.Path[:len(a.Path):len(a.Path)], Step{Index: i, IsIndex: true}), item)
				}
			}
		}
	}
	list = list[:min(len(list), maxArguments)]
	for _, key := range schema.Keys() {
		if _, sent := root[key]; !sent && len(schema.Below(key)) > 0 && !schema.Below(key)[0].Marks.Injected {
			list = append(list, Argument{Path: []Step{{Key: key}}})
		}
	}
	return list
}

// Faulty finds the arguments that a reading blames, the likeliest first: those that it names as fields, those
// whose values it quotes, and those whose names its words are.
func (r *Reading) Faulty(tool string, schema *repair.Schema, call any) []Argument {
	args := Arguments(schema, call)
	list, told := r.named(args, schema, call)
	if len(list) > 0 {
		return list
	}
	text := strings.ReplaceAll(r.Text(), tool, "")
	if r.Kind == "" {
		return r.plain(args, text)
	}
	clause := clauseOf(text, r.Kind)
	if r.Kind == Query || r.Kind == Schema {
		if a := query(args); a != nil {
			return []Argument{*a}
		}
	}
	clause, plain := withoutURLs(clause), withoutURLs(text)
	var steps []func() *Argument
	switch r.Kind {
	case Stale:
		steps = append(steps, func() *Argument { return version(args) })
	case TooLarge:
		steps = append(steps, func() *Argument { return byIdentifier(args, plain) }, func() *Argument { return largest(args, clause) }, func() *Argument { return byName(args, clause, true) })
	case Missing:
		steps = append(steps, func() *Argument { return byName(args, clause, false) }, func() *Argument { return byName(args, plain, false) })
		fallthrough
	default:
		steps = append(steps,
			func() *Argument { return byIdentifier(args, plain) })
		if told {
			break // about something that the tool does not have: a value elsewhere in the text is not what is meant
		}
		steps = append(steps,
			func() *Argument { return byValue(args, clause, r.Kind == Exists, false) },
			func() *Argument { return byName(args, clause, true) },
			func() *Argument { return byValue(args, plain, r.Kind == Exists, false) },
			func() *Argument { return byName(args, clause, false) },
			func() *Argument { return byName(args, plain, false) },
			func() *Argument { return byValue(args, urlPaths(text), true, true) },
			func() *Argument { return query(args) },
			func() *Argument { return only(args) })
	}
	for _, find := range steps {
		if a := find(); a != nil {
			return []Argument{*outermost(args, a)}
		}
	}
	return nil
}

// plain finds the argument that a text without a form is about: one whose name it has as an identifier, which no
// word of prose is, or whose value it has.
func (r *Reading) plain(args []Argument, text string) []Argument {
	if a := byIdentifier(args, text); a != nil {
		return []Argument{*a}
	}
	if a := byValue(args, withoutURLs(text), false, false); a != nil {
		return []Argument{*outermost(args, a)}
	}
	if a := query(args); a != nil {
		return []Argument{*a}
	}
	return nil
}

// byIdentifier finds the argument whose name a text has as an identifier, which no word of prose is.
func byIdentifier(args []Argument, text string) *Argument {
	for i := range args {
		if name := args[i].Name(); isIdentifier(name) && wordAt(text, name, false, false) >= 0 {
			args[i].Named = true
			return &args[i]
		}
	}
	return nil
}

// versions are the last words of the names of arguments that say which version of something is meant.
var versions = []string{"sha", "version", "etag", "revision", "rev", "generation"}

func version(args []Argument) *Argument {
	for i := range args {
		name := Words(args[i].Name())
		if len(name) > 0 && slices.Contains(versions, name[len(name)-1]) {
			return &args[i]
		}
	}
	return nil
}

// bulk are the last words of the names of arguments that hold a text or data of any length.
var bulk = []string{"text", "content", "body", "message", "input", "payload", "prompt", "data", "description", "file"}

// largest is the argument that makes a call too large, where a clause says that the call is, rather than its result: one
// that holds much by its name, or that is much larger than the others.
func largest(args []Argument, clause string) *Argument {
	if !requestWord().MatchString(clause) {
		return nil
	}
	best, second := -1, 0
	for i := range args {
		if !args[i].Sent || len(args[i].Path) > 1 {
			continue
		}
		if name := Words(args[i].Name()); len(name) > 0 && slices.Contains(bulk, name[len(name)-1]) {
			return &args[i]
		}
		if best < 0 || args[i].Size > args[best].Size {
			if best >= 0 {
				second = args[best].Size
			}
			best = i
		} else {
			second = max(second, args[i].Size)
		}
	}
	if best < 0 || args[best].Size < 4*second {
		return nil
	}
	return &args[best]
}

var requestWord = lazy.Pattern(`(?i)\b(?:request|payload|prompt|message|msg|text|body|input|command|context)\b.{0,40}\b(?:too|exceeds?|maximum|limit|length)\b`)

// outermost is the argument at the top where that is a query or a program, of which a part was found.
func outermost(args []Argument, a *Argument) *Argument {
	if len(a.Path) > 1 {
		for i := range args {
			if len(args[i].Path) == 1 && args[i].Path[0] == a.Path[0] && query(args[i:i+1]) != nil {
				return &args[i]
			}
		}
	}
	return a
}

// named resolves the fields that a reading names: in the schema, else the same key somewhere in the call, else the
// outermost part of the place that the schema has. told says that it names one, also if the tool has none like it.
func (r *Reading) named(args []Argument, schema *repair.Schema, call any) (list []Argument, told bool) {
	c := checker{schema, call}
	add := func(path []Step) {
		if len(path) > 0 && !slices.ContainsFunc(list, func(a Argument) bool { return slices.Equal(a.Path, path) }) && len(list) < 3 {
			_, sent := valueAt(call, path)
			list = append(list, Argument{Path: path, Sent: sent, Named: true})
		}
	}
	for _, b := range r.Blames {
		path := b.Path
		if len(path) == 0 {
			continue
		}
		if isRootWord(path[0].Key) && len(path) > 1 && !c.root().declares(path[0].Key) {
			path = path[1:]
		}
		if at, ok := c.resolve(path, exact); ok && len(at.path) > 0 {
			add(at.path)
			continue
		}
		if b.Maybe {
			last := path[len(path)-1:]
			if i := slices.IndexFunc(args, func(a Argument) bool { return len(path) > 1 && samePath(a.Path, last) }); i >= 0 {
				add(args[i].Path)
			}
			continue
		}
		told = true
		if i := slices.IndexFunc(args, func(a Argument) bool { return samePath(a.Path, path) }); i >= 0 {
			add(args[i].Path)
			continue
		}
		found := false
		for n := len(path) - 1; n > 0 && !found; n-- {
			if _, found = valueAt(call, path[:n]); found {
				add(path[:n])
			}
		}
		if a := sharing(args, path[len(path)-1].Key); a != nil && !found {
			add(a.Path)
		}
	}
	return list, told
}

// sharing is the argument whose name has the most words of another name.
func sharing(args []Argument, name string) *Argument {
	words := Words(name)
	best, most := -1, 0
	for i := range args {
		n := 0
		for _, w := range Words(args[i].Name()) {
			if slices.Contains(words, w) && (!slices.Contains(generic, w) || len(words) == 1) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return nil
	}
	return &args[best]
}

// samePath reports whether a path ends in the keys of another, as far as these are spelt alike.
func samePath(path, end []Step) bool {
	keys := func(steps []Step) (list []string) {
		for _, s := range steps {
			if !s.IsIndex {
				list = append(list, plainKey(s.Key))
			}
		}
		return list
	}
	p, e := keys(path), keys(end)
	return len(e) > 0 && len(p) >= len(e) && slices.Equal(p[len(p)-len(e):], e) && !path[len(path)-1].IsIndex
}

// byValue finds the argument whose value a text has as a whole word: the first one, or of a URL the last one.
// Parts of a longer word, such as those of a path, count where loose is set.
func byValue(args []Argument, text string, last, loose bool) *Argument {
	best, at, width := -1, 0, 0
	for i := range args {
		v := strings.TrimSpace(args[i].Value)
		if len(v) < minValue || len(v) > maxValue {
			continue
		}
		pos := wordAt(text, v, last, loose)
		if pos < 0 {
			continue
		}
		nearer := pos < at
		if last {
			nearer = pos > at
		}
		if best >= 0 && pos == at && len(v) == width && refersByName(&args[i]) && !refersByName(&args[best]) {
			best = i // of two with the same value, the one that refers to something
		}
		if best < 0 || nearer && !(pos >= at && pos < at+width) || len(v) > width && pos <= at && pos+len(v) >= at+width {
			best, at, width = i, pos, len(v)
		}
	}
	if best < 0 {
		return nil
	}
	return &args[best]
}

func refersByName(a *Argument) bool {
	name := Words(a.Name())
	return len(name) > 0 && name[len(name)-1] == "id"
}

// wordAt is where a text has a value that does not go on at either side, -1 for nowhere.
func wordAt(text, value string, last, loose bool) int {
	found := -1
	for from := 0; from < len(text); {
		i := strings.Index(text[from:], value)
		if i < 0 {
			break
		}
		i += from
		if !goesOn(text[:i], loose, utf8.DecodeLastRuneInString) && !goesOn(text[i+len(value):], loose, utf8.DecodeRuneInString) {
			if found = i; !last {
				break
			}
		}
		from = i + 1
	}
	return found
}

// goesOn reports whether a word goes on at the end of a text that next reads from.
func goesOn(text string, loose bool, next func(string) (rune, int)) bool {
	isWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	r, size := next(text)
	if loose || !strings.ContainsRune(":/-@.=", r) {
		return isWord(r)
	}
	if strings.HasSuffix(text, string(r)) && !strings.HasPrefix(text, string(r)) {
		text = text[:len(text)-size]
	} else {
		text = text[size:]
	}
	r, _ = next(text)
	return isWord(r)
}

// generic are the last words of names that do not tell what the value is of.
var generic = []string{"id", "ids", "key", "name", "number", "no", "code", "value", "text", "path"}

// byName finds the argument whose name a text has as words, or as an identifier: the longest one, then the first.
// With whole, the names must be there in full.
func byName(args []Argument, text string, whole bool) *Argument {
	var words []string
	for _, w := range identifier().FindAllString(text, 400) {
		if isIdentifier(w) {
			words = append(words, plainKey(w)) // which is no words
		} else {
			words = append(words, singular(strings.ToLower(w)))
		}
	}
	best, length, first := -1, 0, 0
	for i := range args {
		if args[i].Path[len(args[i].Path)-1].IsIndex {
			continue
		}
		name := Words(args[i].Name())
		if len(name) == 0 {
			continue
		}
		for _, form := range [][]string{{plainKey(args[i].Name())}, name, stem(name)} {
			at := sequence(words, form)
			if at < 0 || len(form) == 1 && len(form[0]) < 3 || whole && len(form) < len(name) && form[0] != plainKey(args[i].Name()) {
				continue
			}
			n := 2 * len(form)
			if len(form) == len(name) {
				n++
			} else if form[0] == plainKey(args[i].Name()) {
				n = 2*len(name) + 2
			}
			if best < 0 || n > length || n == length && at < first {
				best, length, first = i, n, at
			}
		}
	}
	if best < 0 {
		return nil
	}
	return &args[best]
}

var identifier = lazy.Pattern(`[\pL\pN_]+`)

// isIdentifier reports whether a word is unlikely to be one of prose.
func isIdentifier(w string) bool {
	return strings.Contains(strings.Trim(w, "_"), "_") || humps().MatchString(w)
}

// stem is a name without a last word that says nothing: "customer" of customer_id.
func stem(name []string) []string {
	if n := len(name); n > 1 && slices.Contains(generic, name[n-1]) {
		return name[:n-1]
	}
	return name
}

// Words are the words of a text or of an identifier, in small letters and in the singular.
func Words(text string) []string {
	var list []string
	for _, w := range strings.FieldsFunc(strings.ToLower(humps().ReplaceAllString(text, "$1 $2")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		list = append(list, singular(w))
	}
	return list
}

func singular(w string) string {
	switch {
	case w == "indices":
		return "index"
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes")):
		return w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}

// sequence is where words stand one after the other in others, -1 for nowhere.
func sequence(words, part []string) int {
	for i := 0; i+len(part) <= len(words); i++ {
		if slices.Equal(words[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

// programs and queries are the last words of the names of arguments that hold a query or a program.
var (
	programs = []string{"code", "script", "command", "cmd", "function", "program", "patch"}
	queries  = []string{"query", "sql", "jql", "soql", "cql", "expression", "formula", "selector", "regex", "pattern", "filter", "statement", "graphql", "sparql", "cypher", "xpath"}
)

// query is the argument that holds a query or a program.
func query(args []Argument) *Argument {
	for i := range args {
		if name := Words(args[i].Name()); args[i].Sent && len(args[i].Path) == 1 && len(name) > 0 && (slices.Contains(programs, name[len(name)-1]) || slices.Contains(queries, name[len(name)-1])) {
			return &args[i]
		}
	}
	return nil
}

// only is the argument of a call that has no other one.
func only(args []Argument) *Argument {
	found := -1
	for i, a := range args {
		if a.Sent && len(a.Path) == 1 {
			if found >= 0 {
				return nil
			}
			found = i
		}
	}
	if found < 0 {
		return nil
	}
	return &args[found]
}

var (
	anyURL = lazy.Pattern(`https?://[^\s"'>)]+`)
	clause = lazy.Pattern(`\n+|: |\. |; `)
)

func withoutURLs(text string) string { return anyURL().ReplaceAllString(text, " ") }

// urlPaths are the paths of the URLs of a text, without their queries.
func urlPaths(text string) string {
	var paths []string
	for _, u := range anyURL().FindAllString(text, 4) {
		u, _, _ = strings.Cut(u, "?")
		paths = append(paths, strings.TrimRight(u, ":,."))
	}
	return strings.Join(paths, " ")
}

// clauseOf is the part of a text that has the form of a kind, "" where none has.
func clauseOf(text string, kind Kind) string {
	parts := clause().Split(text, 60)
	for _, f := range forms {
		if f.kind != kind && f.kind.Broad() != kind.Broad() {
			continue
		}
		for _, part := range parts {
			if f.pattern().MatchString(part) {
				return part
			}
		}
	}
	return ""
}

// IsQuery reports whether an argument holds a query or a program, and IsProgram whether it is the latter.
func IsQuery(a *Argument) bool { return query([]Argument{*a}) != nil }

func IsProgram(a *Argument) bool {
	name := Words(a.Name())
	return IsQuery(a) && slices.Contains(programs, name[len(name)-1])
}
