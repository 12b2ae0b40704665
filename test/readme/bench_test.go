package readme

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var benchTable = regexp.MustCompile(`(?s)<!-- bench -->\n(.*?)<!-- /bench -->`)

// The README has the figures of RESULTS.md and includes every library that is faster than toolgen.
func TestBenchTable(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	results, err := os.ReadFile(filepath.Join(root, "example", "bench", "RESULTS.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := benchTable.FindSubmatch(readme)
	if block == nil {
		t.Fatal("README.md has no table between its markers")
	}
	shown := rows(string(block[1]))
	if len(shown) < 3 {
		t.Fatalf("only %d rows in the README", len(shown))
	}
	kinds := shown[0][1 : len(shown[0])-1] // between the header and the faults found
	names := map[string]bool{}
	for _, row := range shown[1:] {
		name, work, _ := strings.Cut(strings.TrimSuffix(row[0], ")"), " (")
		names[name] = true
		for i, kind := range kinds {
			full := resultsOf(string(results), kind)[name]
			if full == nil {
				t.Errorf("RESULTS.md has no %s for %s", name, kind)
				continue
			}
			if full[1] != work {
				t.Errorf("%s: the README says %q, RESULTS.md %q", name, work, full[1])
			}
			if time, ok := strings.CutPrefix(row[1+i], "1 ("); ok { // toolgen itself
				words := strings.Fields(full[2]) // median, spread, unit
				if time != words[0]+" "+words[len(words)-1]+")" {
					t.Errorf("%s, %s: the README says %s, RESULTS.md %s", name, kind, row[1+i], full[2])
				}
				continue
			}
			// Both are rounded from the same figure, in the README to a tenth.
			if got, want := number(t, row[1+i]), number(t, full[3]); math.Abs(got-want) > 0.0551 {
				t.Errorf("%s, %s: the README says %v, RESULTS.md %v", name, kind, got, want)
			}
		}
	}
	for _, kind := range kinds {
		for name, full := range resultsOf(string(results), kind) {
			if !names[name] && number(t, full[3]) < 1 {
				t.Errorf("the README omits %s, which takes %s of toolgen's time for %s", name, full[3], kind)
			}
		}
	}
}

// resultsOf returns the table of RESULTS.md for a kind of call, by first cell.
func resultsOf(results, kind string) map[string][]string {
	_, section, _ := strings.Cut(results, "\n## "+kind+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	table := map[string][]string{}
	for i, row := range rows(section) {
		if i > 0 && len(row) > 3 {
			table[row[0]] = row
		}
	}
	return table
}

// rows returns the cells of a Markdown table without the separator row.
func rows(text string) [][]string {
	var table [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		table = append(table, cells)
	}
	return table
}

// number parses the number at the start of a cell.
func number(t *testing.T, cell string) float64 {
	t.Helper()
	first, _, _ := strings.Cut(cell, " ")
	n, err := strconv.ParseFloat(first, 64)
	if err != nil {
		t.Fatalf("the cell %q does not begin with a number", cell)
	}
	return n
}
