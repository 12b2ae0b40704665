package export

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// Warnings says what of each tool a provider does not take as it is, and what becomes of it in [Definitions] and at run time: a
// provider refuses a whole request for one schema, or for one name, such as a bare schema's title of several words.
func Warnings(pkg *model.Package, provider string) model.Diagnostics {
	f, err := formOf(provider)
	if err != nil {
		return nil
	}
	var diags model.Diagnostics
	projections, writes := make([]*projection.Projection, len(pkg.Tools)), make([]bool, len(pkg.Tools))
	for i, t := range pkg.Tools {
		projections[i], writes[i] = projection.Of(t.InputSchema, f.target), t.Write
	}
	reasons := projection.Choose(f.target, projections, writes)
	for i, t := range pkg.Tools {
		warn := func(pointer, fix, problem string, args ...any) {
			diags = append(diags, model.Diagnostic{
				Severity: model.Warning, Pos: t.Args.Pos, Pointer: t.Args.Pointer + pointer, Tool: t.Name, Problem: fmt.Sprintf(problem, args...), Fix: fix,
			})
		}
		if !f.target.TakesName(t.Name) {
			diags = append(diags, model.Diagnostic{
				Severity: model.Warning, Pos: t.Pos, Tool: t.Name,
				Problem: fmt.Sprintf("%v does not take this name of a tool, which is offered as %s", f.target, f.target.ToolName(t.Name)),
				Fix:     "rename it, or name a bare schema with --type; a name has " + f.target.NameRule(),
			})
		}
		p := projections[i]
		if reasons[i] != "" && f.target.Strict() {
			warn("", "it is offered without strict", "not strict for %v: %s", f.target, reasons[i])
			continue
		}
		for _, notes := range []struct {
			format, fix string
			notes       []projection.Note
		}{
			{"%v does not take it: %s", "change the schema", p.Reasons},
			{"for %v, %s", "calls are read back by runtime/wire", p.Changed},
			{"%v may refuse it: %s", "try it, or change the schema", p.Warnings},
		} {
			for _, n := range grouped(notes.notes) {
				warn(n.Pointer, notes.fix, notes.format, f.target, n.Text)
			}
		}
		if f.target == projection.OpenAI || f.target == projection.Anthropic { // little is refused, and each is worth a line
			for _, n := range grouped(p.Moved) {
				warn(n.Pointer, "the decoder enforces it all the same", "%v does not take it, and has instead: %s", f.target, strings.TrimSuffix(n.Text, "."))
			}
		} else if words := moved(p); len(words) > 0 {
			warn("", "the decoder enforces it all the same", "%v does not take all of the schema, and the description says it instead: %s", f.target, strings.Join(words, ", "))
		}
	}
	return diags
}

// grouped merges notes with the same text into one, at the first of their places.
func grouped(notes []projection.Note) (groups []projection.Note) {
	var times []int
	for _, n := range notes {
		i := slices.IndexFunc(groups, func(g projection.Note) bool { return g.Text == n.Text })
		if i < 0 {
			groups, times = append(groups, n), append(times, 0)
			continue
		}
		times[i]++
	}
	for i := range groups {
		if times[i] > 0 {
			groups[i].Text += fmt.Sprintf(", here and at %d more places", times[i])
		}
	}
	return groups
}

// moved are the keywords that a projection has in descriptions only, each once.
func moved(p *projection.Projection) []string {
	var words []string
	for _, n := range p.Moved {
		if word := path.Base(n.Pointer); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// HomelessNames warns of each tool whose name no provider takes. Code for it is of use to call it by,
// but no model will, unless it is offered under another name.
func HomelessNames(pkg *model.Package) model.Diagnostics {
	var diags model.Diagnostics
	for _, t := range pkg.Tools {
		if slices.ContainsFunc(forms, func(f form) bool { return f.target.TakesName(t.Name) }) {
			continue
		}
		diags = append(diags, model.Diagnostic{
			Severity: model.Warning, Pos: t.Pos, Tool: t.Name,
			Problem: "no provider takes this name of a tool",
			Fix:     "rename it, or name a bare schema with --type; a name that all take has " + projection.OpenAI.NameRule(),
		})
	}
	return diags
}
