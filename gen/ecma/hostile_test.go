package ecma

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
)

// TestWideClassesUnderFlagI has the two engines compile many classes that are wide and ignore case. Each
// of them goes through such a class one code point after the other, which took milliseconds for each.
func TestWideClassesUnderFlagI(t *testing.T) {
	for _, source := range []string{
		"(?i:" + strings.Repeat(`[b-\u{10ffff}]`, 1500) + ")",
		"(?i:(?=x)" + strings.Repeat(`[^b-\u{10fffe}]`, 1500) + ")",
	} {
		start := time.Now()
		if _, err := Translate(source); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("a pattern of %d bytes took %v", len(source), took)
		}
	}
}

// TestFolded compares the closure of wide sets with folding every code point of Unicode.
func TestFolded(t *testing.T) {
	t.Parallel()
	for _, s := range []Set{
		{{'b', unicode.MaxRune}},
		{{'{', unicode.MaxRune}},
		{{0x100, 0x1000}, {0x10000, 0x1FFFF}},
		{{0x2000, 0x2FFF}},
		{{0x1E000, 0x1FFFF}},
	} {
		var ranges []Range
		for _, r := range s {
			for c := r.Lo; c <= r.Hi; c++ {
				ranges = append(ranges, Range{c, c})
				for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
					ranges = append(ranges, Range{f, f})
				}
			}
		}
		want := setOf(ranges...)
		got := s.folded()
		if !slices.Equal(want, got) {
			t.Errorf("%v: %v, not %v", s, got, want)
		}
	}
}

// TestFoldedOne folds each code point of Unicode by itself.
func TestFoldedOne(t *testing.T) {
	t.Parallel()
	for c := range rune(unicode.MaxRune + 1) {
		if f := unicode.SimpleFold(c); f != c && !(Set{{c, c}}).folded().Contains(f) {
			t.Errorf("%U lacks its variant %U", c, f)
		}
	}
}

// TestManyGroupsOfOneName bounds what a reference by name unfolds to.
func TestManyGroupsOfOneName(t *testing.T) {
	t.Parallel()
	group, reference := `(?<a>x)|`, `\k<a>`
	if _, err := Translate(strings.Repeat(group, maxGroupsOfName) + reference); err != nil {
		t.Error(err)
	}
	_, err := Translate(strings.Repeat(group, maxGroupsOfName+1) + reference)
	if err == nil || !strings.Contains(err.Error(), "more than 50 groups are named a") {
		t.Errorf("said %v", err)
	}
	many := strings.Repeat(group, maxGroupsOfName) + strings.Repeat(reference, 1000)
	made, err := Translate(many)
	if err != nil || len(made.Expr) > 100*len(many) {
		t.Errorf("a pattern of %d bytes became one of %d (%v)", len(many), len(made.Expr), err)
	}
}
