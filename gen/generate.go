package gen

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/gen/export"
	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Generate writes the packages of opts. The error is nil if the run completed, even if Result.Diagnostics has
// errors of single tools. If nothing was written, it is a *BlockedError, an *InternalError, or a file system
// error.
func Generate(opts Options) (Result, error) {
	plans, err := planAll(opts)
	result := Result{Outcome: outcomeOf(plans)}
	if err == nil {
		err = writeAll(plans, &result)
	}
	return result, err
}

// Check compares the packages of opts with the files on disk and writes nothing. It returns the errors of
// Generate.
func Check(opts Options) (Drift, error) {
	plans, err := planAll(opts)
	drift := Drift{Outcome: outcomeOf(plans)}
	for _, p := range plans {
		if err == nil {
			drift.add(p)
		}
	}
	return drift, err
}

// plan is the result for one target before anything is written.
type plan struct {
	Outcome
	dir      *outDir
	files    map[string][]byte // by base name
	sources  []string          // base names
	leftOver []string          // generated files without a source, sorted
	keep     bool              // keep leftOver, because a failed tool may own it
}

// planAll plans every target, and fails if one of them is blocked.
func planAll(opts Options) ([]*plan, error) {
	if err := refuseSharedDirs(opts.Targets); err != nil {
		return nil, err
	}
	var plans []*plan
	var blocks model.Diagnostics
	for _, t := range opts.Targets {
		p, blocked, err := planTarget(t)
		if err != nil {
			return plans, err
		}
		plans = append(plans, p)
		blocks = append(blocks, blocked...)
	}
	if len(blocks) > 0 {
		return plans, &BlockedError{blocks}
	}
	return plans, nil
}

// planTarget runs the pipeline for one package. The diagnostics returned next to the plan block writing.
func planTarget(t Target) (*plan, model.Diagnostics, error) {
	dir, err := readOutDir(t.Out)
	if err != nil {
		return nil, nil, err
	}
	p := &plan{dir: dir}
	for _, source := range t.Sources {
		p.sources = append(p.sources, filepath.Base(source))
	}

	tools, diags := readSources(t)
	p.Diagnostics = diags
	name, blocks := packageName(t.Package, dir)
	if len(blocks) > 0 {
		return p, blocks, nil
	}
	pkg, diags, blocks := lowerWithRules(t, tools, name)
	diags = append(diags, export.UnusableNames(pkg)...)
	for _, provider := range t.Providers {
		diags = append(diags, export.Warnings(pkg, provider)...)
	}
	p.Diagnostics = sortDiagnostics(t.Sources, append(p.Diagnostics, diags...))
	if len(blocks) > 0 {
		return p, blocks, nil
	}
	shortenSources(pkg)
	found := p.Diagnostics
	var lost model.Diagnostics // tools without generated code
	untyped := map[string]model.Diagnostic{}
	for {
		faults, blocks, err := p.print(t, pkg)
		if len(faults) == 0 {
			p.count(tools, pkg)
			return p, blocks, err
		}
		for _, fault := range faults {
			lost = append(lost, withoutCode(pkg, fault, untyped)...)
		}
		p.Diagnostics = slices.Concat(found, lost)
		for _, name := range slices.Sorted(maps.Keys(untyped)) {
			p.Diagnostics = append(p.Diagnostics, untyped[name])
		}
		p.Diagnostics = sortDiagnostics(t.Sources, p.Diagnostics)
	}
}

// count counts the tools of the sources, and lists those without code.
func (p *plan) count(tools []*tooldef.Tool, pkg *model.Package) {
	seen := map[string]bool{}
	for _, t := range tools {
		if seen[t.Name] {
			continue
		}
		seen[t.Name] = true
		if !slices.ContainsFunc(pkg.Tools, func(made *model.Tool) bool { return made.Name == t.Name }) {
			p.LeftOut = append(p.LeftOut, t.Name)
		}
	}
	p.Tools = len(seen)
}

func outcomeOf(plans []*plan) (all Outcome) {
	for _, p := range plans {
		all.Tools += p.Tools
		all.LeftOut = append(all.LeftOut, p.LeftOut...)
		all.Diagnostics = append(all.Diagnostics, p.Diagnostics...)
		all.Failed = all.Failed || p.Failed
	}
	return all
}

// withoutCode removes what has no usable code: first the typed result, which is never a reason to lose the
// tool; then the tool, with the error. untyped records tools whose result was removed.
func withoutCode(pkg *model.Package, fault model.Diagnostic, untyped map[string]model.Diagnostic) model.Diagnostics {
	i := slices.IndexFunc(pkg.Tools, func(tool *model.Tool) bool { return tool.Name == fault.Tool })
	if i < 0 { // removed for another fault
		return nil
	}
	tool := pkg.Tools[i]
	if tool.Result != nil {
		fault.Pos, fault.Pointer = tool.Result.Pos, tool.Result.Pointer
		untyped[tool.Name] = model.Diagnostics{fault}.OfResult()[0]
		tool.Result, tool.OutputSchema, tool.ResultTypes = nil, "", nil
		return nil
	}
	delete(untyped, tool.Name) // the arguments alone have no code either
	pkg.Tools = slices.Delete(pkg.Tools, i, i+1)
	return model.Diagnostics{fault}
}

// print prints and checks the package. faults concern single tools, which must be removed; blocks prevent
// writing.
func (p *plan) print(t Target, pkg *model.Package) (faults, blocks model.Diagnostics, err error) {
	p.keep = p.Diagnostics.HasErrors()
	p.Failed = p.keep || p.Diagnostics.Fail(t.Strict)
	p.files = nil
	if len(pkg.Tools) > 0 {
		if p.files, err = golang.Print(pkg); err != nil {
			var faults golang.ToolFaults
			if errors.As(err, &faults) {
				return faults.Diagnostics(), nil, nil
			}
			return nil, nil, &InternalError{Problem: err.Error()}
		}
	}
	p.leftOver = p.dir.generatedBut(p.files)

	if blocks := p.dir.inTheWay(p.files); len(blocks) > 0 {
		return nil, blocks, nil
	}
	found, err := p.typeCheck(pkg)
	if len(found) > 0 && !slices.ContainsFunc(found, func(d model.Diagnostic) bool { return d.Tool == "" }) {
		return found, nil, err
	}
	return nil, found, err
}

// refuseSharedDirs reports two targets with one directory, which would remove each other's files.
func refuseSharedDirs(targets []Target) error {
	seen := map[string]bool{}
	for _, t := range targets {
		abs, err := filepath.Abs(t.Out)
		if err != nil {
			return err
		}
		if resolved, err := filepath.EvalSymlinks(abs); err == nil {
			abs = resolved
		}
		if seen[abs] {
			d := model.Diagnostic{
				Severity: model.Error,
				Pos:      model.Pos{File: displayDir(t.Out)},
				Problem:  "two packages are written to this directory",
				Fix:      "give each its own out, or put all sources into one entry",
			}
			if t.Place != (model.Pos{}) {
				d.Pos, d.Problem = t.Place, fmt.Sprintf("another entry is written to the directory %s, too", displayDir(t.Out))
			}
			return &BlockedError{model.Diagnostics{d}}
		}
		seen[abs] = true
	}
	return nil
}
