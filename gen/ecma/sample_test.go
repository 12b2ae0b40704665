package ecma

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// sampleOf looks for a sample with more steps than any honest schema needs.
func sampleOf(least, most int, patterns ...string) (text string, ok bool, took int) {
	steps := 1_000_000
	text, ok = Sample(Wanted{Patterns: patterns, Least: least, Most: most, Steps: &steps})
	return text, ok, 1_000_000 - steps
}

// TestSample holds what is found for patterns as schemas have them, "!" for nothing.
func TestSample(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want        string
		least, most int
		patterns    []string
	}{
		{"a", 0, 9, []string{`^[a-z]+$`}},
		{"aaa", 0, 9, []string{`^[a-z]+$`, `^.{3,5}$`}},
		{"acc_0", 0, 9, []string{`^acc_`, `[0-9]$`}},
		{"00000", 5, 5, []string{`^(?:[a-z]{2}|[0-9]{5})$`}},
		{"!", 0, 9, []string{`^[a-z]+$`, `^[0-9]+$`}},
		{"!", 4, 9, []string{`^[a-z]{2}$`}},
		{"", 0, 9, []string{`^$|^https://`}},
		{"https://", 1, 9, []string{`^$|^https://`}},
		{"aaaaaa0A", 0, 20, []string{`^(?=.*[0-9])(?=.*[A-Z]).{8,}$`}},
		{"aaaaa0A-", 0, 20, []string{`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w\s])\S{8,64}$`}},
		{"b", 0, 20, []string{`^(?!a)[a-z]+$`}},
		{"aa-a", 4, 20, []string{`^(?!.*--)(?!-)[a-z-]+(?<!-)$`, `-`}},
		{"a0", 0, 20, []string{`(?=.*[0-9])[a-z]`, `^[a-z0-9]{2}$`}},
		{"a1", 0, 20, []string{`^[a-z](?=1).$`}},
		{"1a", 0, 20, []string{`^.(?<=1)[a-z]$`}},
		{"a0a0", 0, 20, []string{`^([a-z])([0-9])\1\2$`}},
		{"a", 0, 20, []string{`\ba\b`}},
		{"é", 0, 20, []string{`^[^\x00-\x7f]$`}},
		{"аа", 0, 20, []string{`^[а-я]{2}$`, `^\p{Ll}+$`, `\p{Script=Cyrillic}`}},
		{"!", 0, 20, []string{`^\p{Emoji_Presentation}$`}}, // a table that is not to be had here
		{"!", 0, 20, []string{`^(`}},
	} {
		got, ok, took := sampleOf(tt.least, tt.most, tt.patterns...)
		if !ok {
			got = "!"
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.patterns, got, tt.want)
		}
		if took > 200_000 {
			t.Errorf("%q: took %d steps", tt.patterns, took)
		}
	}
}

// TestSampleOfHostilePatterns holds that nothing keeps the search from its end, and that it uses not
// many more steps than it has.
func TestSampleOfHostilePatterns(t *testing.T) {
	t.Parallel()
	for _, patterns := range [][]string{
		{`^(a{1000}){1000}$`},
		{`(?:){1000000000}`},
		{`^(?:(?:){1000000000}a){1000000000}$`},
		{`^(a+)+$`, `^(?=b).*$`},
		{`^(?:a?){300}(?:a){300}$`},
		{`^(.*a.{12})(?!.)$`, `b.{12}$`, `^(.*c.{11}.)$`},
		{`(\1a)`, `^(?:(a\1)+\1)+$`},
		{strings.Repeat("(", 240) + "a*" + strings.Repeat(")*", 240), `^b$`},
		{`^(([a-z])+.)+[A-Z]([a-z])+$`, `^(?!.*a).*(\w+)\3$`, `(?<=(x+x+)+y)$`},
		{`^(?=(x+x+)+y)(?=.*z)(?!.*(x+x+)+yz).*(?<!z)$`},
		{`^` + strings.Repeat(`(?=.*[a-z].{3}`+"\u00e9)", 40)},
		{strings.Repeat(`[^a]`, 250)},
	} {
		for _, steps := range []int{10, 1000, 200_000} {
			left := steps
			if Sample(Wanted{Patterns: patterns, Most: 300, Steps: &left}); left < -100_000 {
				t.Errorf("%.60q: took %d steps of %d", patterns, steps-left, steps)
			}
		}
	}
}

// allMatch holds that the engines match a text.
func allMatch(t *testing.T, patterns []string, text string) {
	t.Helper()
	for _, source := range patterns {
		if e, err := compile(t, source); err != nil || !e.match(t, source, text) {
			t.Errorf("%.60q: %q does not match", source, text)
		}
	}
}

// TestSamplesMatch runs the search on seeded random patterns: what it finds, the engines match.
func TestSamplesMatch(t *testing.T) {
	t.Parallel()
	w := &writer{r: rand.New(rand.NewPCG(7, 8)), advanced: true}
	found, none := 0, 0
	for i := range 1500 {
		w.advanced = i%4 == 0
		patterns := []string{w.pattern(), w.pattern()}[:1+i%2]
		least := i % 5
		steps := 100_000
		text, ok := Sample(Wanted{Patterns: patterns, Least: least, Most: 10, Steps: &steps})
		if !ok {
			none++
			continue
		}
		found++
		if n := utf8.RuneCountInString(text); n < least || n > 10 {
			t.Errorf("%q: %q has %d runes", patterns, text, n)
		}
		allMatch(t, patterns, text)
	}
	t.Logf("%d found, %d not", found, none)
	if found < 500 {
		t.Errorf("only %d samples: the search gives up too early", found)
	}
}
