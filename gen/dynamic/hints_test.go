package dynamic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/runtime"
)

// A hintCase is a case of testdata/hints. Its sections are named CASE/PART; testdata/hints/README.md describes the parts.
type hintCase struct {
	name   string
	parts  map[string]string // the inputs
	tool   *Tool
	call   string
	stop   string
	noCall bool
	hint   []runtime.HintOption
}

// hintResults are the computed parts, in file order.
var hintResults = []string{"issues", "hint.json", "hint.txt", "beside.txt"}

// TestHints checks all texts for an invalid call: for developers who read a log, for programs that read JSON, for the model
// that has to correct the call, and those beside the call. The files are meant to be read.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, file := range hintFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, cases := hintCases(t, file)
			out := &txtar.Archive{Comment: archive.Comment}
			for _, f := range archive.Files {
				if !strings.Contains(f.Name, "/") {
					out.Files = append(out.Files, f)
				}
			}
			for _, c := range cases {
				results := c.run(t)
				for _, f := range archive.Files {
					if name, part, ok := strings.Cut(f.Name, "/"); ok && name == c.name && !slices.Contains(hintResults, part) {
						out.Files = append(out.Files, f)
					}
				}
				for _, part := range hintResults {
					if results[part] != "" {
						out.Files = append(out.Files, txtar.File{Name: c.name + "/" + part, Data: []byte(results[part] + "\n")})
					}
				}
			}
			got := txtar.Format(out)
			if *update.Expected {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || !bytes.Equal(want, got) {
				t.Errorf("texts changed; if that is intended, run the test with -update (-want +got): %v\n%s", err, testdiff.Diff(string(want), string(got)))
			}
		})
	}
}

func hintFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/hints/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of cases: %v", len(files), err)
	}
	return files
}

// hintCases reads the cases of a file.
func hintCases(t *testing.T, file string) (*txtar.Archive, []*hintCase) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shared := map[string]string{}
	var cases []*hintCase
	for _, f := range archive.Files {
		text := strings.TrimSuffix(string(f.Data), "\n")
		name, part, ok := strings.Cut(f.Name, "/")
		if !ok {
			shared[name] = text
			continue
		}
		if len(cases) == 0 || cases[len(cases)-1].name != name {
			if slices.ContainsFunc(cases, func(c *hintCase) bool { return c.name == name }) {
				t.Fatalf("%s: two cases are named %q", file, name)
			}
			cases = append(cases, &hintCase{name: name, parts: map[string]string{}})
		}
		cases[len(cases)-1].parts[part] = text
	}
	for _, c := range cases {
		c.load(t, shared)
	}
	return archive, cases
}

// repeated matches «3×text» in a call or a schema.
var repeatedText = regexp.MustCompile(`(?s)«(\d+)×(.*?)»`)

func expanded(text string) string {
	return repeatedText.ReplaceAllStringFunc(text, func(s string) string {
		m := repeatedText.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1])
		return strings.Repeat(m[2], n)
	})
}

// load loads the tool and reads the options of a case.
func (c *hintCase) load(t *testing.T, shared map[string]string) {
	t.Helper()
	first := func(part string) string {
		if text := c.parts[part]; text != "" || c.parts["schema.json"] != "" {
			return text
		}
		return shared[part]
	}
	opts, source := Options{}, first("tool.json")
	if source == "" {
		opts, source = Options{Envelope: tooldef.Schema, TypeName: "thing"}, first("schema.json")
	}
	set, diags := Load("tool.json", []byte(expanded(source)), opts)
	if len(set.Tools) == 0 {
		t.Fatalf("%s: the tool is rejected: %v", c.name, diags)
	}
	c.tool, c.call = set.Tools[0], expanded(c.parts["call"])
	for _, line := range strings.Split(c.parts["options"], "\n") {
		word, value, _ := strings.Cut(line, " ")
		switch word {
		case "":
		case "budget":
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			c.hint = append(c.hint, runtime.WithBudget(n))
		case "stop":
			c.stop = value
			c.hint = append(c.hint, runtime.WithStopReason(value))
		case "nocall":
			c.noCall = true
		default:
			t.Fatalf("%s: unknown option %q", c.name, line)
		}
	}
	if !c.noCall {
		c.hint = append(c.hint, runtime.WithCall([]byte(c.call)))
	}
}

// found returns the error of a case: from its decoder, another validator or a backend.
func (c *hintCase) found(t *testing.T) error {
	t.Helper()
	if text := c.parts["error"]; text != "" {
		return errors.New(expanded(text))
	}
	if text := c.parts["found.json"]; text != "" {
		var issues foundIssues
		if err := json.Unmarshal([]byte(text), &issues); err != nil {
			t.Fatal(err)
		}
		return issues
	}
	_, err := c.tool.Decode([]byte(c.call))
	return err
}

// foundIssues are the faults that a backend found.
type foundIssues []runtime.ValidationIssue

func (f foundIssues) Error() string                     { return "refused" }
func (f foundIssues) Issues() []runtime.ValidationIssue { return f }

// run returns the results of a case.
func (c *hintCase) run(t *testing.T) map[string]string {
	t.Helper()
	err := c.found(t)
	if err == nil {
		t.Errorf("%s: the call is valid", c.name)
		return nil
	}
	results := map[string]string{}
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		_, results["issues"], _ = strings.Cut(err.Error(), "\n")
	}
	hint := runtime.BuildHint(c.tool, err, c.hint...)
	if before, ok := c.parts["before"]; ok {
		hint = c.again(strings.Split(before, "\n"))
	}
	raw, jsonErr := json.Marshal(hint)
	var back runtime.RetryHint
	if jsonErr != nil || json.Unmarshal(raw, &back) != nil || back.Text() != hint.Text() || back.Annotated([]byte(c.call)) != hint.Annotated([]byte(c.call)) {
		t.Errorf("%s: texts differ after a round trip through JSON: %s", c.name, raw)
	}
	if text := hint.Text(); len(text) > runtime.DefaultBudget {
		t.Errorf("%s: a text of %d bytes", c.name, len(text))
	}
	results["hint.json"] = memberLines(raw)
	results["hint.txt"] = hint.Text()
	if _, ok := c.parts["beside.txt"]; ok {
		results["beside.txt"] = hint.Annotated([]byte(c.call))
	}
	return results
}

// again returns the hint for the call after others at the same decision point.
func (c *hintCase) again(before []string) *runtime.RetryHint {
	ledger, set := runtime.Ledger{HintOptions: c.hint}, runtime.NewToolset(c.tool)
	var hint *runtime.RetryHint
	for _, args := range append(before, c.call) {
		call := runtime.ToolCall{ID: "1", Name: c.tool.Spec().Name, Arguments: args, StopReason: c.stop}
		hint = ledger.Turn("point").Answer(c.tool, call, set.Call(context.Background(), call)).RetryHint
	}
	return hint
}

// memberLines formats a JSON object with one member per line, and one line for each item of its lists of objects.
func memberLines(raw []byte) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	var b strings.Builder
	b.WriteString("{")
	if _, err := dec.Token(); err != nil {
		return string(raw)
	}
	for dec.More() {
		key, _ := dec.Token()
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return string(raw)
		}
		text := string(value)
		if strings.HasPrefix(text, "[{") {
			var items []json.RawMessage
			_ = json.Unmarshal(value, &items)
			text = "[\n  " + string(bytes.Join(bytesOf(items), []byte(",\n  "))) + "]"
		}
		b.WriteString("\n" + strconv.Quote(key.(string)) + ": " + text)
		if dec.More() {
			b.WriteString(",")
		}
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(b.String()) + "}"
}

func bytesOf(items []json.RawMessage) [][]byte {
	out := make([][]byte, len(items))
	for i, item := range items {
		out[i] = item
	}
	return out
}
