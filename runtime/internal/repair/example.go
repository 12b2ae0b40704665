package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Example is the corrected call with a placeholder at each place that is asked for, nil if there is no call to show.
// [Placeholders] finds those that come back in a call.
func (o *Outcome) Example() *Node {
	n := o.Corrected
	if n == nil {
		return nil
	}
	for _, a := range o.Ask {
		steps := fieldpath.Split(a.Field)
		if len(steps) == 0 {
			return nil
		}
		if filled := n.put(steps, &Node{Kind: String, Text: placeholder(steps, a.Schema)}); filled != nil {
			n = filled
		}
	}
	return n
}

// The form of placeholders. Nobody writes a value so.
const (
	placeStart = "<?"
	placeEnd   = ">"
)

// Marked is the JSON of a call with a mark in place of the values within it that are asked for: "…".
func Marked(call string, asked []string) string {
	n := valueOf(call)
	n.mark(asked)
	return n.JSON()
}

// mark puts marks into the tree, at the places whose surroundings are there.
func (n *Node) mark(asked []string) {
	for _, place := range asked {
		steps := fieldpath.Split(place)
		if len(steps) < 2 { // the lines say so
			continue
		}
		last, gap := steps[len(steps)-1], &Node{Text: "…"}
		outer := n.below(steps[:len(steps)-1])
		switch is := outer.below([]fieldpath.Step{last}) != nil; {
		case is && last.IsIndex:
			outer.Items[last.Index] = gap
		case !is && !last.IsIndex && outer != nil && outer.Kind == Object:
			outer.Members = append(outer.Members, Member{last.Key, gap})
		}
	}
}

// placeholder returns a text that says what a value must be: "<?dueDate: YYYY-MM-DD>".
func placeholder(steps []fieldpath.Step, s *Schema) string {
	want := wants(s)
	if form := formatForms[s.Text("format")]; form != "" && s.takes(String) {
		want = form
	}
	if want == "" && s.Types != anyKind {
		want = s.Words()
	}
	want = cmp.Or(want, "a value")
	text := strings.TrimPrefix(fieldpath.LastKey(steps)+": "+want, ": ")
	text = strings.NewReplacer("<", "", ">", "", `"`, "").Replace(text)
	return placeStart + short(text) + placeEnd
}

// formatForms are the formats whose form says what to write.
var formatForms = map[string]string{"date": "YYYY-MM-DD", "date-time": "YYYY-MM-DDThh:mm:ssZ", "time": "hh:mm:ssZ"}

func isPlaceholder(n *Node) bool {
	return n.Kind == String && strings.HasPrefix(n.Text, placeStart) && strings.HasSuffix(n.Text, placeEnd)
}

// Placeholders returns the places of a call that have a placeholder of an example.
func Placeholders(call string) []string {
	if !strings.Contains(call, placeStart) {
		return nil
	}
	var found []string
	r := read(call)
	for _, root := range slices.Concat(r.roots, r.apart) {
		root.walk("", func(n *Node, at string) {
			if isPlaceholder(n) {
				found = append(found, at)
			}
		})
	}
	return found
}
