package toolblock

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// Status is the state of a call.
type Status string

const (
	// StatusBuffering means that the block is being read.
	StatusBuffering Status = "buffering"
	// StatusProcessing means that the block is complete and is being corrected, or waits to run.
	StatusProcessing Status = "processing"
	// StatusExecuting means that the call is running.
	StatusExecuting Status = "executing"
	// StatusCompleted means that the call ran and returned a result.
	StatusCompleted Status = "completed"
	// StatusFailed means that the call was invalid and did not run, or ran and returned an error.
	StatusFailed Status = "failed"
)

// Call is a tool call of a stream, as far as known.
type Call struct {
	ID       string `json:"id"`
	ToolType string `json:"toolType"`
	Path     string `json:"path"`
	Status   Status `json:"status"`
	// Output is the output of a call that ran.
	Output *runtime.ToolOutput `json:"output,omitempty"`
	// Hint is the hint for the model about an invalid call.
	Hint *runtime.RetryHint `json:"hint,omitempty"`

	inv *runtime.Invocation // set while the call waits to run
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

// Begin claims a valid call for execution. It returns each call once, so it is the only way to the arguments of
// a block. [Stream.Finish] must follow.
func (s *Stream) Begin(id string) (inv runtime.Invocation, ok bool) {
	s.mu.Lock()
	c := s.find(id, StatusProcessing)
	if c == nil || c.inv == nil {
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

// Finish records the output of a call returned by Begin. Only the first output counts.
func (s *Stream) Finish(id string, out runtime.ToolOutput) bool {
	s.mu.Lock()
	c := s.find(id, StatusExecuting)
	if c == nil {
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

// find returns the call with this id in this state, or nil.
func (s *Stream) find(id string, status Status) *Call {
	i := slices.IndexFunc(s.calls, func(c *Call) bool { return c.ID == id && c.Status == status })
	if i < 0 {
		return nil
	}
	return s.calls[i]
}

func (c *Call) event() StatusEvent {
	return StatusEvent{ID: c.ID, ToolType: c.ToolType, Path: c.Path, Status: c.Status}
}
