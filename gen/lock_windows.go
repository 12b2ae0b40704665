package gen

import (
	"errors"
	"path/filepath"
	"syscall"
	"time"
)

const (
	// lockFile exists in a directory while a run writes to it.
	lockFile = ".toolgen.lock"
	// deleteOnClose is FILE_FLAG_DELETE_ON_CLOSE: Windows removes the file with its last handle, even if the
	// process is killed.
	deleteOnClose = 0x0400_0000
	// deniedWait is how long access to a file that is being removed may be denied.
	deniedWait = 200 * time.Millisecond
)

// tryLock tries to lock a directory with a file that cannot be shared and is deleted on close. held is false if
// another process has it; unlock is nil as well if no file can be created.
func tryLock(dir string) (unlock func(), held bool, err error) {
	name, err := syscall.UTF16PtrFromString(filepath.Join(dir, lockFile))
	if err != nil {
		return nil, false, err
	}
	for end := time.Now().Add(deniedWait); ; time.Sleep(5 * time.Millisecond) {
		const shared = 0
		handle, err := syscall.CreateFile(name, syscall.GENERIC_WRITE, shared, nil, syscall.OPEN_ALWAYS,
			syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
		switch {
		case err == nil:
			return func() { _ = syscall.CloseHandle(handle) }, true, nil
		case errors.Is(err, syscall.Errno(errorSharingViolation)):
			return nil, false, nil
		case !errors.Is(err, syscall.ERROR_ACCESS_DENIED):
			return nil, false, err
		case time.Now().After(end):
			return nil, true, nil // a read-only directory is reported when writing
		}
	}
}

// errorSharingViolation is ERROR_SHARING_VIOLATION: another process has the file open.
const errorSharingViolation = 32
