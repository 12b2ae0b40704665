package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/toolgen/toolgen/example/bench/payload"
)

// Markers of the table in the README.
const (
	readmeBegin = "<!-- bench -->\n"
	readmeEnd   = "<!-- /bench -->"
)

// readmeTable returns the short form of the comparison, with times as multiples of toolgen's.
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

// leftOut is not in the README: every other contestant that only decodes is faster.
const leftOut = "encoding/json Unmarshal"

// short returns the median with its unit.
func (s spread) short() string { return spread{s.median, s.median, s.median}.duration() }

// writeReadme replaces the table between the markers of a file. A file without markers is left alone.
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
