package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

// transcript writes the events of a session for a terminal: the model's text as it streams, and the result of each
// block in lines with a margin.
type transcript struct {
	out    io.Writer
	inLine bool // the last character was not a line break
	behind bool // the last output was a block, whose line break is still to come
	err    error
}

// resultLines is the number of lines of a result that are shown; the model gets all of them.
const resultLines = 12

func (t *transcript) emit(e toolblock.Event) {
	switch e := e.(type) {
	case toolblock.TextEvent:
		text := visible(e.Text)
		if t.behind {
			text = strings.TrimPrefix(text, "\n")
		}
		t.behind = false
		t.write(text)
	case toolblock.StatusEvent:
		if e.Status == toolblock.StatusBuffering {
			t.line("… " + strings.TrimSpace(oneLine(e.ToolType)+" "+oneLine(e.Path)))
		}
	case toolblock.BlockEvent:
		t.block(e)
	case toolblock.ErrorEvent:
		t.line("not a tool block: " + oneLine(e.Message))
	case changeEvent:
		t.indented(e.Diff)
	case answerEvent:
		if e.Allowed {
			t.line("allowed (" + e.By + ")")
		} else {
			t.line("not allowed (" + e.By + ")")
		}
	case outcomeEvent:
		t.outcome(e)
	case endEvent:
		if e.Error != "" {
			t.line("ended: " + oneLine(e.Error))
		}
		t.line(fmt.Sprintf("calls done: %d, not done: %d", e.Done, e.NotDone))
	}
}

func (t *transcript) block(e toolblock.BlockEvent) {
	verdict := "valid"
	switch {
	case e.Error != "":
		verdict = "failed: " + oneLine(e.Error)
	case !e.ValidationPassed:
		verdict = "not valid"
	case e.CorrectedBy == toolblock.ByRepair:
		verdict = "valid, its syntax repaired"
	case e.CorrectedBy == toolblock.ByCorrector:
		verdict = "valid, corrected"
	case len(e.Receipts) > 0:
		verdict = "valid, read leniently"
	}
	t.line(verdict)
	for _, issue := range e.Issues {
		t.line("  wrong: " + issue.String())
	}
	if e.Omitted > 0 {
		t.line(fmt.Sprintf("  wrong: %d more", e.Omitted))
	}
	for _, attempt := range e.Attempts {
		if attempt.Refused != "" {
			t.line("  correction refused: " + attempt.Refused)
		}
		if !attempt.Accepted {
			for _, issue := range attempt.Issues {
				t.line("  wrong in the correction: " + issue.String())
			}
		}
	}
	for _, r := range e.Receipts {
		t.line("  " + receipt(r))
	}
	if e.Hint != nil {
		t.told(e.Hint.Text())
	}
}

func (t *transcript) outcome(e outcomeEvent) {
	if !e.Done {
		t.told(e.Text)
		return
	}
	lines := strings.SplitAfter(strings.TrimSuffix(e.Text, "\n"), "\n")
	if more := len(lines) - resultLines; more > 0 {
		lines = append(lines[:resultLines], fmt.Sprintf("(%d more)", more))
	}
	if e.Text != "" {
		t.indented(strings.Join(lines, ""))
	}
	if e.Note != "" {
		t.line(e.Note)
	}
}

// told shows what the model reads.
func (t *transcript) told(text string) {
	t.line("the model is told:")
	t.indented(text)
}

// indented writes text that is not the program's own. The indentation prevents its lines from being mistaken for
// a verdict.
func (t *transcript) indented(text string) {
	t.line("  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  "))
}

// oneLine escapes line breaks.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", `\n`) }

// line writes text with a margin on each line.
func (t *transcript) line(text string) {
	if t.inLine {
		t.write("\n")
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(visible(text), "\n"), "\n") {
		t.write(strings.TrimRight(string(margin)+" "+line, " ") + "\n")
	}
	t.behind = true
}

func (t *transcript) write(text string) {
	if text == "" || t.err != nil {
		return
	}
	t.inLine = !strings.HasSuffix(text, "\n")
	_, t.err = io.WriteString(t.out, text)
}

// receipt formats a change: lineStart: "1" → 1 (coerce_scalar).
func receipt(r runtime.Receipt) string {
	s := cmp.Or(r.Field, "text")
	switch {
	case r.Kind == runtime.ReceiptRepaired:
		s += ": " + fmt.Sprint(r.From)
	case r.From != nil || r.To != nil:
		s += ": " + value(r.From) + " → " + value(r.To)
	}
	return fmt.Sprintf("%s (%s)", s, r.Kind)
}

// maxValue is the number of bytes of a value in a receipt that are shown.
const maxValue = 120

func value(v any) string {
	if v == nil {
		return "nothing"
	}
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if err := to.Encode(v); err != nil {
		return "?"
	}
	text := strings.TrimSpace(b.String())
	if len(text) > maxValue {
		return strings.ToValidUTF8(text[:maxValue], "") + "…"
	}
	return text
}
