package web

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

// TestContrast checks the colours against WCAG level AA: 4.5 for text, 3 for the edges of controls.
func TestContrast(t *testing.T) {
	css, err := files.ReadFile("static/books.css")
	if err != nil {
		t.Fatal(err)
	}
	colors := map[string][2]float64{}
	for _, m := range regexp.MustCompile(`--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)`).FindAllStringSubmatch(string(css), -1) {
		colors[m[1]] = [2]float64{luminance(t, m[2]), luminance(t, m[3])}
	}
	for _, tt := range []struct {
		front, back string
		least       float64
	}{
		{"ink", "paper", 4.5}, {"ink", "card", 4.5}, {"soft", "paper", 4.5}, {"soft", "card", 4.5}, {"accent", "card", 4.5}, {"accent", "paper", 4.5},
		{"on-accent", "accent", 4.5}, {"good", "card", 4.5}, {"warn", "card", 4.5}, {"bad", "card", 4.5}, {"blocked", "card", 4.5}, {"card", "blocked", 4.5}, {"paper", "bad", 4.5},
		{"edge", "card", 3}, {"edge", "paper", 3},
	} {
		for i, mode := range []string{"light", "dark"} {
			a, b := colors[tt.front][i], colors[tt.back][i]
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < tt.least {
				t.Errorf("%s on %s has a contrast of %.2f in %s, below %.1f", tt.front, tt.back, ratio, mode, tt.least)
			}
		}
	}
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	part := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}
