//go:build !unix

package main

import "time"

var started = time.Now()

// cpuTime is the time on the wall, where the system has no other: measure on a quiet machine.
func cpuTime() time.Duration { return time.Since(started) }
