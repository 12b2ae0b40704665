//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package gen

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock of a directory, unless somebody has it. The lock is on the directory itself:
// it leaves no file behind, and a process that is killed lets it go. Held is false where somebody
// has it; unlock is nil, too, where the file system knows no such locks.
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
