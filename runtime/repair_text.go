package runtime

import (
	"encoding/json"
	"fmt"
)

// text takes over a string, with double quotes around it and with its control characters, and what
// the other quotes made special, escaped. There is one receipt for each kind of change, which
// stands for all such changes in the string.
func (r *repairer) text(quote byte) bool {
	start := len(r.out)
	var changes [][2]string
	change := func(from, to string) {
		r.out = append(r.out, to...)
		for _, c := range changes {
			if c[0] == from {
				return
			}
		}
		changes = append(changes, [2]string{from, to})
	}
	if quote == '"' {
		r.out = append(r.out, '"')
	} else {
		change("'", `"`)
	}
	for r.pos++; ; {
		if r.pos >= r.end {
			r.early = true
			return false
		}
		c := r.src[r.pos]
		switch {
		case c == quote:
			r.pos++
			r.out = append(r.out, '"')
			r.key(string(r.out[start:]))
			for _, c := range changes {
				r.note(c[0], c[1])
			}
			return r.value()
		case c == '\\':
			if r.pos+1 >= r.end {
				r.early = true
				return false
			}
			next := r.src[r.pos+1]
			if r.pos += 2; next == '\'' && quote == '\'' {
				change(`\'`, "'")
			} else {
				r.out = append(r.out, '\\', next)
			}
			continue
		case c == '"':
			change(`"`, `\"`)
		case c < ' ':
			change(string(rune(c)), escaped(c))
		default:
			r.out = append(r.out, c)
		}
		r.pos++
	}
}

// key makes a string the step of a member, if it is a key.
func (r *repairer) key(text string) {
	n := len(r.open) - 1
	if n < 0 || !r.open[n].key {
		return
	}
	var key string
	if json.Unmarshal([]byte(text), &key) != nil {
		key = text
	}
	r.open[n].step = keyStep(key)
	r.open[n].key = false
}

// escaped is a control character as JSON strings have it.
func escaped(c byte) string {
	switch c {
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return fmt.Sprintf(`\u%04x`, c)
}
