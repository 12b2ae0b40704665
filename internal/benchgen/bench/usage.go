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

// usage is the resource usage of a process and its children.
type usage struct {
	wall, processor time.Duration
	memory          int64 // maximum resident size of one process, in bytes
}

// measure runs a command to completion.
func measure(name string, args ...string) (usage, error) { return measureIn(nil, name, args...) }

// measureIn is measure with additional environment variables.
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
			u.memory <<= 10 // others report kibibytes
		}
	}
	return u, nil
}

type usages []usage

// memory returns the maximum over all runs.
func (u usages) memory() int64 {
	return slices.MaxFunc(u, func(a, b usage) int { return int(a.memory - b.memory) }).memory
}
