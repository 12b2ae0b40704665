package main

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/example/bench/peers"
	"github.com/toolgen/toolgen/internal/benchrun"
)

// report renders the comparison as Markdown, with the targets for the last run and the one it is compared with.
func (c *comparison) report(m machine, rounds int, runs []benchrun.Run) string {
	var b strings.Builder
	b.WriteString("# toolgen and its peers\n\n")
	fmt.Fprintf(&b, "Written by `make bench` on %s: %s.\n\n", m.date, m)
	fmt.Fprintf(&b, "One binary runs all contestants in turns, in %d rounds of %d bursts, on one processor. Figures are\n"+
		"processor time, garbage collection included: the median of the rounds, and in parentheses the lowest\n"+
		"and the highest round. Ratios are computed per round. They are comparable between machines, times\n"+
		"are not.\n\n", rounds, burstsPerRound)
	b.WriteString("## Targets\n\n" + benchrun.Table(runs) + "\nMissed targets and their reasons: [docs/performance.md](../../docs/performance.md).\n")
	for _, kind := range payload.Kinds {
		fmt.Fprintf(&b, "\n## %s, %s\n\n", kind, size(len(kind.Compact())))
		c.writeTimes(&b, kind)
	}
	b.WriteString("\n## Three faults\n\n")
	c.writeFaults(&b)
	b.WriteString("\n## What is rejected\n\n")
	c.writeRefusals(&b)
	b.WriteString("\n## What toolgen does besides decoding\n\n")
	c.writeOwn(&b)
	b.WriteString("\n## Versions\n\n")
	m.writeVersions(&b, c.contestants)
	return b.String()
}

// writeTimes writes the table of all contestants on the valid calls of one kind.
func (c *comparison) writeTimes(b *strings.Builder, kind payload.Kind) {
	b.WriteString("| | does | time, compact | × toolgen")
	for _, form := range payload.Forms {
		fmt.Fprintf(b, " | × json.Valid, %s", form)
	}
	b.WriteString(" | allocs |\n|---|---|---|---" + strings.Repeat("|---", len(payload.Forms)) + "|---|\n")
	for _, peer := range c.contestants {
		g := c.valid[kind][payload.Compact]
		t := g.task(peer.Name)
		fmt.Fprintf(b, "| %s | %s | %s | %s", peer.Name, peer.Work, t.time().duration(), t.over(g.task(ours)).text("%.2f"))
		for _, form := range payload.Forms {
			g := c.valid[kind][form]
			fmt.Fprintf(b, " | %s", g.task(peer.Name).over(g.task(yardstick)).text("%.2f"))
		}
		fmt.Fprintf(b, " | %.0f |\n", t.allocs)
	}
}

// writeFaults writes the table of faults found in the faulty calls, and the time needed.
func (c *comparison) writeFaults(b *strings.Builder) {
	b.WriteString("Each faulty call has three faults. A reader that stops at the first one needs less time, but more\nturns of the model.\n\n")
	for _, kind := range payload.Kinds {
		fmt.Fprintf(b, "- %s: %s\n", kind, strings.Join(kind.Wrong(), ", "))
	}
	b.WriteString("\n| |")
	for _, kind := range payload.Kinds {
		fmt.Fprintf(b, " %s: found | time | allocs |", kind)
	}
	b.WriteString("\n|---" + strings.Repeat("|---|---|---", len(payload.Kinds)) + "|\n")
	for _, peer := range c.contestants {
		fmt.Fprintf(b, "| %s |", peer.Name)
		for _, kind := range payload.Kinds {
			found := peer.Faults(peer.Read[kind](kind.Faulty()))
			if peer.Work != peers.Validate {
				fmt.Fprintf(b, " %d | | |", found)
				continue
			}
			t := c.faulty[kind].task(peer.Name)
			fmt.Fprintf(b, " %d | %s | %.0f |", found, t.time().duration(), t.allocs)
		}
		b.WriteString("\n")
	}
}

// writeRefusals writes a table: which contestant rejects which fault.
func (c *comparison) writeRefusals(b *strings.Builder) {
	b.WriteString("Whether an invoice with a single fault is rejected. ogen also converts dates to time.Time and UUIDs to\n" +
		"arrays, go-jsonschema only dates; the others keep the strings, toolgen after checking them.\n\n| |")
	lapses := payload.Lapses()
	for _, lapse := range lapses {
		fmt.Fprintf(b, " %s |", lapse.Name)
	}
	b.WriteString("\n|---" + strings.Repeat("|---", len(lapses)) + "|\n")
	for _, peer := range c.contestants {
		fmt.Fprintf(b, "| %s |", peer.Name)
		for _, lapse := range lapses {
			if peer.Read[payload.Invoice](lapse.Text) != nil {
				b.WriteString(" yes |")
			} else {
				b.WriteString(" - |")
			}
		}
		b.WriteString("\n")
	}
}

// writeOwn writes the table of toolgen's other work, relative to decoding the valid call.
func (c *comparison) writeOwn(b *strings.Builder) {
	b.WriteString("| |")
	for _, kind := range payload.Kinds {
		fmt.Fprintf(b, " %s | × decode | allocs |", kind)
	}
	b.WriteString("\n|---" + strings.Repeat("|---|---|---", len(payload.Kinds)) + "|\n")
	for i, t := range c.own[payload.Deposit].tasks {
		fmt.Fprintf(b, "| %s |", t.name)
		for _, kind := range payload.Kinds {
			g := c.own[kind]
			t := g.tasks[i]
			fmt.Fprintf(b, " %s | %s | %.0f |", t.time().duration(), t.over(g.task(decodeSound)).text("%.2f"), t.allocs)
		}
		b.WriteString("\n")
	}
}

// text formats the median with its spread, if there is one: "0.71 (0.69–0.74)".
func (s spread) text(format string) string {
	if s.min == s.max {
		return fmt.Sprintf(format, s.median)
	}
	return fmt.Sprintf(format+" ("+format+"–"+format+")", s.median, s.min, s.max)
}

// duration formats a time in nanoseconds in the unit that suits its median.
func (s spread) duration() string {
	unit, name := 1.0, "ns"
	switch {
	case s.median >= 1e6:
		unit, name = 1e6, "ms"
	case s.median >= 1e4:
		unit, name = 1e3, "µs"
	}
	format := "%.0f"
	if s.median/unit < 100 {
		format = "%.1f"
	}
	return spread{s.median / unit, s.min / unit, s.max / unit}.text(format) + " " + name
}

func size(bytes int) string {
	switch {
	case bytes >= 100_000:
		return fmt.Sprintf("%.0f kB", float64(bytes)/1000)
	case bytes >= 1000:
		return fmt.Sprintf("%.1f kB", float64(bytes)/1000)
	}
	return fmt.Sprintf("%d B", bytes)
}
