package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// options come from the command line.
type options struct {
	dir         string
	demo        bool
	dryRun      bool
	yes         bool
	corrections string // a file
	web         string // an address, "" for no page
	pace        time.Duration
}

const usage = `coder runs the tool calls in a model's text on the files of a folder.

Usage:
  coder [flags] DIR < text     read the model's text from standard input
  coder [flags] --demo [DIR]   a recorded text, in a new folder or an empty DIR

Calls are fenced blocks of JSON: write_file, edit_file, delete_file, file_read, ls, glob, grep.
Nothing outside DIR is read or changed. Before a file is changed you are asked at the terminal,
and before one is deleted you have to type its name. Without a terminal, the answer is no.

Flags:
  --dry-run            show what would be done, without changing anything
  --yes                write and edit without asking; deletions still need an answer
  --corrections FILE   recorded replies of a model to requests to correct blocks,
                       separated by lines of ---
  --web ADDRESS        show the text as a page and ask there; an address without a host,
                       such as :0, is for this computer only
  --pace DURATION      wait after every few characters, for example 20ms, to watch
  --help               this text

Examples:
  go run ./example/coder --demo
  go run ./example/coder --demo --web :0 --pace 20ms
  cd example/coder/testdata && go run .. --dry-run demo < recording.md

Exit codes: 0 all calls were done, 1 some were not, 2 wrong usage. The demonstration contains
faulty calls, so it always exits with 1.
`

// errHelp means that the help was requested and printed.
var errHelp = flag.ErrHelp

// parse parses the command line. Flags may follow the folder.
func parse(args []string, help io.Writer) (*options, error) {
	opts := &options{}
	flags := flag.NewFlagSet("coder", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // errors are reported in one place
	flags.BoolVar(&opts.demo, "demo", false, "")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "")
	flags.BoolVar(&opts.yes, "yes", false, "")
	flags.StringVar(&opts.corrections, "corrections", "", "")
	flags.StringVar(&opts.web, "web", "", "")
	flags.DurationVar(&opts.pace, "pace", 0, "")
	for rest := args; ; {
		if err := flags.Parse(rest); errors.Is(err, errHelp) {
			_, err := io.WriteString(help, usage)
			return nil, errors.Join(errHelp, err)
		} else if err != nil {
			return nil, fmt.Errorf("%w; see --help", err)
		}
		if flags.NArg() == 0 {
			break
		}
		if opts.dir != "" {
			return nil, errors.New("give one folder; see --help")
		}
		opts.dir, rest = flags.Arg(0), flags.Args()[1:]
	}
	if opts.dir == "" && !opts.demo {
		return nil, errors.New("name the folder to work in, or try --demo; see --help")
	}
	return opts, nil
}

//go:embed testdata/recording.md
var recording string

//go:embed testdata/corrections.md
var recordedReplies string

//go:embed testdata/demo
var demoFiles embed.FS

// unpackDemo copies the files of the demonstration into the folder, or into a new one.
func unpackDemo(opts *options) (err error) {
	if opts.dir == "" {
		if opts.dir, err = os.MkdirTemp("", "coder-demo-"); err != nil {
			return err
		}
	}
	files, err := fs.Sub(demoFiles, "testdata/demo")
	if err != nil {
		return err
	}
	if err := os.CopyFS(opts.dir, files); err != nil {
		return fmt.Errorf("%w; give --demo an empty folder, or none", err)
	}
	return nil
}
