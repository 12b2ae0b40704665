package foreign

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// Faulty finds the arguments that a reading blames, the likeliest first: those that it names as fields, those
// whose values it quotes, and those whose names its words are.
func (r *Reading) Faulty(tool string, schema *repair.Schema, call any) []Argument {
	args := Arguments(schema, call)
	list, told := r.named(args, schema, call)
	if len(list) > 0 {
		return list
	}
	text := strings.ReplaceAll(r.Text(), tool, "")
	clause, plain := withoutURLs(clauseOf(text, r.Kind)), withoutURLs(text)
	identified := byIdentifier(args, plain)
	var a *Argument
	switch r.Kind {
	case "":
		a = cmp.Or(identified, byValue(args, plain, false, false), query(args))
	case Stale:
		a = version(args)
	case TooLarge:
		a = cmp.Or(identified, largest(args, clause), byName(args, clause, true))
	case Query, Schema:
		a = query(args)
	case Missing:
		a = cmp.Or(byName(args, clause, false), byName(args, plain, false))
	}
	if a == nil && r.Kind != "" && r.Kind != Stale && r.Kind != TooLarge {
		// What is about a field that the tool does not have is not about a value elsewhere in the text.
		if a = identified; !told {
			last := r.Kind == Exists
			a = cmp.Or(a, byValue(args, clause, last, false), byName(args, clause, true), byValue(args, plain, last, false),
				byName(args, clause, false), byName(args, plain, false), byValue(args, urlPaths(text), true, true), query(args), only(args))
		}
	}
	if a == nil {
		return nil
	}
	a.Named = a == identified
	return []Argument{*outermost(args, a)}
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
	like := func(path []Step) int {
		return slices.IndexFunc(args, func(a Argument) bool { return samePath(a.Path, path) })
	}
	for _, b := range r.Blames {
		path := b.Path
		if len(path) == 0 {
			continue
		}
		if isRootWord(path[0].Key) && len(path) > 1 && !c.root().at.Key(path[0].Key).Known() {
			path = path[1:]
		}
		at, ok := c.resolve(path, exact)
		last := path[len(path)-1:]
		switch told = told || !b.Maybe; {
		case ok && len(at.path) > 0:
			add(at.path)
		case b.Maybe && len(path) == 1:
		case b.Maybe:
			if i := like(last); i >= 0 {
				add(args[i].Path)
			}
		default:
			if i := like(path); i >= 0 {
				add(args[i].Path)
				continue
			}
			outer := path[:len(path)-1]
			for len(outer) > 0 {
				if _, sent := valueAt(call, outer); sent {
					break
				}
				outer = outer[:len(outer)-1]
			}
			if add(outer); len(outer) > 0 {
				continue
			}
			if a := sharing(args, last[0].Key); a != nil {
				add(a.Path)
			}
		}
	}
	return list, told
}

// sharing is the argument whose name has the most words of another name.
func sharing(args []Argument, name string) *Argument {
	words := Words(name)
	return best(args, func(a *Argument) (n int) {
		for _, w := range Words(a.Name()) {
			if slices.Contains(words, w) && (!slices.Contains(generic, w) || len(words) == 1) {
				n++
			}
		}
		return n
	})
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
	for _, f := range forms() {
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
