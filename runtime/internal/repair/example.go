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
func Marked(call string, asked []string) string { return marked(call, asked).JSON() }

func marked(call string, asked []string) *Node {
	n := valueOf(call)
	for _, place := range asked {
		if steps := fieldpath.Split(place); len(steps) > 1 { // of others, the lines say so
			n.mark(steps)
		}
	}
	return n
}

// mark puts a mark at the end of steps, if what is around it is there.
func (n *Node) mark(steps []fieldpath.Step) {
	st, rest := steps[0], steps[1:]
	gap := &Node{Text: "…"}
	switch {
	case n == nil:
	case st.IsIndex && (st.Index < 0 || st.Index >= len(n.Items)): // any item, or one that is not there
	case st.IsIndex && len(rest) > 0:
		n.Items[st.Index].mark(rest)
	case st.IsIndex:
		n.Items[st.Index] = gap
	case len(rest) > 0:
		n.get(st.Key).mark(rest)
	case n.Kind == Object && n.get(st.Key) == nil:
		n.Members = append(n.Members, Member{st.Key, gap})
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
