package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/readfile"
)

// readSources reads the tools of every source, invalid ones last. An unreadable source is a diagnostic, so that
// the tools of the others are still generated.
func readSources(t Target) ([]*tooldef.Tool, model.Diagnostics) {
	var tools, broken []*tooldef.Tool
	var diags model.Diagnostics
	for _, source := range t.Sources {
		data, err := readfile.File(source)
		if err != nil {
			diags = append(diags, unreadable(source, err))
			continue
		}
		more, faults := tooldef.Read(source, data, tooldef.Options{
			Envelope:    tooldef.Envelope(t.Envelope),
			TypeName:    t.Type,
			PythonTypes: t.PythonTypes,
			// Several sources may define one name, so conflicts are found in all of them together.
			KeepConflicts: true,
			KeepBroken:    true,
		})
		i := slices.IndexFunc(more, isBroken)
		if i < 0 {
			i = len(more)
		}
		tools, broken = append(tools, more[:i]...), append(broken, more[i:]...)
		diags = append(diags, faults...)
	}
	if len(t.Sources) > 1 {
		diags = tooldef.WithoutPages(diags)
	}
	kept, conflicts := tooldef.Collapse(tools)
	broken = append(broken, slices.DeleteFunc(tools, func(tool *tooldef.Tool) bool { return !tool.Broken })...)
	tools, diags = append(kept, broken...), append(diags, conflicts...)
	bare := slices.ContainsFunc(tools, func(tool *tooldef.Tool) bool { return tool.Envelope == tooldef.Schema })
	if t.Type != "" && len(tools) > 0 && !bare {
		diags = append(diags, model.Diagnostic{
			Severity: model.Warning, Pos: model.Pos{File: t.Sources[0]},
			Problem: fmt.Sprintf("the type name %q has no effect: it is for bare schemas, and these are tools with names", t.Type),
			Fix:     "leave it out",
		})
	}
	return tools, diags
}

func isBroken(t *tooldef.Tool) bool { return t.Broken }

// Load reads the sources of a target into the model, for callers that interpret it. Tools with errors are not
// in the model.
func Load(t Target) (*model.Package, model.Diagnostics) {
	tools, diags := readSources(t)
	pkg, more, blocks := lowerWithRules(t, tools, "tools")
	return pkg, append(sortDiagnostics(t.Sources, append(diags, more...)), blocks...)
}

// unreadable suggests what to do about a source that is missing or not a file.
func unreadable(source string, err error) model.Diagnostic {
	d := model.Diagnostic{Severity: model.Error, Pos: model.Pos{File: source}}
	info, statErr := os.Stat(source)
	_, noMatch := Glob(source)
	switch {
	case source == "-":
		d.Problem, d.Fix = "standard input cannot be a source: check has to read it again", "name a file"
	case source == "":
		d.Problem, d.Fix = "the name of a file is empty", "name a file"
	case isURL(source):
		d.Problem, d.Fix = "a source is a file, and nothing is read from the network", "download it and name the file"
	case statErr == nil && info.IsDir():
		d.Problem, d.Fix = "this is a directory", "name the files in it, or a pattern such as "+filepath.Join(source, "*.json")
	case noMatch != nil:
		d.Problem, d.Fix = noMatch.Error(), "name the files, or correct the pattern, which is relative to the working directory"
	case errors.Is(err, fs.ErrNotExist):
		d.Problem, d.Fix = "no such file", "check the path, which is relative to the working directory or to the config file"
	case errors.Is(err, fs.ErrPermission):
		d.Problem, d.Fix = "permission denied", "check its permissions"
	case errors.Is(err, readfile.ErrTooLarge):
		d.Problem, d.Fix = "the file is "+reason(err), "name a file of tool definitions, or split it"
	default:
		d.Problem, d.Fix = "cannot be read: "+reason(err), "check the file"
	}
	return d
}

// isURL reports whether a name is a web address, as people paste them.
func isURL(name string) bool {
	scheme, _, ok := strings.Cut(name, "://")
	return ok && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http"))
}

// reason returns a file system error without the path, which the message contains already.
func reason(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		return linkErr.Err.Error()
	}
	return err.Error()
}

func lowerOptions(t Target, packageName string) lower.Options {
	return lower.Options{
		Package:           packageName,
		Closed:            t.Closed,
		NoFormatAssertion: t.NoFormatAssertion,
		Refs:              t.Refs,
		ReadFile:          readfile.File,
	}
}

// shortenSources reduces sources in the model to base names, so that file headers do not depend on the working
// directory.
func shortenSources(pkg *model.Package) {
	for _, tool := range pkg.Tools {
		tool.Source = filepath.Base(tool.Source)
	}
	var names []string
	for _, source := range pkg.Sources {
		if name := filepath.Base(source); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	pkg.Sources = names
}
