package main

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/example/coder/codertools"
	"github.com/toolgen/toolgen/example/coder/filetools"
	"github.com/toolgen/toolgen/example/coder/workspace"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

// newTools returns the tools that blocks can call. The other tools of codertools are not reachable: a block that
// calls bash gets a list of the available tools.
func (s *session) newTools() *runtime.Toolset {
	return runtime.NewToolset(
		runtime.HandleAny(filetools.FileOpTool, s.change),
		reads(codertools.FileRead, func(_ context.Context, a *codertools.FileReadArgs) (*workspace.Result, error) {
			return s.files.Read(a.Path, a.GetLineStart(), a.GetLineEnd())
		}),
		reads(codertools.Ls, func(_ context.Context, a *codertools.LsArgs) (*workspace.Result, error) {
			return s.files.List(a.GetPath(), a.GetLimit())
		}),
		reads(codertools.Glob, func(ctx context.Context, a *codertools.GlobArgs) (*workspace.Result, error) {
			return s.files.Glob(ctx, a.Pattern, a.GetPath())
		}),
		reads(codertools.Grep, func(ctx context.Context, a *codertools.GrepArgs) (*workspace.Result, error) {
			return s.files.Grep(ctx, a.Pattern, a.GetPath(), a.GetInclude())
		}),
	).Decoding(runtime.Lenient())
}

// reads gives a read-only tool its implementation.
func reads[A, R any](tool *runtime.TypedTool[A, R], fn func(context.Context, *A) (*workspace.Result, error)) runtime.Tool {
	return runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
		return fn(ctx, inv.Args.(*A))
	})
}

// checks are the checks that need the files: whether a path is in the workspace, and whether a passage occurs
// exactly once. A block that fails them goes to the corrector.
func (s *session) checks() []toolblock.Option {
	planned := func(_ context.Context, inv runtime.Invocation) error {
		_, err := s.plan(inv)
		return err
	}
	return []toolblock.Option{
		toolblock.WithCheck("write_file", planned),
		toolblock.WithCheck("edit_file", planned),
		toolblock.WithCheck("delete_file", planned),
		toolblock.WithCheck("file_read", func(_ context.Context, inv runtime.Invocation) error {
			a := inv.Args.(*codertools.FileReadArgs)
			_, err := s.files.Read(a.Path, a.GetLineStart(), a.GetLineEnd())
			return err
		}),
		toolblock.WithCheck("ls", s.inside),
		toolblock.WithCheck("glob", s.inside),
		toolblock.WithCheck("grep", s.inside),
	}
}

// inside checks the path of a tool with an optional path.
func (s *session) inside(_ context.Context, inv runtime.Invocation) error {
	return s.files.Check(inv.Args.(interface{ GetPath() string }).GetPath())
}

// plan returns the change that a call would make.
func (s *session) plan(inv runtime.Invocation) (*workspace.Change, error) {
	switch op := inv.Args.(*filetools.FileOp).Value.(type) {
	case *filetools.FileOpWriteFile:
		return s.files.Write(op.Path, op.Content)
	case *filetools.FileOpEditFile:
		return s.files.Edit(op.Path, op.SearchReplace.OldString, op.SearchReplace.NewString)
	case *filetools.FileOpDeleteFile:
		return s.files.Delete(op.Path)
	}
	return nil, errors.New("coder: an operation without a plan")
}

// diffLines is the number of lines of a change that are shown.
const diffLines = 60

var (
	errNotAllowed = runtime.NotApproved("The user did not allow it, so nothing was changed.")
	errNotAsked   = runtime.NotApproved("The user has to allow it and could not be asked, so nothing was changed.")
)

// change is the handler of tools that change files: it shows the change, asks, and makes it.
func (s *session) change(ctx context.Context, inv runtime.Invocation) (any, error) {
	c, err := s.plan(inv)
	if err != nil {
		return nil, err
	}
	if c.Nothing() {
		return &workspace.Result{Text: "Nothing to do: the file has this content."}, nil
	}
	q := question{id: inv.Call.ID, text: c.Summary(), diff: c.Diff(diffLines)}
	s.emit(changeEvent{ID: q.id, Summary: q.text, Diff: q.diff})
	if s.files.DryRun() {
		return &workspace.Result{Text: "Dry run, not done: " + q.text}, s.files.Apply(c)
	}
	if c.Deletes() {
		q.phrase = c.Path
	}
	a := s.asker.ask(ctx, q)
	s.emit(answerEvent{ID: q.id, Allowed: a.allowed, By: a.by})
	switch {
	case a.unasked:
		s.unasked++
		return nil, errNotAsked
	case !a.allowed:
		return nil, errNotAllowed
	}
	if err := s.files.Apply(c); err != nil {
		return nil, err
	}
	return &workspace.Result{Text: "Done: " + q.text}, nil
}
