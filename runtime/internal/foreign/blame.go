package foreign

import (
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
