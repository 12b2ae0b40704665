package pgtest

import "syscall"

// endsWithParent makes the server exit when the tests are killed.
func endsWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT} }
