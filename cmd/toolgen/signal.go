package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// signalled is the signal that cancelled a run.
type signalled struct{ syscall.Signal }

// Error returns the name of the signal.
func (s signalled) Error() string { return s.String() }

// exitCode returns the exit code that shells use for a command ended by a signal.
func (s signalled) exitCode() int { return 128 + int(s.Signal) }

// untilSignal returns a context that the first SIGINT or SIGTERM cancels, so that a run can clean up. A second
// signal, or one after stop, terminates the process.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-caught:
			signal.Stop(caught)
			number, _ := s.(syscall.Signal)
			cancel(signalled{number})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(caught)
		cancel(context.Canceled)
	}
}
