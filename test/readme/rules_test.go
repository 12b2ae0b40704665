package readme

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var console = regexp.MustCompile("(?s)```console\n\\$ echo '(.*?)' \\|\n +toolgen (.*?)\n(.*?)\n```")

// The command in the guide prints the output shown below it.
func TestTheGuideToRulesShowsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	m := console.FindStringSubmatch(read(t, "docs/rules.md"))
	if m == nil {
		t.Fatal("docs/rules.md has no command with its output")
	}
	cmd := exec.Command("go", append([]string{"run", "./cmd/toolgen"}, strings.Fields(m[2])...)...)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Stdin = strings.NewReader(m[1])
	out, err := cmd.Output()
	if err == nil {
		t.Error("the call in the guide is valid")
	}
	if !strings.HasPrefix(string(out), m[3]+"\n\n") {
		t.Errorf("docs/rules.md shows\n%s\nbut toolgen prints\n%s", m[3], out)
	}
}

// The guide documents every keyword of overlays in their schema.
func TestTheGuideToRulesNamesEveryWord(t *testing.T) {
	t.Parallel()
	guide := read(t, "docs/rules.md")
	var overlay struct {
		Defs map[string]struct {
			Properties map[string]any
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(read(t, "schemas/rules.schema.json")), &overlay); err != nil {
		t.Fatal(err)
	}
	words := 0
	for name, def := range overlay.Defs {
		for word := range def.Properties {
			if name == "field" && isKeyword(word) {
				continue // a JSON Schema keyword
			}
			words++
			if !regexp.MustCompile("`([^`\n]*\\W)?" + regexp.QuoteMeta(word) + "\\b[^`\n]*`").MatchString(guide) {
				t.Errorf("docs/rules.md does not mention %s", word)
			}
		}
	}
	if words < 30 {
		t.Errorf("only %d words", words)
	}
}

// isKeyword reports whether JSON Schema, rather than toolgen, defines a keyword of a field.
func isKeyword(word string) bool {
	return !slices.Contains([]string{
		"required", "sensitive", "injected", "closed", "fields", "rules", "exactlyOneOf", "atLeastOneOf", "atMostOneOf",
		"requires", "excludes", "remedy", "question", "go-name", "go-type", "go-type-import",
	}, word)
}
