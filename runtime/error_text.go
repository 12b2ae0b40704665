package runtime

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"github.com/toolgen/toolgen/runtime/internal/hint"
	"github.com/toolgen/toolgen/runtime/internal/scrub"
)

// ToolsetOption changes how a toolset treats calls, see [Toolset.With].
type ToolsetOption func(*Toolset)

// With returns a set of the same tools with the options.
func (s *Toolset) With(opts ...ToolsetOption) *Toolset {
	changed := s.having(s.tools)
	for _, o := range opts {
		o(changed)
	}
	return changed
}

// ErrorText decides what a model may read of the error of a handler. The text is shown as it is; ""
// withholds it. Without this option, the error's own text is shown, less what is plainly secret or
// internal. Errors with issues, such as those of [Invalid], are written for the model and are not
// asked about; neither are those of [Private]. Where text panics, the call is answered as an internal
// failure, without any text.
func ErrorText(text func(error) string) ToolsetOption {
	return func(s *Toolset) { s.told.text = text }
}

// LogErrors sets the log that gets the full text of errors and panics of handlers, and of internal failures, such
// as a field that the injector could not fill. Without it they go to
// [slog.Default].
func LogErrors(log *slog.Logger) ToolsetOption {
	return func(s *Toolset) { s.told.log = log }
}

// OnError has a function told in full of what [LogErrors] logs, in place of the log; a panic is a
// [*PanicError]. It is called before the call is answered, and a panic of its own changes nothing.
func OnError(report func(ctx context.Context, inv Invocation, err error)) ToolsetOption {
	return func(s *Toolset) { s.told.on = report }
}

// Private hides the text of an error from the model, which reads only that the tool has failed. The log
// has it in full, and [errors.Is] and [errors.As] find what is in it. Private(nil) is nil.
func Private(err error) error {
	if err == nil {
		return nil
	}
	return &privateError{err}
}

type privateError struct{ cause error }

func (e *privateError) Error() string { return e.cause.Error() }
func (e *privateError) Unwrap() error { return e.cause }

// errorPolicy says what becomes of the errors of handlers.
type errorPolicy struct {
	text func(error) string
	log  *slog.Logger
	on   func(context.Context, Invocation, error)
}

// forModel reports whether the text of an error is written for the model: it says what is wrong with the arguments, or
// that the call was not allowed.
func forModel(err error) bool {
	issues, _ := issuesOf(err)
	var refused *notApproved
	return len(issues) > 0 || errors.As(err, &refused)
}

// tell tells the program of an error in full. If that panics, it must not become another failure.
func (p errorPolicy) tell(ctx context.Context, inv Invocation, err error) {
	_ = protect(func() {
		if p.on != nil {
			p.on(ctx, inv, err)
			return
		}
		attrs := []any{"tool", inv.Call.Name, "tool_call_id", inv.Call.ID, "error", err}
		var caught *PanicError
		if errors.As(err, &caught) {
			attrs = append(attrs, "stack", string(caught.Stack))
		}
		cmp.Or(p.log, slog.Default()).ErrorContext(ctx, "toolgen: a tool failed", attrs...)
	})
}

// shown is an error whose text a model may read. It wraps the same errors, unless it is private.
func (p errorPolicy) shown(err error) error {
	var done *shownError
	var hidden *privateError
	switch {
	case errors.As(err, &done): // a toolset that the handler has called has decided
		return err
	case errors.As(err, &hidden):
		return &shownError{text: hint.NotShown, cause: err, private: true}
	case forModel(err):
		return err
	}
	text := p.text
	if text == nil {
		text = func(err error) string { return scrub.Text(err.Error()) }
	}
	return &shownError{text: cmp.Or(text(err), hint.NotShown), cause: err}
}

// shownError is an error with the text that a model may read.
type shownError struct {
	text    string
	cause   error
	private bool
}

func (e *shownError) Error() string { return e.text }

// Is finds what the error wraps, also where Unwrap hides it.
func (e *shownError) Is(target error) bool { return errors.Is(e.cause, target) }

// Unwrap is nil for a private error: whoever made text of what it finds would show it.
func (e *shownError) Unwrap() error {
	if e.private {
		return nil
	}
	return e.cause
}
