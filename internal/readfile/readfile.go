// Package readfile reads files that somebody names, of which some are devices or pipes without end,
// or not meant to be read into memory.
package readfile

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Most is how large a file may be. Tool definitions of whole companies take a hundredth of it.
const Most = 256 << 20

// ErrTooLarge is what errors of files are that are too large.
var ErrTooLarge = errors.New("too large")

type tooLargeError struct{ most int64 }

// Error says how large the file may be.
func (e tooLargeError) Error() string {
	return fmt.Sprintf("larger than %d MiB, or without end", e.most>>20)
}

// Is makes the error an ErrTooLarge.
func (e tooLargeError) Is(target error) bool { return target == ErrTooLarge }

// File is os.ReadFile of a file that is not larger than Most.
func File(name string) ([]byte, error) { return UpTo(name, Most) }

// UpTo is os.ReadFile of a file that is not larger than most, which is some MiB.
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

// All is io.ReadAll of a stream that is not too large.
func All(r io.Reader) ([]byte, error) { return upTo(r, Most) }

func upTo(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, tooLargeError{most}
	}
	return data, err
}
