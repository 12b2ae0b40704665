// Package readfile reads files that somebody names, of which some are devices or pipes without end,
// or not meant to be read into memory.
package readfile

import (
	"errors"
	"io"
	"os"
)

// Most is how large a file may be. Tool definitions of whole companies take a hundredth of it.
const Most = 256 << 20

// ErrTooLarge is the error of a file with more than Most bytes.
var ErrTooLarge = errors.New("larger than 256 MiB, or without end")

// File is os.ReadFile of a file that is not too large.
func File(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if info.Size() > Most {
			return nil, tooLarge(name)
		}
		return os.ReadFile(name)
	}
	data, err := upTo(f, Most)
	if errors.Is(err, ErrTooLarge) {
		return nil, tooLarge(name)
	}
	return data, err
}

func tooLarge(name string) error {
	return &os.PathError{Op: "read", Path: name, Err: ErrTooLarge}
}

// All is io.ReadAll of a stream that is not too large.
func All(r io.Reader) ([]byte, error) { return upTo(r, Most) }

func upTo(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, ErrTooLarge
	}
	return data, err
}
