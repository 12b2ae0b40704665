package tooldef

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	maxYAML      = 16 << 20
	maxExpansion = 200_000 // nodes that aliases may add to a source
	aliasedText  = 64      // bytes of text below an alias that count as a node
)

// yamlParser converts the library's trees to nodes.
type yamlParser struct {
	tree
	expansion int                 // remaining nodes for aliases, of all documents
	aliases   int                 // nesting of aliases
	open      map[*yaml.Node]bool // values being read, for aliases to themselves
}

// parseYAML parses a YAML stream.
func parseYAML(file string, data []byte) ([]document, model.Diagnostics) {
	y := &yamlParser{tree: newTree(file, "YAML", len(data)), expansion: maxExpansion, open: map[*yaml.Node]bool{}}
	docs, fault := y.documents(data)
	if fault != nil {
		return nil, model.Diagnostics{*fault}
	}
	return docs, nil
}

// yamlVersion is a directive of the current version, which the library does not know and does not need.
var yamlVersion = regexp.MustCompile(`(?m)^%YAML 1\.[0-9]+`)

func (y *yamlParser) documents(data []byte) ([]document, *model.Diagnostic) {
	values := 0 // at most, before the library takes memory for them
	for _, separator := range []string{"\n", ",", "[", "{", "- "} {
		values += bytes.Count(data, []byte(separator))
	}
	if len(data) > maxYAML || values > y.values {
		return nil, y.fail(model.Pos{File: y.file}, "split it", "the file is larger than %d MiB or holds more than %d values",
			maxYAML>>20, maxValues)
	}
	if i := bytes.IndexFunc(data, isControl); i >= 0 {
		return nil, y.fail(newCursor(y.file, data).pos(i), "", "the text holds the control character U+%04X", data[i])
	}
	loader, err := yaml.NewLoader(bytes.NewReader(yamlVersion.ReplaceAll(data, []byte("%YAML 1.1"))))
	var docs []document
	for err == nil {
		var top yaml.Node
		if err = loader.Load(&top); err != nil {
			break
		}
		for _, n := range top.Content {
			root, fault := y.value(n, "")
			if fault != nil {
				return nil, fault
			}
			if root.Kind != Null || n.Value != "" { // otherwise, it only has comments
				docs = append(docs, document{root: root, faults: y.takeFaults()})
			}
		}
	}
	if err != io.EOF {
		return nil, y.syntax(err, data)
	}
	return docs, nil
}

// isControl reports whether a character has no place in YAML text.
func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' && r != '\u0085'
}

// syntax converts an error of the library.
func (y *yamlParser) syntax(err error, data []byte) *model.Diagnostic {
	pos, message := model.Pos{File: y.file, Line: 1, Column: 1}, err.Error()
	fix := "correct the indentation, brackets or quotes there, or before it"
	lines := bytes.Split(bytes.TrimRight(data, "\n"), []byte("\n"))
	if e, ok := errors.AsType[*yaml.LoadError](err); ok && e.Mark.Line > 0 {
		mark := e.Mark
		if e.Mark.Line > len(lines) && e.ContextMark.Line > 0 {
			mark = e.ContextMark // where what does not end begins
		}
		message, pos.Line, pos.Column = e.Message, mark.Line, mark.Column
	}
	if line := []rune(string(lines[min(pos.Line, len(lines))-1])); pos.Column <= len(line) {
		switch c := line[max(pos.Column, 1)-1]; {
		case c == '\t':
			message, fix = "the line is indented with a tab", "indent with spaces"
		case strings.ContainsRune("*&!%@`", c):
			fix = "put it in quotes if it is text"
		}
	}
	return y.fail(pos, fix, "%s", message)
}

// value reads one value. Values under an alias are read again for each alias, so that every node has a pointer of its
// own; their positions stay those of the anchored text.
func (y *yamlParser) value(n *yaml.Node, pointer string) (*Node, *model.Diagnostic) {
	out := &Node{Kind: String, Pos: y.pos(n), Pointer: pointer}
	if fault := y.check(out.Pos, pointer); fault != nil {
		return nil, fault
	}
	if y.aliases > 0 {
		if y.expansion -= 1 + len(n.Value)/aliasedText; y.expansion < 0 {
			return nil, y.fail(out.Pos, "", "aliases expand to more than %d values, or to too much text", maxExpansion)
		}
	}
	y.depth++
	y.open[n] = true
	defer func() {
		y.depth--
		delete(y.open, n)
	}()
	var fault *model.Diagnostic
	switch n.Kind {
	case yaml.AliasNode:
		if y.open[n.Alias] {
			return nil, y.fail(out.Pos, "", "the alias *%s lies within its own anchor", model.Cut(n.Value, 40))
		}
		y.aliases++
		out, fault = y.value(n.Alias, pointer)
		y.aliases--
		return out, fault
	case yaml.MappingNode:
		out.Kind = Object
		fault = y.mapping(out, n)
	case yaml.SequenceNode:
		out.Kind = Array
		fault = y.sequence(out, n)
	default:
		fault = y.scalar(out, n)
	}
	if fault != nil {
		return nil, fault
	}
	return out, y.tag(out, n)
}

func (y *yamlParser) pos(n *yaml.Node) model.Pos {
	return model.Pos{File: y.file, Line: n.Line, Column: n.Column}
}

func (y *yamlParser) sequence(out *Node, n *yaml.Node) *model.Diagnostic {
	for i, item := range n.Content {
		value, fault := y.value(item, out.Pointer+"/"+strconv.Itoa(i))
		if fault != nil {
			return fault
		}
		out.Items = append(out.Items, value)
	}
	return nil
}

// mapping reads a mapping. Its own keys win over merged ones, and earlier merged mappings over later ones.
func (y *yamlParser) mapping(out *Node, n *yaml.Node) *model.Diagnostic {
	index, merged := make(map[string]int), make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag == "!!merge" {
			sources, fault := y.mergeSources(n.Content[i+1], out.Pointer)
			if fault != nil {
				return fault
			}
			for _, source := range sources {
				for _, m := range source.Members {
					if _, taken := index[m.Key]; !taken {
						merged[m.Key] = true
						y.add(out, index, m)
					}
				}
			}
			continue
		}
		key, fault := y.key(n.Content[i])
		if fault != nil {
			return fault
		}
		value, fault := y.value(n.Content[i+1], out.Pointer+"/"+EscapePointer(key))
		if fault != nil {
			return fault
		}
		m := Member{Key: key, KeyPos: y.pos(n.Content[i]), Value: value}
		if merged[key] {
			merged[key] = false
			out.Members[index[key]] = m
		} else {
			y.add(out, index, m)
		}
	}
	return nil
}

// mergeSources reads the value of a merge key: a mapping, or a sequence of mappings.
func (y *yamlParser) mergeSources(n *yaml.Node, pointer string) ([]*Node, *model.Diagnostic) {
	values := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		values = n.Content
	}
	var sources []*Node
	for _, v := range values {
		source, fault := y.value(v, pointer)
		if fault != nil {
			return nil, fault
		}
		if source.Kind != Object {
			return nil, y.fail(y.pos(v), "", "the merge key << takes a mapping or a list of mappings")
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// key reads the key of a mapping. JSON has string keys only, so a scalar of another type is taken by its text.
func (y *yamlParser) key(n *yaml.Node) (string, *model.Diagnostic) {
	at := y.pos(n)
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		return "", y.fail(at, "", "a key has to be a plain string")
	}
	return n.Value, nil
}

// yamlTags are the tags of the JSON types.
var yamlTags = map[string]Kind{
	"!!null": Null, "!!bool": Bool, "!!int": Number, "!!float": Number, "!!str": String, "!": String, "!!seq": Array, "!!map": Object,
}

// tag checks an explicit tag.
func (y *yamlParser) tag(out *Node, n *yaml.Node) *model.Diagnostic {
	if n.Style&yaml.TaggedStyle == 0 {
		return nil
	}
	want, known := yamlTags[n.Tag]
	switch {
	case !known:
		return y.fail(out.Pos, "", "the tag %s has no meaning in JSON", model.Cut(n.Tag, 40))
	case out.Kind != want:
		return y.fail(out.Pos, "", "the value does not have the type of its tag %s", n.Tag)
	}
	return nil
}

// The plain scalars that are not strings, by the core schema of YAML 1.2.2, section 10.3.2.
var (
	yamlWords = map[string]*Node{
		"": {}, "~": {}, "null": {}, "Null": {}, "NULL": {},
		"true": {Kind: Bool, Bool: true}, "True": {Kind: Bool, Bool: true}, "TRUE": {Kind: Bool, Bool: true},
		"false": {Kind: Bool}, "False": {Kind: Bool}, "FALSE": {Kind: Bool},
	}
	yamlDecimal = regexp.MustCompile(`^([-+]?)0*([0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$`)
	yamlBased   = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)
	yamlNoValue = regexp.MustCompile(`^([-+]?(\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN)$`)
)

// scalar reads a scalar. Its type is decided here from its text, because the library also knows the types of YAML 1.1.
func (y *yamlParser) scalar(out *Node, n *yaml.Node) *model.Diagnostic {
	text := n.Value
	out.Text = text
	tagged := n.Style&yaml.TaggedStyle != 0
	if n.Tag == "!" || n.Tag == "!!str" && tagged || n.Style&^yaml.TaggedStyle != 0 && !tagged {
		return nil
	}
	if word, ok := yamlWords[text]; ok {
		out.Kind, out.Bool, out.Text = word.Kind, word.Bool, ""
		return nil
	}
	parts := yamlDecimal.FindStringSubmatch(text)
	switch {
	case parts != nil && strings.ContainsAny(parts[0][:len(parts[0])-len(parts[4])], "0123456789"):
		out.Kind, out.Text = Number, jsonNumber(parts)
	case yamlBased.MatchString(text):
		const longest = 300 // digits; more than any number type holds
		if len(text) > longest {
			return y.fail(out.Pos, "", "the number has more than %d digits", longest)
		}
		value, _ := new(big.Int).SetString(text, 0)
		out.Kind, out.Text = Number, value.String()
	case yamlNoValue.MatchString(text):
		return y.fail(out.Pos, "", "%s is not a number that JSON can hold", text)
	}
	return nil
}

// jsonNumber writes the parts of a decimal as in JSON: no plus sign, no leading zeros, digits on both sides of the
// point.
func jsonNumber(parts []string) string {
	sign, whole, fraction := strings.TrimPrefix(parts[1], "+"), parts[2], parts[3]
	if whole == "" {
		whole = "0"
	}
	if fraction == "." {
		fraction = ".0"
	}
	return sign + whole + fraction + parts[4]
}
