package coverage

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/toolgen/toolgen/internal/visible"
)

// Table renders the report for a terminal: a row per write tool, then the gaps.
func (r Report) Table() string {
	if len(r.Tools) == 0 {
		return fmt.Sprintf("%s, no write tools\n", count(r.Total, "tool"))
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tWRITES BY\tREQUIRED\tRULES\tTIER\tMISSING")
	for _, t := range r.Tools {
		tier := "-"
		if t.Tier > 0 {
			tier = fmt.Sprint(t.Tier)
		}
		if t.Approval {
			tier += " +approval"
		}
		var missing []string
		for _, g := range t.Gaps {
			missing = append(missing, g.Kind)
		}
		for _, g := range t.Accepted {
			missing = append(missing, g.Kind+" (accepted)")
		}
		// Names come from foreign schemas, so control characters are escaped.
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", visible.Text(t.Name), t.Writes,
			visible.Text(abbreviate(t.Required)), visible.Text(abbreviate(t.Rules)), tier, cmp.Or(strings.Join(missing, ", "), "-"))
	}
	table.Flush()
	b.WriteString("\n")
	said := map[string]bool{}
	for _, t := range r.Tools {
		for _, g := range t.Gaps {
			if !said[g.Kind] {
				said[g.Kind] = true
				fmt.Fprintf(&b, "%s: %s; %s\n", g.Kind, g.Problem, g.Fix)
			}
		}
	}
	accepted := 0
	for _, t := range r.Tools {
		if t.Unchecked != "" {
			accepted++
			fmt.Fprintf(&b, "accepted for %s: %s\n", visible.Text(t.Name), visible.Text(t.Unchecked))
		}
	}
	fmt.Fprintf(&b, "%s, %d write, %d of them with gaps", count(r.Total, "tool"), len(r.Tools), r.faulty())
	if accepted > 0 {
		fmt.Fprintf(&b, ", %d with accepted gaps", accepted)
	}
	b.WriteString("\n")
	return b.String()
}

func (r Report) faulty() int {
	n := 0
	for _, t := range r.Tools {
		if len(t.Gaps) > 0 {
			n++
		}
	}
	return n
}

// abbreviate joins names up to the width of a table cell.
func abbreviate(names []string) string {
	const most = 3
	if len(names) > most {
		return fmt.Sprintf("%s, +%d", strings.Join(names[:most], ", "), len(names)-most)
	}
	return cmp.Or(strings.Join(names, ", "), "-")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// GitHub renders each gap as a workflow command that annotates the tool's definition.
func (r Report) GitHub() string {
	var b strings.Builder
	for _, t := range r.Tools {
		for _, g := range t.Gaps {
			fmt.Fprintf(&b, "::error file=%s,line=%d,col=%d,title=%s::%s\n",
				property(t.Source), t.Line, t.Column, property("toolgen coverage: "+g.Kind), message(fmt.Sprintf("tool %s: %s; %s", t.Name, g.Problem, g.Fix)))
		}
	}
	return b.String()
}

var messageEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

func message(s string) string { return messageEscapes.Replace(visible.Text(s)) }

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message(s))
}
