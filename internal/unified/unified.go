// Package unified makes unified diffs.
package unified

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff leads from one text to another; it is empty where they are equal. From and to are the names
// that its head bears.
//
// The library does not count the lines between two changes of one hunk on the right side, so that each
// hunk after it would begin too early there. The place on the left is right, and what was put in and
// taken out before tells how far the right one is from it.
func Diff(from, to, before, after string) string {
	var b strings.Builder
	hunks, shift := 0, 0
	for line := range strings.Lines(udiff.Unified(from, to, before, after)) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			if hunks++; hunks > 1 { // a text that is empty on one side has a single one
				line = shifted(line, shift)
			}
		case hunks == 0: // the head
		case line[0] == '+':
			shift++
		case line[0] == '-':
			shift--
		}
		b.WriteString(line)
	}
	return b.String()
}

// shifted is the first line of a hunk whose right side begins shift lines from where its left does.
// After the first hunk both sides have more than one line, so that both counts are written.
func shifted(line string, shift int) string {
	var left, leftLines, right, rightLines int
	if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &left, &leftLines, &right, &rightLines); err != nil {
		return line
	}
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", left, leftLines, left+shift, rightLines)
}
