package golang

import (
	"fmt"
	"math"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/internal/inorder"
	"github.com/toolgen/toolgen/gen/model"
)

// CommonFile is the base name of the file for declarations that belong to no single tool.
const CommonFile = "toolgen.go"

// Print prints the package: base file name to formatted source, one file per tool and toolgen.go. It is
// deterministic and returns nothing if any file fails; the error is a [ToolFaults] if only files of some tools
// failed.
func Print(p *model.Package) (map[string][]byte, error) {
	if _, err := identifier(p.Name); err != nil {
		return nil, fmt.Errorf("package name: %w", err)
	}
	if err := checkFiles(p); err != nil {
		return nil, err
	}
	names := newNames(p)
	owned := ownTypes(p)
	files := make(map[string][]byte, len(p.Tools)+1)
	patterns := make([]map[string]usedPattern, 0, len(p.Tools))
	var faults ToolFaults
	inorder.Each(len(p.Tools), func(i int) printedFile {
		return printFile(p, p.Tools[i], owned[i], names)
	}, func(i int, printed printedFile) {
		files[p.Tools[i].File] = printed.source
		patterns = append(patterns, printed.patterns)
		if printed.err != nil {
			faults = append(faults, ToolFault{p.Tools[i], printed.err})
		}
	})
	if len(faults) > 0 {
		return nil, faults
	}
	common, err := printCommon(p, patterns)
	if err != nil {
		return nil, err
	}
	files[CommonFile] = common
	return files, nil
}

// checkFiles rejects file names that leave the directory, collide, or have a meaning for the go command.
func checkFiles(p *model.Package) error {
	seen := map[string]string{CommonFile: "the package"}
	for _, tool := range p.Tools {
		base, ok := strings.CutSuffix(tool.File, ".go")
		if !ok || base == "" || strings.ContainsAny(base, `/\`) || strings.HasSuffix(base, "_test") ||
			strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
			return fmt.Errorf("tool %q: %q is not a usable file name", tool.Name, tool.File)
		}
		if other := seen[tool.File]; other != "" {
			return fmt.Errorf("tool %q: the file %s belongs to %s already", tool.Name, tool.File, other)
		}
		seen[tool.File] = "tool " + tool.Name
	}
	return nil
}

// ownTypes returns the types that each tool's file declares: its own, without those of an earlier tool.
func ownTypes(p *model.Package) [][]*model.Type {
	seen := map[*model.Type]bool{}
	owned := make([][]*model.Type, len(p.Tools))
	for i, tool := range p.Tools {
		for _, list := range [][]*model.Type{tool.Types, tool.ResultTypes} {
			for _, t := range list {
				if t != nil && !seen[t] {
					seen[t] = true
					owned[i] = append(owned[i], t)
				}
			}
		}
	}
	return owned
}

// printTool prints the file of a tool, unformatted, and returns the patterns that it uses.
func printTool(p *model.Package, tool *model.Tool, types []*model.Type, names names) (*jen.File, map[string]usedPattern, error) {
	if tool.Args == nil || tool.Args.Name == "" {
		return nil, nil, fmt.Errorf("tool %q: its arguments have no named type", tool.Name)
	}
	if repeatedText(tool) > mostCode(tool) {
		return nil, nil, errTooLarge
	}
	f := newFile(tool, names)
	results := map[*model.Type]bool{}
	for _, t := range tool.ResultTypes {
		results[t] = true
	}
	if _, err := exported(tool.GoName); err != nil {
		return nil, nil, err
	}
	f.printToolVar()
	for _, t := range types {
		f.shape = results[t]
		f.owner = t.Name
		f.printType(t)
	}
	f.printSpec()
	if f.err != nil {
		return nil, nil, f.err
	}
	out := newSource(p.Name, []string{tool.Source})
	f.add(jen.Var().Defs(f.data...))
	for _, decl := range append(f.decls, f.late...) {
		out.Add(decl)
	}
	return out, f.patterns, nil
}

// printCommon prints toolgen.go; patterns are those used by the tools' files.
func printCommon(p *model.Package, patterns []map[string]usedPattern) ([]byte, error) {
	used, err := patternSet(patterns)
	if err != nil {
		return nil, err
	}
	out := newSource(p.Name, p.Sources)
	for _, line := range packageDoc(p) {
		out.PackageComment(strings.TrimRight("// "+line, " "))
	}
	// The handshake makes an incompatible runtime a compile error.
	out.Add(jen.Const().Id("_").Op("=").Qual(gencodePath, "Generation5").
		Comment("// undefined: upgrade github.com/toolgen/toolgen/runtime; not constant: run toolgen generate again"), jen.Line())
	tools := make([]jen.Code, len(p.Tools))
	for i, tool := range p.Tools {
		tools[i] = jen.Id(tool.GoName)
	}
	out.Comment("// Tools lists the tools of this package in source order.")
	out.Var().Id("Tools").Op("=").Qual(runtimePath, "NewToolset").Custom(
		jen.Options{Open: "(", Close: ")", Separator: ",", Multi: len(tools) > 0}, tools...)
	for _, pattern := range used {
		out.Line().Add(pattern.decl())
	}
	return render(out, math.MaxInt)
}

func packageDoc(p *model.Package) []string {
	of := "generated from JSON Schema"
	if len(p.Sources) > 0 {
		of = "of " + strings.Join(p.Sources, ", ")
	}
	return commentLines([]string{"Package " + p.Name + " holds the tools " + of + "."})
}
