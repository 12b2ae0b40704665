// Package readfile reads files named by users with a size limit: they may be endless devices or pipes, or very
// large.
package readfile

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Most is the maximum size of a file, a hundred times the tool definitions of a large company.
const Most = 256 << 20

// ErrTooLarge is wrapped by errors for files that exceed the limit.
var ErrTooLarge = errors.New("too large")

type tooLargeError struct{ most int64 }

// Error states the limit.
func (e tooLargeError) Error() string {
	return fmt.Sprintf("larger than %d MiB, or endless", e.most>>20)
}

// Is reports whether target is ErrTooLarge.
func (e tooLargeError) Is(target error) bool { return target == ErrTooLarge }

// File is os.ReadFile with the limit Most.
func File(name string) ([]byte, error) { return UpTo(name, Most) }

// UpTo is os.ReadFile with a limit.
func UpTo(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var data []byte
	info, err := f.Stat()
	switch {
	case err == nil && info.Mode().IsRegular() && info.Size() <= most:
		return os.ReadFile(name)
	case err == nil && info.Mode().IsRegular():
		err = tooLargeError{most}
	default:
		data, err = upTo(f, most)
	}
	if errors.Is(err, ErrTooLarge) {
		err = &os.PathError{Op: "read", Path: name, Err: err}
	}
	return data, err
}

// All is io.ReadAll with the limit Most.
func All(r io.Reader) ([]byte, error) { return upTo(r, Most) }

func upTo(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, tooLargeError{most}
	}
	return data, err
}
