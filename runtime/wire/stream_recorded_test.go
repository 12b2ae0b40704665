package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/wire"
)

var formats = map[string]wire.Format{
	"openai-chat": wire.OpenAIChat, "openai-responses": wire.OpenAIResponses, "anthropic": wire.Anthropic,
	"gemini": wire.Gemini, "gemini-interactions": wire.GeminiInteractions, "bedrock-converse": wire.BedrockConverse,
	"bedrock-invoke": wire.BedrockConverse, "bedrock-invoke-anthropic": wire.Anthropic, "cohere": wire.Cohere, "ollama": wire.Ollama,
}

// recording is a recorded answer and what parsing it should yield.
type recording struct {
	name   string
	format wire.Format
	body   []byte
	want   expectation
}

type expectation struct {
	Format  string
	Calls   []expectedCall
	Stop    *string
	Error   string
	OrError string `json:"or_error"`
	Order   string
	Refusal string
}

type expectedCall struct {
	ID, Name, Input string
	Arguments       any
	Custom          bool
}

func recordings(t testing.TB) []recording {
	t.Helper()
	var all []recording
	root := filepath.Join("..", "..", "..", "shared", "streams")
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "expect.json" {
			return err
		}
		r := recording{name: strings.TrimPrefix(filepath.Dir(path), root+"/")}
		expect, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(expect, &r.want); err != nil {
			return err
		}
		r.format = formats[r.want.Format]
		for _, name := range []string{"stream.sse", "stream.ndjson", "stream.json", "body.json"} {
			if body, err := os.ReadFile(filepath.Join(filepath.Dir(path), name)); err == nil {
				r.body = body
			}
		}
		all = append(all, r)
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Skip("the recordings are not here")
	}
	return all
}

// outcome is a turn in the form of the expectations.
type outcome struct {
	calls   []expectedCall
	stop    string
	err     string
	refusal string
}

func outcomeOf(t *testing.T, turn wire.Turn, err error) outcome {
	t.Helper()
	o := outcome{stop: turn.StopReason, refusal: turn.Refusal}
	for _, c := range turn.Calls {
		call := expectedCall{ID: c.ID, Name: c.Name, Arguments: map[string]any{}}
		if strings.HasPrefix(c.ID, generatedIDPrefix) {
			call.ID = ""
		}
		if c.Arguments != "" && json.Unmarshal([]byte(c.Arguments), &call.Arguments) != nil {
			o.err = "bad_arguments"
		}
		if call.Arguments == nil { // null
			call.Arguments = map[string]any{}
		}
		o.calls = append(o.calls, call)
	}
	for _, c := range turn.Custom {
		o.calls = append(o.calls, expectedCall{ID: c.ID, Name: c.Name, Input: c.Input, Custom: true})
	}
	stop, api := new(wire.StopError), new(wire.APIError)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		o.err = "cut"
	case errors.As(err, &api):
		o.err = "provider_error"
	case errors.As(err, &stop):
		o.err = strings.ToLower(stop.Reason)
	case err != nil:
		o.err = err.Error()
	case len(turn.Unfinished) > 0:
		o.err = "cut_arguments"
	}
	return o
}

// feed writes a body to a stream in chunks and collects the deltas.
func feed(t *testing.T, format wire.Format, body []byte, piece func() int) (given []runtime.ToolCall, text string, turn wire.Turn, err error) {
	t.Helper()
	s := wire.NewStream(format)
	take := func() {
		for d, ok := s.Next(); ok; d, ok = s.Next() {
			text += d.Text
			if d.Call != nil {
				given = append(given, *d.Call)
			}
		}
	}
	for len(body) > 0 {
		n := min(piece(), len(body))
		s.Write(body[:n])
		body = body[n:]
		take()
	}
	turn, err = s.Close()
	take()
	return given, text, turn, err
}

// TestRecordings parses every recording with several chunk sizes.
func TestRecordings(t *testing.T) {
	t.Parallel()
	for _, r := range recordings(t) {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			line := bytes.IndexByte
			rest := r.body
			random := rand.New(rand.NewPCG(1, uint64(len(r.body))))
			for name, piece := range map[string]func() int{
				"whole": func() int { return len(r.body) },
				"lines": func() int {
					n := line(rest, '\n') + 1
					if n == 0 {
						n = len(rest)
					}
					rest = rest[n:]
					return n
				},
				"bytes":  func() int { return 1 },
				"random": func() int { return 1 + random.IntN(200) },
			} {
				given, text, turn, err := feed(t, r.format, r.body, piece)
				if text != turn.Text {
					t.Errorf("%s: the text is %q in pieces and %q as a whole", name, text, turn.Text)
				}
				if len(given) != len(turn.Calls) {
					t.Errorf("%s: %d calls were given, and there are %d", name, len(given), len(turn.Calls))
				}
				check(t, name, r.want, outcomeOf(t, turn, err), err)
			}
		})
	}
}

func check(t *testing.T, name string, want expectation, got outcome, err error) {
	t.Helper()
	if want.OrError != "" && got.err == want.OrError {
		return
	}
	if got.err != want.Error {
		t.Errorf("%s: the error is %q (%v), want %q", name, got.err, err, want.Error)
	}
	if want.Stop == nil {
		want.Stop = new(string)
	}
	if got.stop != *want.Stop {
		t.Errorf("%s: stopped by %q, want %q", name, got.stop, *want.Stop)
	}
	if got.refusal != want.Refusal {
		t.Errorf("%s: refused with %q, want %q", name, got.refusal, want.Refusal)
	}
	for i := range want.Calls {
		if want.Calls[i].Arguments == nil && !want.Calls[i].Custom {
			want.Calls[i].Arguments = map[string]any{}
		}
	}
	if want.Order == "any" && len(got.calls) == 2 {
		got.calls[0], got.calls[1] = got.calls[1], got.calls[0]
	}
	if diff := testdiff.Diff(fmt.Sprint(want.Calls), fmt.Sprint(got.calls)); diff != "" {
		t.Errorf("%s: calls (-want +got):\n%s", name, diff)
	}
}

// TestCutRecordings truncates every recording after and within each line: no call may appear that the complete
// recording does not have, and no truncated call may run.
func TestCutRecordings(t *testing.T) {
	t.Parallel()
	for _, r := range recordings(t) {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			checkCuts(t, r.format, r.body)
			if _, _, turn, err := feed(t, r.format, r.body[:len(r.body)/3], func() int { return len(r.body) }); err == nil {
				t.Errorf("two thirds are missing, and there is no error: %+v", turn)
			}
		})
	}
}

func checkCuts(t *testing.T, format wire.Format, body []byte) {
	t.Helper()
	all := func() int { return len(body) }
	known := map[runtime.ToolCall]bool{}
	whole, _, _, _ := feed(t, format, body, all)
	for _, c := range whole {
		c.StopReason = ""
		known[c] = true
	}
	const most = 30
	every := len(body)/most + 1
	for begin := 0; begin < len(body); {
		n := bytes.IndexByte(body[begin:], '\n') + 1
		if n == 0 {
			n = len(body) - begin
		}
		for _, cut := range []int{begin + n/3, begin + n - min(n, 3), begin + n} {
			given, _, turn, _ := feed(t, format, body[:cut], all)
			for _, c := range append(given, turn.Calls...) {
				if c.StopReason = ""; !known[c] {
					t.Errorf("cut at %d: the whole does not give %+v", cut, c)
				}
			}
			for _, c := range turn.Unfinished {
				if json.Valid([]byte(c.Arguments)) || !c.CutOff() {
					t.Errorf("cut at %d: unfinished, and might run: %+v", cut, c)
				}
			}
		}
		for begin += n; begin < len(body) && n < every; begin, n = begin+1, n+1 {
			if n+1 == every {
				begin += max(bytes.IndexByte(body[begin:], '\n'), 0)
			}
		}
	}
}
