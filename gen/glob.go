package gen

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Glob returns the file of this name, or the files that match it as a pattern of [filepath.Match], sorted. It is
// an error if there are none.
func Glob(name string) ([]string, error) {
	if !strings.ContainsAny(name, "*?[") {
		return []string{name}, nil
	}
	if _, err := os.Lstat(name); err == nil {
		return []string{name}, nil
	}
	if strings.Contains(name, "**") {
		return nil, errors.New("** does not look into folders within folders")
	}
	files, err := filepath.Glob(name)
	if err != nil {
		return nil, errors.New("the pattern is malformed")
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && info.IsDir()
	})
	if len(files) == 0 {
		return nil, errors.New("no file matches the pattern")
	}
	slices.Sort(files)
	return files, nil
}
