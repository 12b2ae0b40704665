package workspace

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
)

// Edit plans to replace a passage, which must occur in the file exactly once. An empty old passage matches an
// empty file.
func (w *Workspace) Edit(name, old, replacement string) (*Change, error) {
	return w.plan(name, func(before file) (file, error) {
		switch {
		case !before.exists:
			return file{}, w.fault("path", fs.ErrNotExist)
		case isBinary(before.content):
			return file{}, invalid("path", "The file is binary, not text; it cannot be edited.")
		case old == replacement:
			return file{}, invalid("search_replace.new_string", "It is the same as old_string, so nothing would change.")
		}
		text := string(before.content)
		if old == "" {
			if text != "" {
				return file{}, invalid("search_replace.old_string", "It is empty, which stands for an empty file, but the file has %s. Give the passage to replace.", size(before.content))
			}
			return file{exists: true, content: []byte(replacement), mode: before.mode}, nil
		}
		at := occurrences(text, old)
		if len(at) != 1 {
			return file{}, invalid("search_replace.old_string", "%s", notOnce(text, old, at))
		}
		text = text[:at[0]] + replacement + text[at[0]+len(old):]
		return file{exists: true, content: []byte(text), mode: before.mode}, nil
	})
}

// maxOccurrences limits how many occurrences of a passage are counted.
const maxOccurrences = 100

// occurrences returns the positions of a passage in a text, including overlapping ones: they are ambiguous as well.
func occurrences(text, passage string) []int {
	var at []int
	for from := 0; len(at) < maxOccurrences; {
		i := strings.Index(text[from:], passage)
		if i < 0 {
			break
		}
		at = append(at, from+i)
		from += i + 1
	}
	return at
}

// notOnce describes how often a passage was found, and what helps.
func notOnce(text, passage string, at []int) string {
	if len(at) > 1 {
		times := fmt.Sprintf("%d times", len(at))
		if len(at) == maxOccurrences {
			times = fmt.Sprintf("%d times or more", len(at))
		}
		var lines []string
		for _, i := range at[:min(len(at), 3)] {
			lines = append(lines, fmt.Sprint(lineAt(text, i)))
		}
		if len(at) > 3 {
			lines = append(lines, "…")
		}
		return fmt.Sprintf("The passage was found %s (lines %s); it must be found exactly once. Add lines around it.", times, strings.Join(lines, ", "))
	}
	const never = "The passage was found 0 times; it must be found exactly once. "
	if i := looseIndex(text, passage); i >= 0 {
		return never + fmt.Sprintf("One that differs in white space only begins in line %d.", lineAt(text, i))
	}
	return never + "Read the file and copy the passage from it."
}

// looseIndex returns the position of a passage in a text, ignoring white space, or -1.
func looseIndex(text, passage string) int {
	solid, from := withoutSpace(text)
	wanted, _ := withoutSpace(passage)
	i := bytes.Index(solid, wanted)
	if i < 0 || len(wanted) == 0 {
		return -1
	}
	return from[i]
}

// withoutSpace returns a text without ASCII white space, and the original position of each byte.
func withoutSpace(text string) (solid []byte, from []int) {
	for i := range len(text) {
		switch text[i] {
		case ' ', '\t', '\r', '\n':
		default:
			solid, from = append(solid, text[i]), append(from, i)
		}
	}
	return solid, from
}

func lineAt(text string, i int) int { return 1 + strings.Count(text[:i], "\n") }
