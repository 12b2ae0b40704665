// Command coder executes tool calls that a model writes into its text as fenced JSON blocks: it shows the text
// as it streams, checks each block, repairs or corrects what is wrong, asks the user, and then works on the files
// of one folder and nowhere else.
//
// It is an example of package toolblock. The model is whatever writes to standard input, or a recording: neither
// a key nor a network is needed. See "coder --help".
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/toolgen/toolgen/example/coder/workspace"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

const (
	exitDone    = 0 // all calls succeeded
	exitNotDone = 1 // a call was invalid, not allowed, or failed
	exitUsage   = 2 // the program cannot do what was requested
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], &surroundings{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		typed: term.IsTerminal(int(os.Stdin.Fd())),
		seen:  term.IsTerminal(int(os.Stdout.Fd())),
		terminal: func() (io.ReadWriteCloser, error) {
			return os.OpenFile("/dev/tty", os.O_RDWR, 0)
		},
	}))
}

// surroundings is the environment of the program.
type surroundings struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	typed          bool // standard input is a terminal
	seen           bool // standard output is a terminal
	terminal       func() (io.ReadWriteCloser, error)
}

func run(ctx context.Context, args []string, env *surroundings) int {
	opts, err := parse(args, env.stdout)
	switch {
	case errors.Is(err, errHelp):
		return exitDone
	case err == nil && !opts.demo && env.typed:
		err = errors.New("the model's text is read from the standard input, which is a terminal; redirect a file to it, or try --demo")
	}
	if err == nil {
		var code int
		if code, err = start(ctx, opts, env); err == nil {
			return code
		}
	}
	fmt.Fprintf(env.stderr, "coder: %s\n", visible(err.Error()))
	return exitUsage
}

// start creates a session and runs it to its end.
func start(ctx context.Context, opts *options, env *surroundings) (int, error) {
	model, replies := env.stdin, ""
	if opts.demo {
		if err := unpackDemo(opts); err != nil {
			return 0, err
		}
		model, replies = strings.NewReader(recording), recordedReplies
		fmt.Fprintf(env.stderr, "coder: the files of the demonstration are in %s\n", opts.dir)
	}
	if opts.corrections != "" {
		text, err := os.ReadFile(opts.corrections)
		if err != nil {
			return 0, err
		}
		replies = string(text)
	}
	files, err := workspace.Open(opts.dir, opts.dryRun)
	if err != nil {
		return 0, err
	}
	defer files.Close()

	script := &transcript{out: env.stdout}
	emit := script.emit
	var who asker = nobody{}
	var page *hub
	if opts.web != "" {
		page = newHub()
		who = page
		emit = func(e toolblock.Event) { script.emit(e); page.emit(e) }
	} else if tty, err := env.terminal(); err == nil {
		defer tty.Close()
		who = &terminal{in: bufio.NewReader(tty), out: tty, alone: !env.seen}
	}
	if opts.yes {
		who = preapproved{who}
	}
	s := newSession(files, who, emit)
	var corrector toolblock.Corrector
	if replies != "" {
		corrector = scripted(replies)
	}
	work := func(ctx context.Context) error {
		return errors.Join(s.run(ctx, model, corrector, opts.pace), script.err)
	}
	if page != nil {
		err = page.serve(ctx, opts, env.stderr, work)
	} else {
		err = work(ctx)
	}
	switch {
	case err != nil && ctx.Err() == nil:
		return 0, err
	case err != nil || s.end.NotDone > 0:
		explain(env.stderr, opts, s.unasked)
		return exitNotDone, nil
	}
	return exitDone, nil
}

// explain says why valid calls were not done, and what to do about it.
func explain(w io.Writer, opts *options, unasked int) {
	advice := "give --yes to write and edit without asking, or --web :0 to be asked on a page"
	if opts.yes {
		advice = "give --web :0 to be asked on a page" // only deletions are left
	}
	if unasked > 0 {
		fmt.Fprintf(w, "coder: changes that were not made because there is no terminal to ask at: %d; %s\n", unasked, advice)
	}
	if opts.demo {
		fmt.Fprintf(w, "coder: some calls of the demonstration are faulty and never done, so that its exit code is %d whatever you allow\n", exitNotDone)
	}
}
