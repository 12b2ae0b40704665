package ecma

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// nodeScript answers each question with the verdicts of JavaScript, or with null where neither
// the flag u nor Annex B accepts the pattern.
const nodeScript = `
const questions = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(questions.map(({source, texts}) => {
  for (const flags of ["u", ""]) {
    try {
      const re = new RegExp(source, flags);
      return {flags, verdicts: texts.map(t => re.test(t))};
    } catch (e) {}
  }
  return null;
})));`

// question is one pattern with its texts.
type question struct {
	Source string   `json:"source"`
	Texts  []string `json:"texts"`
}

// answer is what JavaScript says to it.
type answer struct {
	Flags    string `json:"flags"`
	Verdicts []bool `json:"verdicts"`
}

// askNode puts all questions to one process.
func askNode(t *testing.T, questions []question) []*answer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("TOOLGEN_REQUIRE_NODE") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip("node, the oracle of this test, is not on the path")
	}
	in, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", nodeScript)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []*answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// TestNodeAgrees asks JavaScript about the constructs and about random patterns: what it
// accepts under the flag u must translate and give the same verdicts.
func TestNodeAgrees(t *testing.T) {
	t.Parallel()
	var questions []question
	for _, c := range constructs {
		questions = append(questions, question{c.source, texts(c.yes + " " + c.no)})
	}
	w := &writer{r: rand.New(rand.NewPCG(3, 4))}
	for i := range 2000 {
		w.advanced = i%4 == 0
		q := question{Source: w.pattern()}
		for range 25 {
			q.Texts = append(q.Texts, w.text())
		}
		questions = append(questions, q)
	}
	compared := 0
	for i, a := range askNode(t, questions) {
		q := questions[i]
		e, err := compile(t, q.Source)
		switch {
		case a == nil:
			// Only tables of constructs hold what no JavaScript reads, or only a newer one.
			if i >= len(constructs) {
				t.Errorf("%q: node refuses what the generator wrote", q.Source)
			}
			continue
		case err != nil:
			t.Errorf("%q: node accepts it, but: %v", q.Source, err)
			continue
		case a.Flags == "" && strings.ContainsAny(q.Source, "uUpP"):
			continue // escapes of Unicode mean something else without the flag u
		}
		for j, text := range q.Texts {
			pairs := utf8.RuneCountInString(text) != len(utf16.Encode([]rune(text)))
			if pairs && (a.Flags == "" || strings.Contains(q.Source, `\B`)) {
				// Without the flag u JavaScript sees halves of surrogate pairs, and V8 finds \B
				// between them even with it.
				continue
			}
			compared++
			if got := e.match(t, q.Source, text); got != a.Verdicts[j] {
				t.Errorf("%q on %q: node says %t, we say %t", q.Source, text, a.Verdicts[j], got)
			}
		}
	}
	t.Logf("%d verdicts compared", compared)
}

// TestNodeRefuses makes patterns of random syntax: whatever JavaScript accepts under the flag u
// must translate, and what it refuses in every mode must be an error.
func TestNodeRefuses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	tokens := strings.Split(`( ) [ ] { } ^ $ . * + ? | \ - a b 1 2 , (?: (?= (?! (?<= (?<! (?<n> \k<n> \1 \d \w \b \B \p{L} \p{Foo} \u{ \u0061 \uD83D \x41 \x \c \cA \0 \- \_ {2} {2,} {2,1} {1,3} [^ a-z z-a é :`, " ")
	var questions []question
	for range 10000 {
		var b strings.Builder
		for range 1 + r.IntN(7) {
			b.WriteString(tokens[r.IntN(len(tokens))])
		}
		questions = append(questions, question{Source: b.String(), Texts: []string{}})
	}
	accepted, refused := 0, 0
	for i, a := range askNode(t, questions) {
		_, err := Translate(questions[i].Source)
		switch {
		case a != nil && a.Flags == "u":
			accepted++
			if err != nil {
				t.Errorf("%q: node accepts it, but: %v", questions[i].Source, err)
			}
		case a == nil:
			refused++
			if err == nil {
				t.Errorf("%q: node refuses it in every mode, we do not", questions[i].Source)
			}
		}
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	if accepted < 500 || refused < 500 {
		t.Error("the tokens no longer make both kinds of patterns")
	}
}
