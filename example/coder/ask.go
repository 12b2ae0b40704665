package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// asker asks a person before a file is changed.
type asker interface {
	// ask waits for the answer, or for the end of the context, which counts as no.
	ask(ctx context.Context, q question) answer
}

// question is about one change.
type question struct {
	id     string // of the call
	text   string // what would be done
	diff   string
	phrase string // what has to be typed to say yes, "" where yes is enough
}

// answer says whether a change may be made, and who says so.
type answer struct {
	allowed bool
	by      string
	unasked bool // there was no one to say so
}

// nobody answers where there is no one to be asked.
type nobody struct{}

func (nobody) ask(_ context.Context, q question) answer {
	if q.phrase != "" {
		return answer{by: "there is no terminal to ask at", unasked: true}
	}
	return answer{by: "there is no terminal to ask at; with --yes writes and edits are made without asking", unasked: true}
}

// preapproved says yes to all that yes is enough for, and has somebody else asked of the rest.
type preapproved struct{ asker }

func (p preapproved) ask(ctx context.Context, q question) answer {
	if q.phrase == "" {
		return answer{allowed: true, by: "--yes"}
	}
	return p.asker.ask(ctx, q)
}

// terminal asks on a terminal that is not the one the model's text comes from.
type terminal struct {
	in  *bufio.Reader
	out io.Writer
	// alone says that the transcript goes elsewhere, so that changes have to be shown here too.
	alone bool
}

func (t *terminal) ask(ctx context.Context, q question) answer {
	if t.alone {
		fmt.Fprint(t.out, visible(q.diff))
	}
	if q.phrase == "" {
		fmt.Fprintf(t.out, "The model wants to %s. Allow it? [y/N] ", visible(q.text))
	} else {
		fmt.Fprintf(t.out, "The model wants to %s. Type the name of the file to allow it: ", visible(q.text))
	}
	line := make(chan string, 1)
	go func() {
		text, err := t.in.ReadString('\n')
		if err != nil {
			text = "" // cut off: not what anybody has confirmed
		}
		line <- strings.TrimRight(text, "\r\n")
	}()
	select {
	case text := <-line:
		if q.phrase != "" {
			return answer{allowed: text == q.phrase, by: "at the terminal"}
		}
		text = strings.ToLower(strings.TrimSpace(text))
		return answer{allowed: text == "y" || text == "yes", by: "at the terminal"}
	case <-ctx.Done():
		fmt.Fprintln(t.out)
		return answer{by: "the program was ended"}
	}
}
