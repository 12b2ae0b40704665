package wire

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// maxKept is how much of an answer is kept, in bytes; a call counts as callCost beside what it holds.
const (
	maxKept  = 64 << 20
	callCost = 512
)

// accumulator is what has come of an answer, in whatever format. A format's reader tells it of events by its methods;
// what is whole, cut off or lost is decided here.
type accumulator struct {
	of      string // the shape, in errors
	calls   []*building
	byIndex map[int]*building // by the format's number of a block
	byID    map[string]*building
	tail    *building // the call that the last of the content belongs to, nil if that is another kind of content
	out     transcript
	stop    string
	closed  bool  // what ends an answer has come
	err     error // the first thing that went wrong
	lost    error // why the stream cannot be read on
	kept    int
	ids     hash.Hash // of the events, for the ids of calls that have none
}

// building is a call that comes in pieces.
type building struct {
	at    int // among the calls
	call  runtime.ToolCall
	args  []byte
	shape shape // of the arguments
	tree  *tree // the arguments, where they come by paths
	kind  callKind
	form  argsForm
	state callState
	cut   bool // the provider says that the call is not whole
}

type callKind int

const (
	functionCall callKind = iota
	customCall            // whose arguments are no JSON
	legacyCall            // in the older form of Chat Completions, which may be another's a second time
)

// argsForm is how arguments come, and so what their end says.
type argsForm int

const (
	asWritten argsForm = iota // as the model wrote them
	asParsed                  // as JSON: whoever parsed them has closed what was open
	asEnded                   // in any form, and it is known that the model had come to their end
)

type callState int

const (
	growing callState = iota
	sealed            // what ends it has come
	given             // it was handed out
	dropped           // the answer was begun anew, or it is a call's second time
)

// shape follows arguments as they grow, to know whether they are an object that has its end.
type shape struct {
	json    balance
	state   shapeState
	members bool // it has some
}

type shapeState int

const (
	blankText   shapeState = iota
	openObject             // which has no end yet
	endedObject            // whose braces match
	wholeObject            // which is JSON
	otherText
)

func (s *shape) write(text []byte) {
	for _, c := range text {
		space := c == ' ' || c == '\t' || c == '\r' || c == '\n'
		switch {
		case s.state == openObject && s.json.next(c):
			s.state = endedObject
		case s.state == openObject:
			s.members = s.members || !space
		case s.state == blankText && c == '{':
			s.state = openObject
			s.json.next(c)
		case !space:
			s.state = otherText
			return
		}
	}
}

// begin takes the beginning of a call that has a number, or -1.
func (a *accumulator) begin(index int, id, name string) *building {
	b := &building{at: len(a.calls), call: runtime.ToolCall{ID: id, Name: name}}
	a.keep(callCost + len(id) + len(name))
	a.calls = append(a.calls, b)
	if index >= 0 {
		a.byIndex[index] = b
	}
	if id != "" {
		a.byID[id] = b
	}
	a.touch(b)
	return b
}

// grow takes a piece of the arguments: a text, or JSON that is all of them.
func (a *accumulator) grow(b *building, piece value) {
	if b == nil || len(piece) == 0 || b.state == dropped {
		return
	}
	from := len(b.args)
	switch text := piece.is('"'); {
	case text && b.form == asWritten:
		b.args = piece.appendText(b.args)
	case text: // what stood there until now was none
		b.args, b.form, b.shape, from = piece.appendText(b.args[:0]), asWritten, shape{}, 0
	case !hollow(json.RawMessage(piece)):
		b.args, b.form, b.shape, from = append(b.args[:0], piece...), asParsed, shape{}, 0
	}
	if b.state == given && len(bytes.TrimSpace(b.args[from:])) > 0 {
		a.fail(fmt.Errorf("wire: %s goes on with a call of %s that was over", a.of, quote(b.call.Name)))
		return
	}
	a.keep(len(b.args) - from)
	b.shape.write(b.args[from:])
	a.touch(b)
	a.give(b)
}

// whole takes a call that comes as a whole, in the form that any provider gives it. Arguments that are missing are those given.
func (a *accumulator) whole(index int, raw value, missing string) *building {
	r := reading{of: a.of}
	r.add(json.RawMessage(raw), missing)
	if r.unread != nil {
		a.fail(r.unread)
		return nil
	}
	b := a.begin(index, r.calls[0].ID, r.calls[0].Name)
	b.args = []byte(r.calls[0].Arguments)
	if r.parsed {
		b.form = asParsed
	}
	b.shape.write(b.args)
	a.keep(len(b.args))
	a.seal(b)
	return b
}

// seal takes the end of a call.
func (a *accumulator) seal(b *building) {
	if b == nil || b.state != growing {
		return
	}
	b.state = sealed
	if b.tree != nil {
		b.args, b.form = b.tree.appendJSON(nil), asParsed
		b.shape.write(b.args)
	}
	a.give(b)
}

// say takes content that is no call.
func (a *accumulator) say(kind spoken, text value) {
	n := a.out.say(kind, text)
	if n > 0 {
		a.keep(n)
		a.touch(nil)
	}
}

// touch says which call the content goes on with, nil if it is none.
func (a *accumulator) touch(b *building) {
	if last := a.tail; last != b {
		a.tail = b
		a.give(last)
	}
}

// finish takes the reason why the model stopped.
func (a *accumulator) finish(reason string) {
	if reason == "" {
		return
	}
	a.stop, a.closed = clip(reason, maxAPIMessage), true
	if stopped(reason) == nil || slices.Contains(announcing, reasonWord(reason)) {
		a.touch(nil)
	}
}

// done takes the end of the answer, beyond which there is nothing.
func (a *accumulator) done() {
	a.closed = true
	if a.stop == "" {
		a.touch(nil)
	}
}

// restart takes the beginning of an answer in place of what has come.
func (a *accumulator) restart() {
	for _, b := range a.calls {
		if b.state != given {
			b.state = dropped
		}
	}
	clear(a.byIndex)
	clear(a.byID)
	a.tail = nil
}

// fail takes what is wrong with the answer. The first thing counts, and no call is given after it.
func (a *accumulator) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// lose takes what makes the rest of the stream unreadable.
func (a *accumulator) lose(err error) {
	if err != nil && a.lost == nil {
		a.lost = err
		a.fail(err)
	}
}

// keep counts what is kept.
func (a *accumulator) keep(n int) {
	if a.kept += max(n, 0); a.kept > maxKept {
		a.lose(fmt.Errorf("wire: %s has more than %d bytes", a.of, maxKept))
	}
}

// give hands out a call that is whole. Arguments that are an object, written by the model, show their end
// themselves. Of others, and of those that somebody has parsed, it is known by what ends the call, and by what follows: a
// call at the end of an answer may have been cut off.
func (a *accumulator) give(b *building) {
	if b == nil || b.state > sealed || b.kind != functionCall || a.err != nil || b.call.Name == "" {
		return
	}
	followed := a.tail != b
	switch {
	case b.form == asEnded:
		a.hand(b)
	case b.whole() && b.shape.members && b.form == asWritten:
		if followed || b.state == sealed {
			a.hand(b)
		}
	case followed && b.state == sealed && (b.whole() || b.shape.state == blankText):
		a.hand(b)
	}
}

// whole reports whether the arguments are an object with its end.
func (b *building) whole() bool {
	if b.shape.state == endedObject {
		b.shape.state = otherText
		if json.Valid(b.args) {
			b.shape.state = wholeObject
		}
	}
	return b.shape.state == wholeObject
}

func (a *accumulator) hand(b *building) {
	b.state = given
	b.call.Arguments = string(b.args)
	if b.call.ID == "" {
		b.call.ID = ownID + hex.EncodeToString(a.ids.Sum(nil)[:8]) + "_" + strconv.Itoa(b.at)
	}
	a.out.give(b.at)
}

// end decides what becomes of calls that are not given yet.
func (a *accumulator) end() {
	if a.err == nil && !a.closed {
		a.fail(fmt.Errorf("wire: %s is cut off: %w", a.of, errCut))
	}
	if a.err == nil && (misannounced(a.stop) || slices.Contains(goneWrong, reasonWord(a.stop))) {
		a.fail(stopped(a.stop))
	}
	early := slices.Contains(stoppedEarly, reasonWord(a.stop))
	a.dropTwins()
	for _, b := range a.calls {
		switch {
		case b.state > sealed:
		case b.kind == customCall:
			if !b.cut && (b.state == sealed || a.err == nil && !early) {
				b.state = given
			}
		case a.err == nil && b.call.Name == "":
			a.fail(fmt.Errorf("wire: %s holds a call that has no name", a.of))
		case a.err == nil && !a.cutOff(b, early):
			a.hand(b)
		}
	}
	if a.err == nil && len(a.calls) == 0 && slices.Contains(announcing, reasonWord(a.stop)) {
		a.fail(stopped(a.stop))
	}
}

// dropTwins leaves out calls in the older form of Chat Completions that are there in the newer one, too.
func (a *accumulator) dropTwins() {
	if a.byIndex[legacyIndex] == nil {
		return
	}
	type said struct{ name, args string }
	known := map[said]bool{}
	for _, b := range a.calls {
		known[said{b.call.Name, string(b.args)}] = known[said{b.call.Name, string(b.args)}] || b.kind != legacyCall
	}
	for _, b := range a.calls {
		if b.kind == legacyCall && known[said{b.call.Name, string(b.args)}] {
			b.state = dropped
		}
	}
}

// cutOff reports whether a call has no end in an answer that has come to its own.
func (a *accumulator) cutOff(b *building, early bool) bool {
	switch whole := b.whole(); {
	case b.form == asEnded:
		return false
	case b.tree != nil && b.state == growing, b.cut && !whole:
		return true
	case !early || whole && b.form == asWritten && b.shape.members:
		return false
	default:
		return b == a.tail || b.shape.state != blankText && !json.Valid(b.args)
	}
}

// turn is the answer as far as it has come.
func (a *accumulator) turn() Turn {
	t := Turn{Text: a.out.text(spokenText), Reasoning: a.out.text(spokenThought), Refusal: a.out.text(spokenRefusal), StopReason: a.stop}
	for _, b := range a.calls {
		call := b.call
		call.StopReason = a.stop
		switch {
		case b.state == dropped:
		case b.state == given && b.kind == customCall:
			t.Custom = append(t.Custom, CustomCall{ID: call.ID, Name: call.Name, Input: string(b.args)})
		case b.state == given:
			t.Calls = append(t.Calls, call)
		case b.call.Name != "":
			call.Arguments = part(string(b.args))
			if !call.CutOff() {
				call.StopReason = unfinishedReason
			}
			t.Unfinished = append(t.Unfinished, call)
		}
	}
	if n := len(t.Calls); len(t.Unfinished) > 0 { // of the others the model had come to the end
		t.Calls = finished(append(t.Calls, t.Unfinished[0]))[:n]
	} else {
		finished(t.Calls)
	}
	return t
}
