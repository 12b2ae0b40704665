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
		a = cmp.Or(identified, largest(args, clause))
	case Query, Schema:
		a = query(args)
	}
	if a == nil && r.Kind != "" && r.Kind != Stale && r.Kind != TooLarge {
		// A text about a field that the tool does not have is not about a value elsewhere in the text.
		if a = identified; !told {
			last := r.Kind == Exists
			a = cmp.Or(a, byName(args, clause, true), byValue(args, plain, last, false), byName(args, plain, false),
				byValue(args, urlPaths(text), true, true), query(args), only(args))
		}
	}
	if a == nil {
		return nil
	}
	a.Named = a == identified
	return []Argument{*outermost(args, a)}
}

// named resolves the fields that a reading names: in the schema, else the same key somewhere in the call, else the
// argument whose name is most like it. told says that it names one, also if the tool has none like it.
func (r *Reading) named(args []Argument, schema *repair.Schema, call any) (list []Argument, told bool) {
	c := checker{schema, call}
	add := func(path []Step) {
		if len(path) > 0 && !slices.ContainsFunc(list, func(a Argument) bool { return slices.Equal(a.Path, path) }) && len(list) < 3 {
			_, sent := valueAt(call, path)
			list = append(list, Argument{Path: path, Sent: sent, Named: true})
		}
	}
	for _, b := range r.Blames {
		if len(b.Path) == 0 {
			continue
		}
		told = told || !b.Maybe
		end := b.Path
		if b.Maybe {
			end = end[len(end)-1:]
		}
		at, ok := c.resolve(b.Path, exact)
		alike := slices.IndexFunc(args, func(a Argument) bool { return samePath(a.Path, end) })
		switch {
		case ok && len(at.path) > 0:
			add(at.path)
		case b.Maybe && len(b.Path) == 1:
		case alike >= 0:
			add(args[alike].Path)
		case !b.Maybe:
			if a := sharing(args, end[len(end)-1].Key); a != nil {
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
