package golang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
)

// patternOf returns a pattern as package lower translates it.
func patternOf(t testing.TB, source string) model.Pattern {
	t.Helper()
	translated, err := ecma.Translate(source)
	if err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	p := model.Pattern{Source: source, Expr: translated.Expr}
	if translated.Backtracking {
		p.Engine = model.Backtracking
	}
	return p
}

// TestMatchers checks the functions of typical patterns, which are meant to be read.
func TestMatchers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, want string }{
		{`^[a-z0-9_]{1,64}$`, `
	n := 0
	for n < len(s) && n < 64 && (s[n] >= '0' && s[n] <= '9' || s[n] == '_' || s[n] >= 'a' && s[n] <= 'z') {
		n++
	}
	if n < 1 {
		return false
	}
	s = s[n:]
	return s == ""`},
		{`^\d{4}-\d{2}$`, `
	if len(s) < 7 {
		return false
	}
	for i := range 4 {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	s = s[4:]
	if !strings.HasPrefix(s, "-") {
		return false
	}
	s = s[1:]
	for i := range 2 {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	s = s[2:]
	return s == ""`},
		{`^#[0-9a]+[b-d]x[xy]{2}`, `
	if !strings.HasPrefix(s, "#") {
		return false
	}
	s = s[1:]
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == 'a') {
		n++
	}
	if n < 1 {
		return false
	}
	s = s[n:]
	if len(s) < 4 {
		return false
	}
	if s[0] < 'b' || s[0] > 'd' {
		return false
	}
	s = s[1:]
	if !strings.HasPrefix(s, "x") {
		return false
	}
	s = s[1:]
	for i := range 2 {
		if s[i] < 'x' || s[i] > 'y' {
			return false
		}
	}
	return true`},
		{`^https?://`, `
	if !strings.HasPrefix(s, "http") {
		return false
	}
	s = s[4:]
	n := 0
	for n < len(s) && n < 1 && s[n] == 's' {
		n++
	}
	s = s[n:]
	return strings.HasPrefix(s, "://")`},
		{`\.json$`, `return strings.HasSuffix(s, ".json")`},
		{`^(GET|POST)$`, `return s == "POST" || s == "GET"`},
		{`^[^,]{2,}`, `
	n := 0
	for s != "" && n < 2 {
		r, size := utf8.DecodeRuneInString(s)
		if r == ',' {
			break
		}
		s = s[size:]
		n++
	}
	return n >= 2`},
	} {
		program, ok := ecma.Linear(c.source)
		if !ok {
			t.Errorf("%q is not linear", c.source)
			continue
		}
		_, body, _ := strings.Cut(printed(t, printProgram("matches", c.source, program)), "bool {\n")
		if got := strings.TrimSuffix(strings.TrimSpace(body), "\n}"); got != strings.TrimSpace(c.want) {
			t.Errorf("%q: got\n%s\nwant%s", c.source, got, c.want)
		}
	}
}

func printed(t testing.TB, code jen.Code) string {
	t.Helper()
	source, err := format.Source(fmt.Appendf(nil, "%#v", jen.Add(code)))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// TestMatchersAgree compares the generated functions for random patterns and those of the corpus with package regexp, on
// random texts.
func TestMatchersAgree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 141))
	sources := corpusPatterns(t)
	for n := len(sources) + 500; len(sources) < n; {
		source := randomPattern(r)
		if _, ok := ecma.Linear(source); ok {
			sources = append(sources, source)
		}
	}
	var cases []matcherCase
	short := 0
	for _, source := range sources {
		program, ok := ecma.Linear(source)
		if !ok {
			continue
		}
		if worthStraightCode(program) {
			short++
		}
		c := matcherCase{pattern: patternOf(t, source), program: program}
		for range 60 {
			c.texts = append(c.texts, textLike(r, source))
		}
		cases = append(cases, c)
	}
	t.Logf("%d patterns, %d of them short enough for straight-line code", len(cases), short)
	verdicts := runMatchers(t, cases)
	matches := 0
	for i, c := range cases {
		re := regexp.MustCompile(c.pattern.Expr)
		for j, s := range c.texts {
			want := re.MatchString(s)
			if got := verdicts[i][j]; got != want {
				t.Errorf("%q on %q: the generated code says %t, regexp %t\n%s", c.pattern.Source, s, got, want,
					printed(t, printProgram("matches", c.pattern.Source, c.program)))
			}
			if want {
				matches++
			}
		}
	}
	if matches < 2000 {
		t.Errorf("only %d matches: the texts rarely match the patterns", matches)
	}
}

type matcherCase struct {
	pattern model.Pattern
	program ecma.Program
	texts   []string
}

// runMatchers builds a program with all functions and returns their verdicts on all texts.
func runMatchers(t *testing.T, cases []matcherCase) [][]bool {
	t.Helper()
	out := newSource("main", nil)
	names := make([]jen.Code, len(cases))
	texts := make([][]string, len(cases))
	for i, c := range cases {
		name := fmt.Sprintf("matches%d", i)
		out.Add(printProgram(name, c.pattern.Source, c.program))
		names[i] = jen.Id(name)
		texts[i] = c.texts
	}
	out.Var().Id("matchers").Op("=").Index().Func().Params(jen.String()).Bool().Values(names...)
	source, err := render(out, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"matchers.go": source, "main.go": []byte(matcherMain), "go.mod": []byte("module matchers\n\ngo 1.25\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := inDir(dir, nil, "vet", ".").CombinedOutput(); err != nil {
		t.Fatalf("go vet: %v\n%s", err, clipped(found))
	}
	var stderr bytes.Buffer
	cmd := inDir(dir, in, "run", ".")
	cmd.Stderr = &stderr
	reply, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, clipped(stderr.Bytes()))
	}
	var verdicts [][]bool
	if err := json.Unmarshal(reply, &verdicts); err != nil {
		t.Fatal(err)
	}
	return verdicts
}

func inDir(dir string, in []byte, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(in)
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	return cmd
}

const matcherMain = `package main

import (
	"encoding/json"
	"os"
)

func main() {
	var texts [][]string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	verdicts := make([][]bool, len(texts))
	for i, list := range texts {
		for _, s := range list {
			verdicts[i] = append(verdicts[i], matchers[i](s))
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}
`

// corpusPatterns are the patterns of the corpus, none without it.
func corpusPatterns(t testing.TB) []string {
	t.Helper()
	var list []string
	seen := map[string]bool{}
	_ = filepath.WalkDir(filepath.Join("..", "..", "..", "shared", "corpus", "tools"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range patternKeyword.FindAllSubmatch(data, -1) {
			var source string
			if json.Unmarshal(found[1], &source) == nil && !seen[source] {
				seen[source] = true
				list = append(list, source)
			}
		}
		return nil
	})
	return list
}

var patternKeyword = regexp.MustCompile(`"pattern"\s*:\s*("(?:[^"\\]|\\.)*")`)

// randomPattern returns a sequence of elements that loops can match, anchored or not.
func randomPattern(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	class := func() string {
		return one("[a-c]", `\d`, "[^a]", "[^ab1-2]", "[a-zé]", `\S`, ".", "[ab-]", "[0-9A-F_]", `[\s\S]`, `[é-ü]`)
	}
	count := func() string { return one("", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}") }
	atom := func() string {
		switch r.IntN(5) {
		case 0, 1:
			return one("a", "b", "-", "ab", "é", "1", "http", "_")
		case 2:
			return "(?:" + one("a|b|12", "foo|bar", "a|ab|abc", "x|é") + ")"
		}
		return class() + count()
	}
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(atom())
	}
	switch r.IntN(5) {
	case 0:
		return b.String()
	case 1:
		return "^" + b.String()
	case 2:
		return b.String() + "$"
	}
	return "^" + b.String() + "$"
}

// textLike returns a text of characters from a pattern and its classes.
func textLike(r *rand.Rand, source string) string {
	parts := []string{"a", "b", "c", "ab", "1", "2", "12", "-", "_", ",", ".", "é", "x", "Z", " ", "\n", "foo", "http", "🐲", "\u2028", "\xff", "\xe2\x82"}
	var b strings.Builder
	for range r.IntN(7) {
		if r.IntN(5) == 0 && len(source) > 0 {
			b.WriteByte(source[r.IntN(len(source))])
			continue
		}
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

// BenchmarkPattern compares the generated function for a pattern, copied here, with package regexp.
func BenchmarkPattern(b *testing.B) {
	const source, s = `^acc_[a-z0-9]{4,32}$`, "acc_7f3k2m1q"
	program, _ := ecma.Linear(source)
	if code := printed(b, printProgram("matchesAccount", source, program)); !strings.Contains(code, accountBody) {
		b.Fatalf("the function differs from the generated one:\n%s", code)
	}
	re := regexp.MustCompile(source)
	b.Run("generated", func(b *testing.B) {
		for b.Loop() {
			matchesAccount(s)
		}
	})
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			re.MatchString(s)
		}
	})
	b.Run("ratio", func(b *testing.B) {
		var loops, engine time.Duration
		for b.Loop() {
			begin := time.Now()
			for range 100 {
				matchesAccount(s)
			}
			middle := time.Now()
			for range 100 {
				re.MatchString(s)
			}
			loops, engine = loops+middle.Sub(begin), engine+time.Since(middle)
		}
		b.ReportMetric(float64(engine)/float64(loops), "regexp/generated")
	})
}

const accountBody = `
	if !strings.HasPrefix(s, "acc_") {
		return false
	}
	i := 4
	n := 0
	for i < len(s) && n < 32 && (s[i] >= '0' && s[i] <= '9' || s[i] >= 'a' && s[i] <= 'z') {
		i++
		n++
	}
	if n < 4 {
		return false
	}
	return i == len(s)
`

func matchesAccount(s string) bool {
	if !strings.HasPrefix(s, "acc_") {
		return false
	}
	i := 4
	n := 0
	for i < len(s) && n < 32 && (s[i] >= '0' && s[i] <= '9' || s[i] >= 'a' && s[i] <= 'z') {
		i++
		n++
	}
	if n < 4 {
		return false
	}
	return i == len(s)
}
