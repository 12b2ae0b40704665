package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/toolgen/toolgen/example/bench/payload"
)

// The README's table stands between these lines.
const (
	readmeBegin = "<!-- bench -->\n"
	readmeEnd   = "<!-- /bench -->"
)

// readmeTable is the short form of the comparison: times as multiples of toolgen's.
func (c *comparison) readmeTable() string {
	var b strings.Builder
	b.WriteString("| valid calls, time × toolgen |")
	for _, kind := range payload.Kinds {
		fmt.Fprintf(&b, " %s, %s |", kind, size(len(kind.Compact())))
	}
	b.WriteString(" faults found of 3 |\n|---" + strings.Repeat("|---", len(payload.Kinds)) + "|---|\n")
	for _, peer := range c.contestants {
		if peer.Name == leftOut {
			continue
		}
		fmt.Fprintf(&b, "| %s (%s) |", peer.Name, peer.Work)
		var found []string
		for _, kind := range payload.Kinds {
			g := c.valid[kind][payload.Compact]
			t := g.task(peer.Name)
			if peer.Name == ours {
				fmt.Fprintf(&b, " 1 (%s) |", spread{t.time().median, 0, 0}.short())
			} else {
				fmt.Fprintf(&b, " %.1f |", t.over(g.task(ours)).median)
			}
			found = append(found, fmt.Sprint(peer.Faults(peer.Read[kind](kind.Faulty()))))
		}
		fmt.Fprintf(&b, " %s |\n", strings.Join(found, ", "))
	}
	return b.String()
}

// leftOut is the one that the README does not show: all others that only decode need less time.
const leftOut = "encoding/json Unmarshal"

// short is the median with its unit.
func (s spread) short() string { return spread{s.median, s.median, s.median}.duration() }

// writeReadme puts the table between the markers of a file; one without markers is left alone.
func writeReadme(path, table string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(old, []byte(readmeBegin))
	if !found {
		return nil
	}
	_, after, found := bytes.Cut(rest, []byte(readmeEnd))
	if !found {
		return fmt.Errorf("%s: %s has no %s after it", path, strings.TrimSpace(readmeBegin), readmeEnd)
	}
	text := string(before) + readmeBegin + table + readmeEnd + string(after)
	return os.WriteFile(path, []byte(text), 0o644)
}
