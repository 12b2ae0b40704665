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
	ok = s.move(id, StatusProcessing, func(c *Call) bool {
		if c.inv == nil {
			return false
		}
		inv, c.inv, c.Status = *c.inv, nil, StatusExecuting
		return true
	})
	return inv, ok
}

// Finish records the output of a call returned by Begin. Only the first output counts.
func (s *Stream) Finish(id string, out runtime.ToolOutput) bool {
	return s.move(id, StatusExecuting, func(c *Call) bool {
		c.Status, c.Output = StatusCompleted, &out
		if out.Error != nil {
			c.Status = StatusFailed
		}
		return true
	})
}

// move changes the call with this id in this state, and reports the state that it is in then.
func (s *Stream) move(id string, from Status, change func(*Call) bool) bool {
	s.mu.Lock()
	i := slices.IndexFunc(s.calls, func(c *Call) bool { return c.ID == id && c.Status == from })
	if i < 0 || !change(s.calls[i]) {
		s.mu.Unlock()
		return false
	}
	e := s.calls[i].event()
	s.mu.Unlock()
	s.post(e)
	return true
}

func (c *Call) event() StatusEvent {
	return StatusEvent{ID: c.ID, ToolType: c.ToolType, Path: c.Path, Status: c.Status}
}
