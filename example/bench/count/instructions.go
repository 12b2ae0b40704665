package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// counter is a tool that counts the instructions of a process.
type counter struct {
	name    string
	command []string // prefix of the command to count
	// found matches the count in its messages.
	found *regexp.Regexp
}

// The counters, best first: valgrind counts the same on every run and on every machine.
var counters = []counter{
	{
		name: "valgrind", command: []string{"valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"},
		found: regexp.MustCompile(`I\s+refs:\s+([\d,]+)`),
	},
	{
		name: "perf", command: []string{"perf", "stat", "-x,", "-e", "instructions:u", "--"},
		found: regexp.MustCompile(`(?m)^(\d+),`),
	},
}

// workingCounter returns the first counter that works on this machine; ok is false if none does. perf is
// often installed without permission to count, or on a virtual machine without hardware counters.
func workingCounter(self string) (c counter, ok bool) {
	for _, c := range counters {
		if _, err := c.count(self, "-version"); err == nil {
			return c, true
		}
	}
	return counter{}, false
}

// count returns the number of instructions that this program executes with the given arguments.
func (c counter) count(self string, args ...string) (int64, error) {
	cmd := exec.Command(c.command[0], append(append(c.command[1:len(c.command):len(c.command)], self), args...)...)
	// Count only the work itself: no garbage collector, no preemption.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	var messages bytes.Buffer
	cmd.Stderr = &messages
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", c.name, err, messages.Bytes())
	}
	m := c.found.FindSubmatch(messages.Bytes())
	if m == nil {
		return 0, fmt.Errorf("%s reported no count:\n%s", c.name, messages.Bytes())
	}
	return strconv.ParseInt(strings.ReplaceAll(string(m[1]), ",", ""), 10, 64)
}

// instructions returns the number of instructions of one run of w: those of a process with many runs, minus
// those of a process without any.
func (c counter) instructions(self string, w work) (int64, error) {
	many, err := c.count(self, "-repeat", w.key(), "-n", strconv.Itoa(w.runs))
	if err != nil {
		return 0, err
	}
	none, err := c.count(self, "-repeat", w.key(), "-n", "0")
	if err != nil {
		return 0, err
	}
	return (many - none) / int64(w.runs), nil
}

// repeat is the main function of the counted process.
func repeat(key string, n int) error {
	for _, w := range allWork() {
		if w.key() != key {
			continue
		}
		for range 3 {
			w.run()
		}
		for range n {
			w.run()
		}
		return nil
	}
	return errors.New("unknown work " + key)
}
