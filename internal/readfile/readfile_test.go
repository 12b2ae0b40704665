package readfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// A large or endless file is an error before it exhausts memory.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	if _, err := upTo(endless{}, 1000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("endless: %v", err)
	}
	if data, err := upTo(strings.NewReader("12345"), 5); err != nil || string(data) != "12345" {
		t.Errorf("at the limit: %q, %v", data, err)
	}
	name := filepath.Join(t.TempDir(), "large")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(Most + 1); err != nil { // a sparse file
		t.Skip(err)
	}
	var path *os.PathError
	if _, err := File(name); !errors.Is(err, ErrTooLarge) || !errors.As(err, &path) {
		t.Errorf("large file: %v", err)
	}
	if err := f.Truncate(1<<20 + 1); err != nil {
		t.Fatal(err)
	}
	if _, err := UpTo(name, 1<<20); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "larger than 1 MiB") {
		t.Errorf("larger than the given limit: %v", err)
	}
	if err := f.Truncate(3); err != nil {
		t.Fatal(err)
	}
	if data, err := File(name); err != nil || len(data) != 3 {
		t.Errorf("small file: %q, %v", data, err)
	}
}
