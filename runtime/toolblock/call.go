package toolblock

import (
	"github.com/toolgen/toolgen/runtime"
)

// Status is how far a call is.
type Status string

const (
	// StatusDetected is a call whose block is being read.
	StatusDetected Status = "detected"
	// StatusBuffering is what events call a block that is being read.
	StatusBuffering Status = "buffering"
	// StatusProcessing is a call whose block is complete: it is being corrected, or waits to be run.
	StatusProcessing Status = "processing"
	// StatusExecuting is a call that runs.
	StatusExecuting Status = "executing"
	// StatusCompleted is a call that ran and gave a result.
	StatusCompleted Status = "completed"
	// StatusFailed is a call that was not valid and did not run, or that ran and gave an error.
	StatusFailed Status = "failed"
)

// Call is a tool call of a stream, as far as it is known.
type Call struct {
	ID       string `json:"id"`
	ToolType string `json:"toolType"`
	Path     string `json:"path"`
	Status   Status `json:"status"`
	// Output is the answer to a call that ran.
	Output *runtime.ToolOutput `json:"output,omitempty"`
	// Hint is what to tell the model of a call that was not valid.
	Hint *runtime.RetryHint `json:"hint,omitempty"`

	inv *runtime.Invocation // of a call that waits to be run
}

// Calls lists the calls of the stream in order.
func (s *Stream) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Call, len(s.calls))
	for i, c := range s.calls {
		list[i] = *c
		list[i].inv = nil
	}
	return list
}

// Begin takes a call that is valid, in order to run it. It gives each call once, and no other than
// a valid one, whoever asks: this is the only way to the arguments of a block. [Stream.Finish] has
// to follow.
func (s *Stream) Begin(id string) (inv runtime.Invocation, ok bool) {
	s.mu.Lock()
	c := s.find(id)
	if c == nil || c.Status != StatusProcessing || c.inv == nil {
		s.mu.Unlock()
		return runtime.Invocation{}, false
	}
	inv, c.inv = *c.inv, nil
	c.Status = StatusExecuting
	e := c.event()
	s.mu.Unlock()
	s.post(e)
	return inv, true
}

// Finish tells the answer to a call that Begin gave. Only the first answer counts.
func (s *Stream) Finish(id string, out runtime.ToolOutput) bool {
	s.mu.Lock()
	c := s.find(id)
	if c == nil || c.Status != StatusExecuting {
		s.mu.Unlock()
		return false
	}
	c.Status, c.Output = StatusCompleted, &out
	if out.Error != nil {
		c.Status = StatusFailed
	}
	e := c.event()
	s.mu.Unlock()
	s.post(e)
	return true
}

func (s *Stream) find(id string) *Call {
	for _, c := range s.calls {
		if c.ID == id {
			return c
		}
	}
	return nil
}

func (c *Call) event() StatusEvent {
	status := c.Status
	if status == StatusDetected {
		status = StatusBuffering
	}
	return StatusEvent{ID: c.ID, ToolType: c.ToolType, Path: c.Path, Status: status}
}
