package unified

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	lines := func(n int, put map[int]string) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			if text, ok := put[i]; ok {
				b.WriteString(text)
			} else {
				fmt.Fprintf(&b, "%d\n", i)
			}
		}
		return b.String()
	}
	for _, c := range []struct {
		name          string
		before, after string
		want          []string // hunk headers
	}{
		{"equal", "a\n", "a\n", nil},
		{"new file", "", "a\nb\n", []string{"@@ -0,0 +1,2 @@"}},
		{"removed file", "a\nb\n", "", []string{"@@ -1,2 +0,0 @@"}},
		{"one line", "a\n", "b\n", []string{"@@ -1 +1 @@"}},
		{
			"two changes in one hunk, then another", lines(40, nil), lines(40, map[int]string{4: "", 7: "seven\n", 30: ""}),
			[]string{"@@ -1,10 +1,9 @@", "@@ -27,7 +26,6 @@"},
		},
		{
			"more lines on the right", lines(60, nil), lines(60, map[int]string{10: "10\nten\n", 12: "12\ntwelve\n", 30: "30\nthirty\n", 33: "", 50: ""}),
			[]string{"@@ -8,8 +8,10 @@", "@@ -28,9 +30,9 @@", "@@ -47,7 +49,6 @@"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			diff := Diff("old", "new", c.before, c.after)
			var got []string
			for line := range strings.Lines(diff) {
				if strings.HasPrefix(line, "@@") {
					got = append(got, strings.TrimSuffix(line, "\n"))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got the hunks %q, want %q, of\n%s", got, c.want, diff)
			}
			holds(t, diff, c.before, c.after)
		})
	}
}

// TestDiffOfRandomTexts checks the position of each hunk on both sides.
func TestDiffOfRandomTexts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var before, after strings.Builder
		for i := range 80 {
			line := fmt.Sprintf("%d\n", i)
			before.WriteString(line)
			switch r.IntN(12) {
			case 0: // deleted
			case 1:
				after.WriteString(line + "+ put in\n@@ of the text\n")
			case 2:
				after.WriteString("- other\n")
			default:
				after.WriteString(line)
			}
		}
		holds(t, Diff("old", "new", before.String(), after.String()), before.String(), after.String())
	}
}

var hunkLine = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$`)

// holds reports each line of a diff that is not at its position in the text.
func holds(t *testing.T, diff, before, after string) {
	t.Helper()
	left, right := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	at := func(text []string, number int) string {
		if number < 1 || number > len(text) {
			return ""
		}
		return text[number-1]
	}
	l, r, inside := 0, 0, false
	for line := range strings.Lines(diff) {
		if m := hunkLine.FindStringSubmatch(line); m != nil {
			l, _ = strconv.Atoi(m[1])
			r, _ = strconv.Atoi(m[3])
			inside = true
			continue
		}
		if !inside {
			continue
		}
		if line[0] != '+' {
			if at(left, l) != line[1:] {
				t.Fatalf("line %d on the left is %q, the diff has %q:\n%s", l, at(left, l), line, diff)
			}
			l++
		}
		if line[0] != '-' {
			if at(right, r) != line[1:] {
				t.Fatalf("line %d on the right is %q, the diff has %q:\n%s", r, at(right, r), line, diff)
			}
			r++
		}
	}
}
