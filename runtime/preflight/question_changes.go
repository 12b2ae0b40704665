package preflight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
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
	list := members(args)
	place := func(m member) int {
		if i := slices.IndexFunc(declared, func(p *repair.Property) bool { return p.Name == m.key }); i >= 0 {
			return i
		}
		return len(declared)
	}
	slices.SortStableFunc(list, func(a, b member) int { return place(a) - place(b) })
	for _, m := range list {
		c.add(m.value, fieldpath.JoinKey("", m.key), root.Key(m.key), labelOf(root.Key(m.key), m.key))
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
			if rest, below := strings.CutPrefix(list[i].Field, r.Field); below && (rest == "" || rest[0] == '.' || rest[0] == '[') {
				list[i].Value += ignored
			}
		}
	}
}

// member is one member of an object.
type member struct {
	key   string
	value json.RawMessage
}

// members returns the members of a JSON object, in its order.
func members(object json.RawMessage) []member {
	dec := json.NewDecoder(bytes.NewReader(object))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil
	}
	var list []member
	for dec.More() {
		var m member
		tok, err := dec.Token()
		if err != nil {
			break
		}
		m.key, _ = tok.(string)
		if dec.Decode(&m.value) != nil {
			break
		}
		list = append(list, m)
	}
	return list
}

type changeList struct {
	list []Change
	more int
}

// add adds the scalars of a value at a path; in is its schema, and label its name.
func (c *changeList) add(raw json.RawMessage, path string, in repair.Scope, label string) {
	if in.Injected() {
		return
	}
	v, _ := show.Parse(raw)
	switch v := v.(type) {
	case map[string]any:
		for _, m := range members(raw) {
			c.add(m.value, fieldpath.JoinKey(path, m.key), in.Key(m.key), label+", "+labelOf(in.Key(m.key), m.key))
		}
		if len(v) > 0 {
			return
		}
	case []any:
		var items []json.RawMessage
		_ = json.Unmarshal(raw, &items)
		for i, item := range items {
			c.add(item, path+fieldpath.Index(i), in.Items(), label+" "+strconv.Itoa(i+1))
		}
		if len(v) > 0 {
			return
		}
	}
	if len(c.list) == maxChanges {
		c.more++
		return
	}
	c.list = append(c.list, Change{Field: path, Label: label, Value: shownValue(v)})
}

// labelOf returns the name of a field for people: its title, or its key in words.
func labelOf(in repair.Scope, key string) string {
	if title := show.Cut(strings.TrimSpace(in.Title()), maxLabel); title != "" {
		return title
	}
	if label := strings.TrimSpace(show.Cut(inWords(key), maxLabel)); label != "" {
		return label
	}
	return strconv.Quote(show.Cut(key, maxLabel))
}

// inWords returns a name as the words of a sentence: "Account id" for AccountId. A name without words stays as it is.
func inWords(name string) string {
	words := strings.Join(toolname.Words(name), " ")
	if first, size := utf8.DecodeRuneInString(words); size > 0 {
		return string(unicode.ToUpper(first)) + words[size:]
	}
	return name
}

// shownValue returns a parsed value in words: a scalar, or the number of values in a list or an object.
func shownValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case string:
		if v == "" {
			return "empty"
		}
		return show.Cut(v, maxChangeValue)
	case []any:
		return count(len(v))
	case map[string]any:
		return count(len(v))
	default:
		return show.Cut(fmt.Sprint(v), maxChangeValue)
	}
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
