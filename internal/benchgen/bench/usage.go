//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// usage is what one process used, with the processes that it waited for.
type usage struct {
	wall, processor time.Duration
	memory          int64 // the most bytes that one of the processes had in memory at a time
}

// measure runs a command to its end.
func measure(name string, args ...string) (usage, error) { return measureIn(nil, name, args...) }

// measureIn is like measure, with more in the environment.
func measureIn(env []string, name string, args ...string) (usage, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	state := cmd.ProcessState
	u := usage{wall: wall, processor: state.UserTime() + state.SystemTime()}
	if r, ok := state.SysUsage().(*syscall.Rusage); ok {
		u.memory = int64(r.Maxrss)
		if runtime.GOOS != "darwin" {
			u.memory <<= 10 // others count in kibibytes
		}
	}
	return u, nil
}

type usages []usage

// memory is the most of all runs.
func (u usages) memory() int64 {
	return slices.MaxFunc(u, func(a, b usage) int { return int(a.memory - b.memory) }).memory
}
