//go:build !unix

package main

import "time"

var started = time.Now()

// cpuTime is wall-clock time, because the system has no other clock: measure on a quiet machine.
func cpuTime() time.Duration { return time.Since(started) }
