// Package unified computes unified diffs.
package unified

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff returns the unified diff from before to after, "" if they are equal. from and to are the names in its
// header.
//
// The library does not count the lines between two changes of one hunk on the right side, so the start lines of
// later hunks are wrong there. The left side is right, so the right side is computed from it and from the lines
// added and removed before.
func Diff(from, to, before, after string) string {
	var b strings.Builder
	hunks, shift := 0, 0
	for line := range strings.Lines(udiff.Unified(from, to, before, after)) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			if hunks++; hunks > 1 { // an empty text has at most one hunk
				line = shifted(line, shift)
			}
		case hunks == 0: // header
		case line[0] == '+':
			shift++
		case line[0] == '-':
			shift--
		}
		b.WriteString(line)
	}
	return b.String()
}

// shifted returns the hunk header with the right side starting shift lines from the left. After the first hunk
// both sides have more than one line, so both counts are present.
func shifted(line string, shift int) string {
	var left, leftLines, right, rightLines int
	if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &left, &leftLines, &right, &rightLines); err != nil {
		return line
	}
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", left, leftLines, left+shift, rightLines)
}
