//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime is the time that this process has spent on processors. What other processes do meanwhile
// is not in it, as it would be in that of a clock on the wall.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
