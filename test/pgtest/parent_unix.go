//go:build unix && !linux

package pgtest

import "syscall"

// endsWithParent can do nothing here: a server stays where the tests are killed.
func endsWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
