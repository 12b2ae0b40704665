package coverage

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/visible"
)

// Table renders the report for a terminal: a row per write tool, then the gaps.
func (r Report) Table() string {
	if len(r.Tools) == 0 {
		return fmt.Sprintf("%s, no write tools\n", count(r.Total, "tool"))
	}
	rows := [][]string{{"TOOL", "WRITES BY", "REQUIRED", "RULES", "TIER", "MISSING"}}
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
			missing = append(missing, string(g.Kind))
		}
		for _, g := range t.Accepted {
			missing = append(missing, string(g.Kind)+" (accepted)")
		}
		rows = append(rows, []string{t.Name, string(t.Writes), abbreviate(t.Required), abbreviate(t.Rules), tier, orDash(strings.Join(missing, ", "))})
	}
	var b strings.Builder
	columns(&b, rows)
	b.WriteString("\n")
	said := map[Kind]bool{}
	for _, t := range r.Tools {
		for _, g := range t.Gaps {
			if !said[g.Kind] {
				said[g.Kind] = true
				fmt.Fprintf(&b, "%s: %s\n", g.Kind, explanations[g.Kind])
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

// explanations describes each kind of gap and its remedy.
var explanations = map[Kind]string{
	Undeclared:      "only the name says that the tool writes, so no gate protects it; say write: true (or false) in the rules",
	NoRequired:      "a call without arguments is valid; add required: […] to the rules",
	NoIdentifier:    "an update or delete does not require an identifier; require the field that identifies it",
	NoConfirmation:  "a destructive call needs no confirmation; add confirm: {tier: 2}, or tier 3 to require a typed phrase",
	NothingAccepted: "unchecked is set, but there are no gaps; remove it, or it hides the next one",
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
	return orDash(strings.Join(names, ", "))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// columns aligns a table. Names come from foreign schemas, so control characters are escaped.
func columns(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i := range row {
			row[i] = visible.Text(row[i])
			width[i] = max(width[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell)
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)+2))
			}
		}
		b.WriteString(line.String() + "\n")
	}
}

// GitHub renders each gap as a workflow command that annotates the tool's definition.
func (r Report) GitHub() string {
	var b strings.Builder
	for _, t := range r.Tools {
		for _, g := range t.Gaps {
			fmt.Fprintf(&b, "::error file=%s,line=%d,col=%d,title=%s::%s\n",
				property(t.Source), t.Line, t.Column, property("toolgen coverage: "+string(g.Kind)), message(fmt.Sprintf("tool %s: %s; %s", t.Name, g.Problem, g.Fix)))
		}
	}
	return b.String()
}

var messageEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

func message(s string) string { return messageEscapes.Replace(visible.Text(s)) }

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message(s))
}
