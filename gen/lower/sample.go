package lower

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// What the search for samples may take, in steps: of one field, and of all fields of a tool.
const (
	maxSampleSteps = 100_000
	maxToolSteps   = 500_000
)

// formatForm is what texts of a format look like, as far as a search for one needs it.
type formatForm struct{ usual, pattern string }

// formatForms are those of formats that stand beside a pattern. Their patterns may allow more than the
// format does, or less.
var formatForms = map[string]formatForm{
	"date":      {"2025-01-31", `^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$`},
	"date-time": {"2025-01-31T09:30:00Z", `^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$`},
	"time":      {"09:30:00Z", `^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$`},
	"duration":  {"P1D", `^P[0-9TYMWDHS]+$`},
	"email":     {"name@example.com", `^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$`},
	"idn-email": {"name@example.com", `^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$`},
	"hostname":  {"example.com", `^[A-Za-z0-9.-]+$`},
	"ipv4":      {"192.0.2.1", `^(?:(?:1?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])(?:\.|$)){4}`},
	"ipv6":      {"2001:db8::1", `^[0-9A-Fa-f:]+$`},
	"uri":       {"https://example.com/", `^[a-z]+:[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*$`},
	"iri":       {"https://example.com/", `^[a-z]+:[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*$`},
	"uuid":      {"123e4567-e89b-12d3-a456-426614174000", `^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$`},
}

// asked is what the constraints of a text ask for.
type asked struct {
	patterns    []model.Pattern
	formats     []string
	enums       []model.Enum
	least, most int
}

func askedOf(t *model.Type) asked {
	a := asked{most: maxRowSample}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Pattern:
			a.patterns = append(a.patterns, c)
		case model.Format:
			a.formats = append(a.formats, c.Name)
		case model.Enum:
			a.enums = append(a.enums, c)
		case model.Size:
			switch c.Word {
			case "minLength":
				a.least = max(a.least, c.Limit)
			case "maxLength":
				a.most = min(a.most, c.Limit)
			}
		}
	}
	return a
}

// sampleOf is a text that satisfies all constraints of a type, for those of which one row of the table
// does not tell enough to make one; "" where none is found in time.
func sampleOf(t *model.Type, steps *int) string {
	a := askedOf(t)
	keywords := len(a.patterns) + len(a.formats) + len(a.enums)
	if t.Accepts&model.JSONString == 0 || t.Sensitive || t.Injected || keywords == 0 || keywords == 1 && !a.beyondRow() {
		return ""
	}
	limit := min(*steps, maxSampleSteps)
	left := limit
	defer func() { *steps -= limit - left }()
	if len(a.enums) > 0 {
		return a.amongValues(&left)
	}
	w := ecma.Wanted{Least: a.least, Most: a.most, Steps: &left}
	for _, p := range a.patterns {
		w.Patterns = append(w.Patterns, p.Source)
	}
	if len(a.formats) == 0 {
		text, ok := ecma.Sample(w)
		if ok && keywords == 1 && readable(a.patterns[0]) {
			// Where the shortest text that matches is as long as it has to be, so is the one of the row.
			w.Least, w.Most = 0, maxRowSample
			if short, _ := ecma.Sample(w); short == text {
				return ""
			}
		}
		return text
	}
	w.Accept = a.hasFormats
	for _, name := range a.formats {
		if form := formatForms[name]; a.allows(form.usual, &left) {
			return form.usual
		} else if form.pattern != "" {
			w.Patterns = append(w.Patterns, form.pattern)
		}
	}
	text, _ := ecma.Sample(w)
	return text
}

// beyondRow reports whether the one keyword that there is takes more than the row tells of: another
// engine, or a certain length.
func (a *asked) beyondRow() bool {
	return len(a.formats) == 0 && (a.least > 0 || a.most < maxRowSample) || len(a.patterns) == 1 && !readable(a.patterns[0])
}

// maxRowSample is more than the length of any sample.
const maxRowSample = 1 << 30

// readable reports whether package regexp reads a pattern as it stands.
func readable(p model.Pattern) bool {
	_, err := regexp.Compile(p.Source)
	return err == nil && p.Engine != model.Backtracking
}

// amongValues is the first allowed value that everything else allows, "" where that is the first of all,
// or none.
func (a *asked) amongValues(steps *int) string {
	for i, v := range a.enums[0].Values {
		allowed := v.Kind == model.StringValue && a.allows(v.Text, steps)
		for _, e := range a.enums[1:] {
			allowed = allowed && slices.ContainsFunc(e.Values, func(o model.Value) bool { return o.JSON == v.JSON })
		}
		if allowed && len(v.Text) > 0 {
			if i == 0 && len(a.enums) == 1 {
				return ""
			}
			return v.Text
		}
	}
	return ""
}

// allows reports whether a text satisfies all but enums.
func (a *asked) allows(text string, steps *int) bool {
	n := utf8.RuneCountInString(text)
	if n < a.least || n > a.most || !a.hasFormats(text) {
		return false
	}
	for _, p := range a.patterns {
		if !ecma.Matches(p.Source, text, steps) {
			return false
		}
	}
	return true
}

func (a *asked) hasFormats(text string) bool {
	return !slices.ContainsFunc(a.formats, func(name string) bool { return !runtime.IsFormat(text, name) })
}
