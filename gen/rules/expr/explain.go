package expr

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common"
	"github.com/toolgen/toolgen/gen/near"
)

// explain rewords the first error of cel-go.
func (c *checker) explain(source string, errs []*common.Error) *fault {
	first := slices.MinFunc(errs, func(a, b *common.Error) int {
		return offsetOf(source, a.Location) - offsetOf(source, b.Location)
	})
	f := &fault{offset: offsetOf(source, first.Location), problem: first.Message, fix: "correct the expression"}
	message := first.Message
	switch {
	case strings.HasPrefix(message, "Syntax error: "):
		f.problem = "syntax: " + shorten(strings.TrimPrefix(message, "Syntax error: "))
	case strings.HasPrefix(message, "undefined field ") && len(c.types.missed) > 0:
		missed := c.types.missed[0]
		f.problem, f.fix = fmt.Sprintf("there is no field %q", missed.name), suggestField(missed.of, missed.name)
	case strings.HasPrefix(message, "undeclared reference to "):
		c.undeclared(f, source, quoted(message))
	case strings.HasPrefix(message, "found no matching overload for "):
		f.problem, f.fix = c.overload(message)
	default:
		f.problem = plainTypes(message)
	}
	return f
}

// quoted returns the first single-quoted text.
func quoted(message string) string {
	_, rest, _ := strings.Cut(message, "'")
	name, _, _ := strings.Cut(rest, "'")
	return name
}

// shorten removes the parser's list of expected tokens.
func shorten(message string) string {
	if at := strings.Index(message, " expecting {"); at >= 0 {
		message = message[:at]
	}
	if strings.HasPrefix(message, "mismatched input '<EOF>'") {
		return "the expression ends too early"
	}
	return strings.ReplaceAll(message, "'<EOF>'", "the end")
}

func (c *checker) undeclared(f *fault, source, name string) {
	called := strings.Contains(source, name+"(")
	f.problem = fmt.Sprintf("there is no variable %q", name)
	f.fix = "fields are read through self"
	if called {
		f.problem = fmt.Sprintf("there is no function %q for these arguments", name)
		f.fix = "use a function of CEL, such as size(x)"
	}
	known := []string{"self", "all", "exists", "exists_one", "map", "filter", "has"}
	for function := range c.env.Functions() {
		if !strings.ContainsAny(function, "_@!") {
			known = append(known, function)
		}
	}
	slices.Sort(known)
	switch n := near.Name(name, known); {
	case name == "oldSelf":
		f.problem, f.fix = "oldSelf is not supported: a call has no earlier value to compare with", "remove the rule, or rewrite it without oldSelf"
	case findField(c.self, name) != nil:
		f.fix = "write self." + spelling(name)
	case n == name && !called:
		f.problem, f.fix = name+" is a type", "compare values, not their types"
	case n == name:
		f.fix = "check how many arguments it takes"
	case n != "":
		f.fix = "write " + n
	case !called && near.Name(name, keys(c.self)) != "":
		f.fix = "write self." + spelling(near.Name(name, keys(c.self)))
	}
}

// overload explains a call without a matching overload.
func (c *checker) overload(message string) (problem, fix string) {
	_, args, _ := strings.Cut(message, "applied to '")
	args = plainTypes(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(args, "'"), "("), ")"))
	problem = functionName(strings.TrimPrefix(quoted(message), "@")) + " does not accept "
	if on, rest, method := strings.Cut(args, ".("); method {
		problem += "(" + rest + ") on " + on
	} else {
		problem += "(" + args + ")"
	}
	fix = "use values of matching types, or convert them with string(…), int(…) or double(…)"
	for word, better := range map[string]string{"optional(": "take the value with .orValue(…)", "null": "ask with has(x) or !has(x)"} {
		if strings.Contains(args, word) {
			fix = better
		}
	}
	return problem, fix
}

var typeWords = strings.NewReplacer("object ", "", "wrapper(", "nullable(", "optional_type(", "optional(")

func plainTypes(text string) string { return typeWords.Replace(text) }

// spelling formats a key as in a rule.
func spelling(key string) string {
	if isWord(key) && !reserved[key] {
		return key
	}
	return "`" + key + "`"
}

func isWord(key string) bool {
	for i, r := range key {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return key != ""
}
