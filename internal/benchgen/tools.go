package benchgen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Tools returns a tools/list result with n tools of about eight properties each. It depends only on n and seed,
// and a longer list starts with the tools of a shorter one.
func Tools(n int, seed uint64) []byte { return ToolsFrom(0, n, seed) }

// ToolsFrom is Tools without the first tools.
func ToolsFrom(first, n int, seed uint64) []byte {
	var out bytes.Buffer
	out.WriteString(`{"tools":[`)
	for i := range n {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.WriteString(newSchemas(seed, first+i).tool(first + i))
	}
	out.WriteString("\n]}\n")
	return out.Bytes()
}

// schemas generates the schemas of one tool.
type schemas struct {
	*rand.Rand
}

func newSchemas(seed uint64, tool int) schemas {
	return schemas{rand.New(rand.NewPCG(seed, uint64(tool)))}
}

func (s schemas) pick(choices ...string) string { return choices[s.IntN(len(choices))] }

// oneIn is true with probability 1/n.
func (s schemas) oneIn(n int) bool { return s.IntN(n) == 0 }

// tool generates a tool definition. One in twenty has an output schema.
func (s schemas) tool(i int) string {
	name, description := nameOf(i)
	description += s.pick("", " Fails if it does not exist.", " The caller needs the right to see it.\n\nThe result is sorted by date, newest first.")
	members := []string{
		member("name", quote(name)),
		member("description", quote(description)),
		member("inputSchema", s.arguments()),
	}
	if s.oneIn(20) {
		members = append(members, member("outputSchema", s.object([]string{"id", "status", "total", "warnings"}, false)))
	}
	return object(members)
}

var (
	verbs      = strings.Fields("get list search create update delete cancel approve archive export import send schedule assign move copy rename merge lock share")
	nouns      = strings.Fields("invoice payment customer order shipment product contact account ticket project task comment document folder meeting calendar message channel report dashboard metric alert user team role policy contract quote budget expense")
	qualifiers = strings.Fields("all open closed draft overdue recent pinned shared private archived internal external weekly monthly yearly pending flagged linked partial bulk")
)

// nameOf returns the unique name of the ith tool and a description.
func nameOf(i int) (name, description string) {
	verb := verbs[i%len(verbs)]
	noun := nouns[i/len(verbs)%len(nouns)]
	round := i / len(verbs) / len(nouns)
	qualifier := qualifiers[round%len(qualifiers)]
	name = verb + "_" + qualifier + "_" + noun
	if again := round / len(qualifiers); again > 0 {
		name += fmt.Sprintf("_%d", again+1)
	}
	return name, strings.ToUpper(verb[:1]) + verb[1:] + " the " + qualifier + " " + noun + " of the organisation."
}

func member(key, value string) string { return quote(key) + ":" + value }

func object(members []string) string { return "{" + strings.Join(members, ",") + "}" }

func array(items []string) string { return "[" + strings.Join(items, ",") + "]" }

// quote returns text as a JSON string.
func quote(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // marshaling a string cannot fail
	}
	return string(data)
}
