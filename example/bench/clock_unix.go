//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime is the CPU time of this process. Unlike wall-clock time, it excludes other processes.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
