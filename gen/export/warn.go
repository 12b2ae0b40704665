package export

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// Warnings reports what a provider does not accept as is, and how [Definitions] and the runtime change it: a
// provider rejects a whole request for one schema or one name, such as a title of several words.
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
				Severity: model.Warning, Pos: t.Args.Pos, Pointer: t.Args.Pointer + pointer, Tool: t.Name,
				Problem: fmt.Sprintf(problem, args...), Fix: fix,
			})
		}
		if !f.target.TakesName(t.Name) {
			diags = append(diags, model.Diagnostic{
				Severity: model.Warning, Pos: t.Pos, Tool: t.Name,
				Problem: fmt.Sprintf("%v rejects this tool name; it is offered as %s", f.target, f.target.ToolName(t.Name)),
				Fix:     "rename it, or name a bare schema with --type; a name consists of " + f.target.NameRule(),
			})
		}
		p := projections[i]
		if reasons[i] != "" && f.target.Strict() {
			warn("", "it is offered in normal mode", "not strict for %v: %s", f.target, reasons[i])
			continue
		}
		for _, notes := range []struct {
			format, fix string
			notes       []projection.Note
		}{
			{"%v rejects it: %s", "change the schema", p.Reasons},
			{"for %v, %s", "runtime/wire converts calls back", p.Changed},
			{"%v may reject it: %s", "try it, or change the schema", p.Warnings},
		} {
			for _, n := range groupNotes(notes.notes) {
				warn(n.Pointer, notes.fix, notes.format, f.target, n.Text)
			}
		}
		if f.target == projection.OpenAI || f.target == projection.Anthropic { // few keywords are unsupported there, so report each
			for _, n := range groupNotes(p.Moved) {
				warn(n.Pointer, "the decoder still enforces it", "%v does not support it; the description says: %s", f.target,
					strings.TrimSuffix(n.Text, "."))
			}
		} else if words := movedKeywords(p); len(words) > 0 {
			warn("", "the decoder still enforces them", "%v does not support these keywords; the description expresses them: %s",
				f.target, strings.Join(words, ", "))
		}
	}
	return diags
}

// groupNotes merges notes with the same text into one at the first place.
func groupNotes(notes []projection.Note) (groups []projection.Note) {
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
			groups[i].Text += fmt.Sprintf(", here and in %d more places", times[i])
		}
	}
	return groups
}

// movedKeywords lists the keywords that a projection expresses in descriptions, each once.
func movedKeywords(p *projection.Projection) []string {
	var words []string
	for _, n := range p.Moved {
		if word := path.Base(n.Pointer); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// UnusableNames warns of each tool whose name no provider accepts. Generated code can use it, but no model can
// call it under that name.
func UnusableNames(pkg *model.Package) model.Diagnostics {
	var diags model.Diagnostics
	for _, t := range pkg.Tools {
		if slices.ContainsFunc(forms, func(f form) bool { return f.target.TakesName(t.Name) }) {
			continue
		}
		diags = append(diags, model.Diagnostic{
			Severity: model.Warning, Pos: t.Pos, Tool: t.Name,
			Problem: "no provider accepts this tool name",
			Fix:     "rename it, or name a bare schema with --type; a name that all accept consists of " + projection.OpenAI.NameRule(),
		})
	}
	return diags
}
