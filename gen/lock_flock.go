//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package gen

import (
	"errors"
	"os"
	"syscall"
)

// tryLock tries to lock a directory. The lock is on the directory itself, so it leaves no file behind and is
// released when the process dies. held is false if another process has it; unlock is nil as well if the file
// system has no such locks.
func tryLock(dir string) (unlock func(), held bool, err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, false, err
	}
	for {
		err = syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return func() { d.Close() }, true, nil
	}
	d.Close()
	return nil, !errors.Is(err, syscall.EWOULDBLOCK), nil
}
