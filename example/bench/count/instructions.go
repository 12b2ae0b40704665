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
	command []string // in front of the command to count
	// found is where its messages tell the count.
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

// workingCounter is the first counter that works here; ok is false where none does. perf is often
// there without a right to count, or on a virtual machine without the hardware for it.
func workingCounter(self string) (c counter, ok bool) {
	for _, c := range counters {
		if _, err := c.count(self, "-version"); err == nil {
			return c, true
		}
	}
	return counter{}, false
}

// count is the number of instructions that this program takes with the given arguments.
func (c counter) count(self string, args ...string) (int64, error) {
	cmd := exec.Command(c.command[0], append(append(c.command[1:len(c.command):len(c.command)], self), args...)...)
	// Nothing but the work itself is to take instructions: no garbage collector, no preemption.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	var messages bytes.Buffer
	cmd.Stderr = &messages
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", c.name, err, messages.Bytes())
	}
	m := c.found.FindSubmatch(messages.Bytes())
	if m == nil {
		return 0, fmt.Errorf("%s tells no count:\n%s", c.name, messages.Bytes())
	}
	return strconv.ParseInt(strings.ReplaceAll(string(m[1]), ",", ""), 10, 64)
}

// instructions is the number of instructions of one run of w: of a process with many runs, less
// one with none.
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

// repeat is what the counted process does.
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
	return errors.New("no work is named " + key)
}
