package preflight

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// How much of a call a question shows.
const (
	maxChanges     = 20
	maxChangeValue = 120 // runes
)

// changes lists the values of masked arguments in the order in which the tool describes them, undescribed ones last.
// Fields that the server fills are left out.
func changes(spec *runtime.ToolSpec, args json.RawMessage) []Change {
	var c changeList
	root := spec.View().Root()
	declared := root.Properties()
	tree, err := rawjson.Parse[struct{}](args)
	if err != nil {
		return nil
	}
	place := func(key string) int {
		if i := slices.IndexFunc(declared, func(p *repair.Property) bool { return p.Name == key }); i >= 0 {
			return i
		}
		return len(declared)
	}
	slices.SortStableFunc(tree.Members, func(a, b rawjson.Member[struct{}]) int { return place(a.Key) - place(b.Key) })
	for _, m := range tree.Members {
		c.add(m.Value, fieldpath.JoinKey("", m.Key), root.Key(m.Key), labelOf(root.Key(m.Key), m.Key))
	}
	if c.more > 0 {
		c.list = append(c.list, Change{Label: "and", Value: fmt.Sprintf("%d more", c.more)})
	}
	return c.list
}

// ignored marks a value that has no effect.
const ignored = " (ignored, since the tool has no such field)"

// markIgnored marks the values under keys that the tool does not have: a person who agrees to "Dry run: yes" must
// know that it is not one.
func markIgnored(list []Change, receipts []runtime.Receipt) {
	for _, r := range receipts {
		if r.Kind != runtime.ReceiptIgnored {
			continue
		}
		for i := range list {
			if fieldpath.Leads(r.Field, list[i].Field) {
				list[i].Value += ignored
			}
		}
	}
}

type changeList struct {
	list []Change
	more int
}

// add adds the scalars of a value at a path; in is its schema, and label its name.
func (c *changeList) add(v *rawjson.Node[struct{}], path string, in repair.Scope, label string) {
	if in.Injected() {
		return
	}
	for _, m := range v.Members {
		c.add(m.Value, fieldpath.JoinKey(path, m.Key), in.Key(m.Key), label+", "+labelOf(in.Key(m.Key), m.Key))
	}
	for i, item := range v.Items {
		c.add(item, path+fieldpath.Index(i), in.Items(), label+" "+strconv.Itoa(i+1))
	}
	switch {
	case len(v.Members)+len(v.Items) > 0:
	case len(c.list) == maxChanges:
		c.more++
	default:
		c.list = append(c.list, Change{Field: path, Label: label, Value: inText(v)})
	}
}

// labelOf returns the name of a field for people: its title, or its key in words.
func labelOf(in repair.Scope, key string) string {
	if title := show.Line(strings.TrimSpace(in.Title()), maxLabel); title != "" {
		return title
	}
	if label := strings.TrimSpace(show.Line(inWords(key), maxLabel)); label != "" {
		return label
	}
	return strconv.Quote(show.Line(key, maxLabel))
}

// inWords returns a name as the words of a sentence: "Account id" for AccountId. A name without words stays as it is.
func inWords(name string) string {
	words := strings.Join(toolname.Words(name), " ")
	if first, size := utf8.DecodeRuneInString(words); size > 0 {
		return string(unicode.ToUpper(first)) + words[size:]
	}
	return name
}

// inText returns a value in words: a scalar, or the number of values in a list or an object; nil means null.
func inText(v *rawjson.Node[struct{}]) string {
	switch {
	case v == nil || v.Is("null"):
		return "nothing"
	case v.Is("true"):
		return "yes"
	case v.Is("false"):
		return "no"
	case v.Kind == '{' || v.Kind == '[':
		return count(len(v.Members) + len(v.Items))
	}
	return cmp.Or(show.Line(v.Text(), maxChangeValue), "empty")
}

// count returns a number of values in words.
func count(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
