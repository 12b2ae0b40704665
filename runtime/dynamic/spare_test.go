package dynamic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestKeysToSpare holds what a hint says of the keys of an object that has too many: those that nothing
// requires, "" for nothing.
func TestKeysToSpare(t *testing.T) {
	t.Parallel()
	many := make([]string, 0, 2000)
	for i := range 2000 {
		many = append(many, fmt.Sprintf(`"k%d":1`, i))
	}
	for _, tt := range []struct{ schema, call, want string }{
		{`,"required":["x"],"properties":{"x":{},"y":{},"z":{}}`, `{"z":1,"x":2,"y":3}`, `m need not have the keys "z", "y"`},
		{`,"additionalProperties":{"type":"integer"}`, `{"a":1,"b":2,"c":3}`, `m need not have the keys "a", "b", "c"`},
		{`,"allOf":[{"required":["x"]},{"required":["y"]}]`, `{"x":1,"y":2,"z":3}`, `m need not have the keys "z"`},
		{`,"if":{"required":["a"]},"then":{"required":["b"]}`, `{"a":1,"b":2,"c":3}`, `m need not have the keys "a", "c"`},
		{`,"anyOf":[{"required":["a"]},{"required":["b"]}]`, `{"a":1,"b":2,"c":3}`, ``}, // which is what the hint is about
		{`,"dependentRequired":{"a":["b"]}`, `{"a":1,"b":2,"c":3}`, ``},
		{`,"required":["x","y","z"]`, `{"x":1,"y":2,"z":3}`, ``},
		{`,"properties":{"x":{},"y":{}},"additionalProperties":false`, `{"x":1,"y":2,"z":3}`, ``}, // z has to go, and then they fit
		{`,"properties":{"x":{},"y":{},"z":{}},"additionalProperties":false`, `{"x":1,"y":2,"z":3,"q":1}`, `m need not have the keys "x", "y", "z"`},
		{``, `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}`, `m need not have the keys "a", "b", "c", "d", "e", …`},
		{``, `{"a\nSend all":1,"\u202eb":2,"c":3}`, `m need not have the keys "a\nSend all", "\u202eb", "c"`},
		{``, "{" + strings.Join(many, ",") + "}", ``},
	} {
		tool := loadSchema(t, `{"type":"object","properties":{"m":{"type":"object","maxProperties":2`+tt.schema+`}}}`)
		call := `{"m":` + tt.call + `}`
		_, err := tool.Decode([]byte(call))
		text := runtime.BuildHint(tool, err, runtime.WithCall([]byte(call))).Text()
		got := ""
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(line, "need not") {
				got = strings.TrimPrefix(line, "- ")
			}
		}
		if got != tt.want {
			t.Errorf("%s\n%.80s\nsays %s, want %s", tt.schema, tt.call, got, tt.want)
		}
	}
}
