// Package txtar reads and writes the text archives of test cases: a comment, and files that start with a line
// "-- NAME --". The format is golang.org/x/tools/txtar's.
package txtar

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Archive is a comment and a list of files.
type Archive struct {
	Comment []byte
	Files   []File
}

// File is a file of an archive.
type File struct {
	Name string
	Data []byte
}

// ParseFile reads an archive from disk.
func ParseFile(name string) (*Archive, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(data), nil
}

// Parse parses an archive. Files without a final newline get one.
func Parse(data []byte) *Archive {
	a := new(Archive)
	text := &a.Comment
	for line := range bytes.Lines(data) {
		if name, ok := marker(string(line)); ok {
			a.Files = append(a.Files, File{Name: name})
			text = &a.Files[len(a.Files)-1].Data
			continue
		}
		*text = append(*text, line...)
	}
	if n := len(*text); n > 0 && (*text)[n-1] != '\n' {
		*text = append(*text, '\n')
	}
	return a
}

func marker(line string) (name string, ok bool) {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if !strings.HasPrefix(line, "-- ") || !strings.HasSuffix(line, " --") || len(line) < len("-- x --") {
		return "", false
	}
	name = strings.TrimSpace(line[3 : len(line)-3])
	return name, name != ""
}

// Format formats an archive for [Parse].
func Format(a *Archive) []byte {
	var b bytes.Buffer
	write := func(text []byte) {
		b.Write(text)
		if n := len(text); n > 0 && text[n-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	write(a.Comment)
	for _, f := range a.Files {
		fmt.Fprintf(&b, "-- %s --\n", f.Name)
		write(f.Data)
	}
	return b.Bytes()
}
