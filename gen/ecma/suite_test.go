package ecma

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// suiteModules hold copies of the official JSON-Schema-Test-Suite, with the folder of its tests.
var suiteModules = map[string]string{
	"github.com/kaptinlin/jsonschema": "testdata/JSON-Schema-Test-Suite/tests",
	"github.com/google/jsonschema-go": "jsonschema/testdata",
}

// suiteFiles are the files of a draft that are about patterns.
var suiteFiles = []string{
	"pattern.json", "patternProperties.json", "optional/ecmascript-regex.json",
	"optional/non-bmp-regex.json", "optional/format/regex.json", "optional/format/ecmascript-regex.json",
}

// suiteDrafts leaves out draft 3, which is older than look-behind and says so.
var suiteDrafts = []string{"draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"}

// suiteGroup is one schema of the suite with its cases.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []suiteCase
}

type suiteCase struct {
	Description string
	Data        json.RawMessage
	Valid       bool
}

// patternSchema is as much of a schema as the cases about patterns need.
type patternSchema struct {
	Pattern              string
	PatternProperties    map[string]json.RawMessage
	AdditionalProperties json.RawMessage
	Format               string
	Ref                  string `json:"$ref"`
}

// TestOfficialSuite runs the cases of the JSON-Schema-Test-Suite that depend on nothing but
// patterns.
func TestOfficialSuite(t *testing.T) {
	t.Parallel()
	ran := 0
	for module, folder := range suiteModules {
		var downloaded struct{ Dir string }
		out, err := exec.Command("go", "mod", "download", "-json", module).Output()
		if err != nil || json.Unmarshal(out, &downloaded) != nil {
			t.Logf("%s cannot be had: %v %s", module, err, out)
			continue
		}
		for _, draft := range suiteDrafts {
			for _, name := range suiteFiles {
				ran += suiteFile(t, filepath.Join(downloaded.Dir, folder, draft, name))
			}
		}
	}
	if ran == 0 {
		t.Skip("no module with the suite is a dependency")
	}
	t.Logf("%d cases", ran)
}

// suiteFile runs one file and counts its cases.
func suiteFile(t *testing.T, file string) int {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return 0 // not every module has every draft, nor every draft every file
	}
	if err != nil {
		t.Fatal(err)
	}
	var groups []suiteGroup
	if err := json.Unmarshal(text, &groups); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	ran := 0
	for _, g := range groups {
		var s patternSchema
		if json.Unmarshal(g.Schema, &s) != nil {
			continue // a boolean schema
		}
		for _, c := range g.Tests {
			got, ok := s.verdict(t, c.Data)
			if !ok {
				continue
			}
			ran++
			if got != c.Valid {
				t.Errorf("%s: %s: %s: got %t, want %t", file, g.Description, c.Description, got, c.Valid)
			}
		}
	}
	return ran
}

// verdict says whether data is valid, where only patterns decide that.
func (s patternSchema) verdict(t *testing.T, data json.RawMessage) (valid, ok bool) {
	var text string
	isText := json.Unmarshal(data, &text) == nil
	var object map[string]any
	isObject := json.Unmarshal(data, &object) == nil && object != nil
	switch {
	case s.Pattern != "" && isText:
		return mustMatch(t, s.Pattern, text), true
	case s.Format == "regex" && isText:
		_, err := Translate(text)
		return err == nil, true
	case strings.HasSuffix(s.Ref, "schema") || strings.HasSuffix(s.Ref, "schema#"):
		pattern, isPattern := object["pattern"].(string)
		_, err := Translate(pattern)
		return err == nil, isPattern
	case s.PatternProperties != nil && string(s.AdditionalProperties) == "false" && isObject:
		valid = true
		for key := range object {
			found := false
			for pattern, schema := range s.PatternProperties {
				if string(schema) != "true" && string(schema) != "{}" {
					return false, false
				}
				found = found || mustMatch(t, pattern, key)
			}
			valid = valid && found
		}
		return valid, true
	}
	for pattern := range s.PatternProperties {
		mustMatch(t, pattern, "")
	}
	return false, false
}

// mustMatch searches text on every engine, for a pattern that has to translate.
func mustMatch(t *testing.T, pattern, text string) bool {
	e, err := compile(t, pattern)
	if err != nil {
		t.Errorf("%q: %v", pattern, err)
		return false
	}
	return e.match(t, pattern, text)
}
