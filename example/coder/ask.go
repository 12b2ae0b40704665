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
	// ask waits for the answer; the end of the context counts as no.
	ask(ctx context.Context, q question) answer
}

// question is about one change.
type question struct {
	id     string // of the call
	text   string // description of the change
	diff   string
	phrase string // text to type for yes, "" if yes is enough
}

// answer says whether a change is allowed, and who decided.
type answer struct {
	allowed bool
	by      string
	unasked bool // nobody could be asked
}

// nobody denies everything, because there is nobody to ask.
type nobody struct{}

func (nobody) ask(_ context.Context, q question) answer {
	if q.phrase != "" {
		return answer{by: "there is no terminal to ask at", unasked: true}
	}
	return answer{by: "there is no terminal to ask at; with --yes writes and edits are made without asking", unasked: true}
}

// preapproved allows every change that needs no phrase, and passes on other questions.
type preapproved struct{ asker }

func (p preapproved) ask(ctx context.Context, q question) answer {
	if q.phrase == "" {
		return answer{allowed: true, by: "--yes"}
	}
	return p.asker.ask(ctx, q)
}

// terminal asks on a terminal that is not the source of the model's text.
type terminal struct {
	in  *bufio.Reader
	out io.Writer
	// alone means that the transcript goes elsewhere, so that changes must be shown here.
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
			text = "" // truncated input confirms nothing
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
