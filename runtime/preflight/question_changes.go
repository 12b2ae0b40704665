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
	"github.com/toolgen/toolgen/runtime/internal/repair"
)

// How much of a call a question shows.
const (
	maxChanges     = 20
	maxChangeValue = 120 // runes
)

// changes lists the values of masked arguments in the order in which the tool describes them, those
// that it does not describe last. What the server fills is left out.
func changes(spec *runtime.ToolSpec, args json.RawMessage) []Change {
	var c changeList
	root := spec.Scope()
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
		dec := json.NewDecoder(bytes.NewReader(m.value))
		dec.UseNumber()
		in := root.Key(m.key)
		_ = c.value(dec, runtime.JoinKey("", m.key), in, labelOf(in, m.key)) // what cannot be read is not in the list, but in the arguments
	}
	if c.more > 0 {
		c.list = append(c.list, Change{Label: "and", Value: fmt.Sprintf("%d more", c.more)})
	}
	return c.list
}

// ignored is said beside a value that nothing will come of.
const ignored = " (ignored, since the tool has no such field)"

// markIgnored marks the values under keys that no field of the tool has: a person who agrees to
// "Dry run: yes" must know that it is none.
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

// members are those of a JSON object, in its order.
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

// value reads one value at a path; in is its schema, and label its name.
func (c *changeList) value(dec *json.Decoder, path string, in repair.Scope, label string) error {
	if in.Injected() {
		return dec.Decode(new(json.RawMessage))
	}
	tok, err := dec.Token()
	if err != nil {
		return err
	}
	switch tok {
	case json.Delim('{'):
		if !dec.More() {
			c.add(path, label, "none")
		}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string)
			member := in.Key(name)
			if err := c.value(dec, runtime.JoinKey(path, name), member, joinLabel(label, labelOf(member, name))); err != nil {
				return err
			}
		}
		_, err = dec.Token()
		return err
	case json.Delim('['):
		i := 0
		for ; dec.More(); i++ {
			if err := c.value(dec, joinIndex(path, i), in.Items(), label+" "+strconv.Itoa(i+1)); err != nil {
				return err
			}
		}
		if i == 0 {
			c.add(path, label, "none")
		}
		_, err = dec.Token()
		return err
	}
	c.add(path, label, shownValue(tok))
	return nil
}

func (c *changeList) add(path, label, value string) {
	if len(c.list) == maxChanges {
		c.more++
		return
	}
	c.list = append(c.list, Change{Field: path, Label: label, Value: value})
}

// labelOf is what a field is called: its title, else its key in words.
func labelOf(in repair.Scope, key string) string {
	if title := cut(strings.TrimSpace(in.Title()), maxLabel); title != "" {
		return title
	}
	if label := strings.TrimSpace(cut(sentenceCase(words(key), key), maxLabel)); label != "" {
		return label
	}
	return strconv.Quote(cut(key, maxLabel))
}

// sentenceCase makes a label of the words of a key.
func sentenceCase(list []string, key string) string {
	if len(list) == 0 {
		return key
	}
	return withFirst(strings.Join(list, " "), unicode.ToUpper)
}

func joinLabel(outer, inner string) string {
	if outer == "" {
		return inner
	}
	if first, size := utf8.DecodeRuneInString(inner); unicode.IsUpper(first) {
		if second, _ := utf8.DecodeRuneInString(inner[size:]); unicode.IsUpper(second) {
			return outer + ", " + inner // IBAN
		}
	}
	return outer + ", " + withFirst(inner, unicode.ToLower)
}

// withFirst is s with its first letter changed.
func withFirst(s string, change func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(change(first)) + s[size:]
}

// joinIndex adds an index to a path.
func joinIndex(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// shownValue is a scalar in words.
func shownValue(tok json.Token) string {
	switch v := tok.(type) {
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
		return cut(v, maxChangeValue)
	default:
		return cut(fmt.Sprint(v), maxChangeValue)
	}
}
