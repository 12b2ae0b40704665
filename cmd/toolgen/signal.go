package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// signalled says which signal has called a run off.
type signalled struct{ syscall.Signal }

// Error names the signal.
func (s signalled) Error() string { return s.String() }

// exitCode is what shells give for a command that a signal ended.
func (s signalled) exitCode() int { return 128 + int(s.Signal) }

// untilSignal is a context that the first SIGINT or SIGTERM ends, so that a run can clean up. A second
// one ends the process at once, as they do after stop.
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
