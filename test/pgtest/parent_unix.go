//go:build unix && !linux

package pgtest

import "syscall"

// endsWithParent is not supported here: a server survives killed tests.
func endsWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
