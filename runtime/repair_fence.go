package runtime

import "strings"

// unfence steps over what encloses the text: a byte order mark and a code fence. It gives what
// follows the text (white space) and the closing fence. A fence is that of CommonMark: three or
// more backticks or tildes, with at most a word behind the opening one, and each on a line of its
// own. It has to enclose everything.
// See https://spec.commonmark.org/0.31.2/#fenced-code-blocks.
func (r *repairer) unfence() (tail, closing string, ok bool) {
	const mark = "\ufeff"
	if strings.HasPrefix(r.src, mark) {
		r.pos = len(mark)
		r.note(mark, "")
	}
	rest := r.src[r.pos:]
	lead := len(rest) - len(strings.TrimLeft(rest, white))
	body := strings.Trim(rest, white)
	if body == "" || body[0] != '`' && body[0] != '~' {
		return "", "", true
	}
	opening, length, complete := openingFence(body)
	if opening == "" {
		r.early = !complete
		return "", "", false
	}
	lastLine := strings.LastIndexByte(body, '\n') + 1
	if lastLine < len(opening) || !isClosingFence(body[lastLine:], body[0], length) {
		r.early = !hasClosingFence(body[len(opening):], body[0], length)
		return "", "", false
	}
	inner := max(lastLine-1, len(opening))
	if inner > len(opening) && body[inner-1] == '\r' {
		inner--
	}
	r.note(opening, "")
	r.out = append(r.out, rest[:lead]...)
	r.pos += lead + len(opening)
	r.end = r.pos + inner - len(opening)
	return rest[lead+len(body):], body[inner:], true
}

// openingFence is the line that opens a fence, "" where there is none, and the length of the fence.
// It is not complete where the text ends within what may become one.
func openingFence(body string) (line string, length int, complete bool) {
	for length < len(body) && body[length] == body[0] {
		length++
	}
	end := strings.IndexByte(body, '\n')
	if end < 0 {
		end = len(body)
	}
	info := strings.Trim(body[length:end], " \t\r")
	switch {
	case strings.ContainsFunc(info, func(c rune) bool { return c >= 0x80 || !isWordByte(byte(c)) && c != '.' && c != '+' && c != '-' }):
		return "", 0, true
	case end == len(body):
		return "", 0, false
	case length < 3:
		return "", 0, true
	}
	return body[:end+1], length, true
}

func isClosingFence(line string, c byte, length int) bool {
	line = strings.Trim(line, white)
	return len(line) >= length && strings.Trim(line, string(rune(c))) == ""
}

// hasClosingFence reports whether a fence ends before the text does, or at its end but not on a
// line of its own.
func hasClosingFence(body string, c byte, length int) bool {
	for line := range strings.Lines(body) {
		if isClosingFence(line, c, length) {
			return true
		}
	}
	return strings.HasSuffix(body, strings.Repeat(string(rune(c)), length))
}
