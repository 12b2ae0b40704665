package toolgentest

import (
	"math"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/repair"
)

func (r sampler) number(limits repair.Range, integer bool) (any, bool) {
	gap := 0.5 // from an exclusive bound
	if integer {
		gap = 1
	}
	low, hasLow := floatOf(limits.Min)
	if limits.MinOut {
		low += gap
	}
	high, hasHigh := floatOf(limits.Max)
	if limits.MaxOut {
		high -= gap
	}
	switch {
	case !hasLow && !hasHigh:
		low, high = 1, 100
	case !hasLow:
		low = high - 100
	case !hasHigh:
		high = low + 100
	}
	v := low + r.Float64()*(high-low)
	if of, ok := floatOf(limits.Multiple); ok {
		v = math.Ceil(low/of) * of
		if n := math.Floor((high - v) / of); n >= 1 {
			v += of * float64(r.IntN(int(min(n, 50))+1))
		}
	} else if integer {
		v = min(math.Ceil(v), math.Floor(high))
	} else if rounded := math.Round(v*100) / 100; rounded >= low && rounded <= high {
		v = rounded
	}
	return number(v), true
}

// words are the building blocks of sample text.
var words = []string{"alpha", "Berlin", "open invoices", "main.go", "user-42", "héllo wörld", "2024-01-15", "notes/today.md", "ORD-1009", "x"}

// formatSamples are values of the formats that are asserted.
var formatSamples = map[string][]string{
	"date-time": {"2024-03-01T10:00:00Z", "2023-12-31T23:59:59+02:00"}, "date": {"2024-03-01", "2023-12-31"}, "time": {"10:00:00Z"},
	"duration": {"P3D", "PT90M"}, "email": {"ann@example.com"}, "idn-email": {"ann@example.com"}, "hostname": {"db.example.com"},
	"idn-hostname": {"db.example.com"}, "ipv4": {"10.1.2.3"}, "ipv6": {"2001:db8::7"}, "uri": {"https://example.com/a?b=c"},
	"uri-reference": {"/a/b"}, "iri": {"https://example.com/a"}, "iri-reference": {"/a"}, "uri-template": {"/a/{id}"},
	"uuid": {"0b8e7c52-3f5c-4c1b-9b3a-6f2c1d0e9a11"}, "json-pointer": {"/a/0"}, "relative-json-pointer": {"1/a"}, "regex": {"^a+$"},
}

func (r sampler) text(of *repair.Schema) (any, bool) {
	if pattern := of.Text("pattern"); pattern != "" {
		return r.match(pattern, of.Count("minLength"))
	}
	if list := formatSamples[of.Text("format")]; list != nil {
		return list[r.IntN(len(list))], true
	}
	s := words[r.IntN(len(words))]
	s += strings.Repeat("y", max(of.Count("minLength")-utf8.RuneCountInString(s), 0))
	if runes, most := []rune(s), of.Count("maxLength"); most >= 0 && len(runes) > most {
		s = string(runes[:most])
	}
	return s, true
}

// match generates a text that matches a pattern of package regexp.
func (r sampler) match(source string, least int) (any, bool) {
	re, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, false
	}
	var b strings.Builder
	for range 8 {
		b.Reset()
		r.write(&b, re.Simplify(), 0)
		if utf8.RuneCountInString(b.String()) >= least {
			break
		}
	}
	return b.String(), true
}

func (r sampler) write(b *strings.Builder, re *syntax.Regexp, depth int) {
	if depth > 50 || b.Len() > 500 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if n := len(re.Rune) / 2; n > 0 {
			i := r.IntN(n)
			low, high := re.Rune[2*i], re.Rune[2*i+1]
			if low < ' ' && high >= 'a' {
				low, high = 'a', min(high, 'z')
			}
			b.WriteRune(low + rune(r.IntN(int(min(high-low, 40))+1)))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte("abcxyz019"[r.IntN(9)])
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			r.write(b, sub, depth+1)
		}
	case syntax.OpAlternate:
		r.write(b, re.Sub[r.IntN(len(re.Sub))], depth+1)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest: // Simplify expands other repetitions
		least, more := 0, 4
		if re.Op == syntax.OpQuest {
			more = 2
		} else if re.Op == syntax.OpPlus {
			least = 1
		}
		for range least + r.IntN(more) {
			r.write(b, re.Sub[0], depth+1)
		}
	}
}
