package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/runtime/toolblock"
)

// hub keeps the events of a session for pages, and asks the viewer of a page. A page that is opened late or
// again gets all events from the start.
type hub struct {
	mu       sync.Mutex
	events   []message
	more     chan struct{} // closed when there are more events
	ended    bool
	question *question // the open question
	reply    chan bool

	once  sync.Once
	ready chan struct{} // closed when the first page connects
}

// message is an event in the form that pages get.
type message struct {
	kind string
	data []byte
}

func newHub() *hub {
	return &hub{more: make(chan struct{}), ready: make(chan struct{})}
}

func (h *hub) emit(e toolblock.Event) {
	data, err := json.Marshal(e)
	if err != nil {
		data = []byte("{}") // such as a receipt with a value that JSON cannot represent
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, message{e.Type(), data})
	_, h.ended = e.(endEvent)
	close(h.more)
	h.more = make(chan struct{})
}

// from returns the events from the nth on, whether the session has ended, and a channel that signals more.
func (h *hub) from(n int) (events []message, ended bool, more <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.events[min(n, len(h.events)):], h.ended, h.more
}

// ask implements [asker].
func (h *hub) ask(ctx context.Context, q question) answer {
	reply := make(chan bool, 1)
	h.mu.Lock()
	h.question, h.reply = &q, reply
	h.mu.Unlock()
	h.emit(questionEvent{ID: q.id, Text: q.text, Phrase: q.phrase})
	select {
	case allowed := <-reply:
		return answer{allowed: allowed, by: "on the page"}
	case <-ctx.Done():
		h.mu.Lock()
		h.question = nil
		h.mu.Unlock()
		return answer{by: "the program was ended"}
	}
}

var (
	errNoQuestion  = errors.New("this question is not open any more")
	errWrongPhrase = errors.New("this is not the name of the file")
)

// answer answers the open question, once.
func (h *hub) answer(id string, allowed bool, phrase string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.question == nil || h.question.id != id:
		return errNoQuestion
	case allowed && h.question.phrase != "" && phrase != h.question.phrase:
		return errWrongPhrase
	}
	h.question = nil
	h.reply <- allowed
	return nil
}
