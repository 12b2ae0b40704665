package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

// maxKept bounds the buffered size of one answer, in bytes. Each call adds callCost to the size of its content,
// so that many tiny calls are bounded too.
const (
	maxKept  = 64 << 20
	callCost = 512
)

// accumulator collects one streamed answer. The reader of each format translates its events into method calls;
// the accumulator alone decides which calls are complete, truncated or discarded.
type accumulator struct {
	format
	calls   []*pendingCall
	byIndex map[int]*pendingCall // by the block or item index of the format
	byID    map[string]*pendingCall
	tail    *pendingCall // the call that received the latest delta; nil after other content
	out     transcript
	stop    string
	closed  bool  // the end of the answer was received
	err     error // the first error
	fatal   error // the stream cannot be parsed any further
	size    int
	seen    hash.Hash // of the events so far; source of generated call ids
}

func newAccumulator(f format) accumulator {
	return accumulator{format: f, seen: sha256.New(), byIndex: map[int]*pendingCall{}, byID: map[string]*pendingCall{}}
}

// pendingCall is a call assembled from deltas.
type pendingCall struct {
	at      int // index in accumulator.calls
	call    runtime.ToolCall
	args    []byte
	scan    argsScan  // over args
	tree    *argsTree // set if arguments arrive as JSON paths (Gemini)
	kind    callKind
	form    argsForm
	state   callState
	mustEnd bool   // it is incomplete without a mark of its end, whatever its arguments are
	cut     bool   // the provider marked the call incomplete
	before  []byte // if the call started without an id: the hash of the events up to its start
}

type callKind int

const (
	functionCall callKind = iota
	customCall            // free-text input instead of JSON
	legacyCall            // function_call of Chat Completions; may duplicate an entry of tool_calls
)

// argsForm is the form in which arguments arrive. It decides whether balanced braces prove that they are complete.
type argsForm int

const (
	argsAsText argsForm = iota // as the model wrote them
	argsAsJSON                 // already parsed: the parser may have closed open braces
)

type callState int

const (
	callOpen    callState = iota
	callEnded             // the end of the call was received
	callEmitted           // returned by Next
	callDropped           // superseded by a restart, or a duplicate
)

// argsScan tracks growing arguments to detect the end of a JSON object.
type argsScan struct {
	json  rawjson.Scanner
	state argsScanState
}

type argsScanState int

const (
	argsBlank  argsScanState = iota
	argsOpen                 // an unclosed object
	argsClosed               // balanced braces, not validated yet
	argsObject               // valid JSON
	argsOther
)

func (s *argsScan) write(text []byte) {
	if s.state == argsBlank {
		if text = bytes.TrimLeft(text, blanks); len(text) == 0 {
			return
		}
		if s.state = argsOther; text[0] == '{' {
			s.state = argsOpen
			s.json.End(text[:1])
			text = text[1:]
		}
	}
	if s.state == argsOpen {
		n := s.json.End(text)
		if n < 0 {
			return
		}
		s.state, text = argsClosed, text[n:]
	}
	if len(bytes.Trim(text, blanks)) > 0 {
		s.state = argsOther
	}
}

// startCall registers a new call. A negative index means that the format has none.
func (a *accumulator) startCall(index int, id, name string) *pendingCall {
	b := &pendingCall{at: len(a.calls), call: runtime.ToolCall{ID: id, Name: name}}
	a.reserve(callCost + len(id) + len(name))
	a.calls = append(a.calls, b)
	if index >= 0 {
		a.byIndex[index] = b
	}
	if id != "" {
		a.byID[id] = b
	} else {
		b.before = a.seen.Sum(nil)
	}
	a.setTail(b)
	return b
}

// ignore records that the content with an index is not a call.
func (a *accumulator) ignore(index int) {
	a.byIndex[index] = &pendingCall{state: callDropped}
	a.setTail(nil)
}

// delta adds what a delta has of the content with an index: arguments, text or reasoning. If the beginning of a call was
// lost, it has no name, so that it is an error unless the name follows.
func (a *accumulator) delta(index int, args, text, reasoning value) {
	b := a.byIndex[index]
	if b == nil && len(args) > len(`""`) {
		b = a.startCall(index, "", "")
	}
	a.appendArgs(b, args)
	a.appendContent(contentText, text)
	a.appendContent(contentReasoning, reasoning)
}

// appendArgs adds an arguments delta. A string is appended; any other JSON replaces the buffer.
func (a *accumulator) appendArgs(b *pendingCall, piece value) {
	if b == nil || len(piece) == 0 || b.state == callDropped {
		return
	}
	from := len(b.args)
	switch text := piece.Is('"'); {
	case text && b.form == argsAsText:
		b.args = appendPiece(b.args, piece)
	case text: // text after parsed JSON: the JSON was a placeholder
		b.args, b.form, b.scan, from = appendPiece(b.args[:0], piece), argsAsText, argsScan{}, 0
	case !isPlaceholder(piece):
		b.args, b.form, b.scan, from = append(b.args[:0], piece...), argsAsJSON, argsScan{}, 0
	}
	if b.state == callEmitted && len(bytes.TrimSpace(b.args[from:])) > 0 {
		a.fail(fmt.Errorf("wire: %s continues a call of %s that has ended", a.name, quote(b.call.Name)))
		return
	}
	a.reserve(len(b.args) - from)
	b.scan.write(b.args[from:])
	a.setTail(b)
	a.emitIfComplete(b)
}

// addCall adds a complete call in the form of any provider. Absent arguments default to missing.
func (a *accumulator) addCall(index int, raw value, missing string) *pendingCall {
	call, form, err := readCall(a.format, raw, missing)
	if err != nil {
		a.fail(err)
		return nil
	}
	b := a.startCall(index, call.ID, call.Name)
	b.args, b.form = []byte(call.Arguments), form
	if index == legacyIndex {
		b.kind = legacyCall
	}
	b.scan.write(b.args)
	a.reserve(len(b.args))
	a.endCall(b)
	return b
}

// endCall marks the end of a call.
func (a *accumulator) endCall(b *pendingCall) {
	if b == nil || b.state != callOpen {
		return
	}
	b.state = callEnded
	if b.tree != nil {
		b.args, b.form = b.tree.json(), argsAsJSON
		b.scan.write(b.args)
	}
	a.emitIfComplete(b)
}

// appendContent adds text that is not part of a call.
func (a *accumulator) appendContent(kind contentKind, text value) {
	n := a.out.append(kind, text)
	if n > 0 {
		a.reserve(n)
		a.setTail(nil)
	}
}

// setTail records the call that the current delta belongs to, nil for other content. The previous call may be
// complete now.
func (a *accumulator) setTail(b *pendingCall) {
	if last := a.tail; last != b {
		a.tail = b
		a.emitIfComplete(last)
	}
}

// setStopReason records why the model stopped.
func (a *accumulator) setStopReason(reason string) {
	if reason == "" {
		return
	}
	a.stop, a.closed = clip(reason, maxAPIMessage), true
	if stopKindOf(reason) <= stopForCalls {
		a.setTail(nil)
	}
}

// endAnswer marks the explicit end of the answer.
func (a *accumulator) endAnswer() {
	a.closed = true
	if a.stop == "" {
		a.setTail(nil)
	}
}

// restart discards everything that was not emitted: some servers repeat message_start.
func (a *accumulator) restart() {
	for _, b := range a.calls {
		if b.state != callEmitted {
			b.state = callDropped
		}
	}
	clear(a.byIndex)
	clear(a.byID)
	a.tail = nil
}

// fail records an error, if it is one. The first one is kept, and no call is emitted after it.
func (a *accumulator) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// abort records an error after which the stream cannot be parsed.
func (a *accumulator) abort(err error) {
	if err != nil && a.fatal == nil {
		if a.closed && a.err == nil { // the answer is complete, although more follows
			a.finish()
		}
		a.fatal = err
		a.fail(err)
	}
}

// reserve adds n bytes to the buffered size.
func (a *accumulator) reserve(n int) {
	if a.size += max(n, 0); a.size > maxKept {
		a.abort(fmt.Errorf("wire: %s exceeds %d bytes", a.name, maxKept))
	}
}

// emitIfComplete hands out a call once it is known to be complete. Arguments written by the model prove it by
// balanced braces. Arguments that were parsed on the way, or are empty, need an end marker and following
// content: the last call of an answer may be truncated.
func (a *accumulator) emitIfComplete(b *pendingCall) {
	if b == nil || b.state > callEnded || b.kind != functionCall || a.err != nil || b.call.Name == "" || b.unended() {
		return
	}
	followed, ended := a.tail != b, b.state == callEnded
	if b.written() && (followed || ended) ||
		followed && ended && (b.complete() || b.scan.state == argsBlank) {
		a.emit(b)
	}
}

// complete reports whether the arguments are a complete JSON object.
func (b *pendingCall) complete() bool {
	if b.scan.state == argsClosed {
		b.scan.state = argsOther
		if json.Valid(b.args) {
			b.scan.state = argsObject
		}
	}
	return b.scan.state == argsObject
}

// hasMembers reports whether complete arguments are not empty.
func (b *pendingCall) hasMembers() bool { return bytes.IndexByte(b.args, '"') >= 0 }

// written reports whether the model wrote arguments that prove to be complete.
func (b *pendingCall) written() bool { return b.complete() && b.hasMembers() && b.form == argsAsText }

func (a *accumulator) emit(b *pendingCall) {
	b.state = callEmitted
	b.call.Arguments = validText(b.args)
	b.identify()
	a.out.addCall(b.at)
}

// identify assigns an id to a call without one. It depends on the answer up to the call and on the call itself, not on
// what follows.
func (b *pendingCall) identify() {
	if b.call.ID == "" {
		b.call.ID = generatedID(b.at, b.before, []byte(b.call.Name), b.args)
	}
}

// unended reports whether the end of a call is still to come.
func (b *pendingCall) unended() bool { return b.mustEnd && b.state == callOpen }

// finish settles the calls that were not emitted when the answer ends.
func (a *accumulator) finish() {
	a.out.end()
	if a.err == nil && !a.closed {
		a.fail(fmt.Errorf("wire: %s is truncated: %w", a.name, errTruncated))
	}
	kind := stopKindOf(a.stop)
	if kind >= stopFailed {
		a.fail(stopError(a.stop))
	}
	early := kind == stopEarly
	a.dropDuplicates()
	for _, b := range a.calls {
		switch {
		case b.state > callEnded:
		case b.kind == customCall:
			if !b.cut && (b.state == callEnded || a.err == nil && !early && !a.ends) {
				b.state = callEmitted
			}
		case a.err == nil && b.call.Name == "":
			a.fail(fmt.Errorf("wire: %s contains a call without a name", a.name))
		case a.err == nil && !a.cutOff(b, early):
			a.emit(b)
		}
	}
	if len(a.calls) == 0 && kind == stopForCalls {
		a.fail(stopError(a.stop))
	}
}

// dropDuplicates discards a function_call that repeats a call of tool_calls.
func (a *accumulator) dropDuplicates() {
	legacy := a.byIndex[legacyIndex]
	if legacy != nil && slices.ContainsFunc(a.calls, func(b *pendingCall) bool {
		return b.kind != legacyCall && b.call.Name == legacy.call.Name && bytes.Equal(b.args, legacy.args)
	}) {
		legacy.state = callDropped
	}
}

// cutOff reports whether a call is incomplete although the answer has ended.
func (a *accumulator) cutOff(b *pendingCall, early bool) bool {
	switch whole := b.complete(); {
	case b.unended(), !whole && (b.cut || a.ends && b.state == callOpen):
		return true
	case !early || b.written():
		return false
	default:
		return b == a.tail || b.scan.state != argsBlank && !json.Valid(b.args)
	}
}

// unfinishedReason is the stop reason of a call that the answer never completed.
const unfinishedReason = "incomplete"

// turn returns the answer received so far.
func (a *accumulator) turn() Turn {
	t := Turn{StopReason: a.stop}
	t.Text, t.Reasoning, t.Refusal = a.out.text(contentText), a.out.text(contentReasoning), a.out.text(contentRefusal)
	early := stopKindOf(a.stop) >= stopEarly
	for _, b := range a.calls {
		call := b.call
		call.StopReason = a.stop
		switch {
		case b.state == callDropped:
		case b.state == callEmitted && b.kind == customCall:
			t.Custom = append(t.Custom, CustomCall{ID: call.ID, Name: call.Name, Input: validText(b.args)})
		case b.state == callEmitted:
			if early && b != a.tail && json.Valid(b.args) { // the model completed the call before it stopped
				call.StopReason = ""
			}
			t.Calls = append(t.Calls, call)
		case b.call.Name != "":
			call.Arguments = truncatedArguments(validText(b.args))
			b.identify()
			call.ID = b.call.ID
			if !call.CutOff() {
				call.StopReason = unfinishedReason
			}
			t.Unfinished = append(t.Unfinished, call)
		}
	}
	return t
}
