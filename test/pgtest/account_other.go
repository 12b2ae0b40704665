//go:build !unix

package pgtest

import "syscall"

// unprivileged does nothing without Unix accounts.
func unprivileged(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
