//go:build !unix

package pgtest

import "syscall"

// unprivileged leaves the account as it is: without Unix there is no other to be had.
func unprivileged(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
