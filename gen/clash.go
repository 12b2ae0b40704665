package gen

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
)

// declaration is a name declared by a file: in the package ("Tools"), or in the scope of a type
// ("FileOp.Validate").
type declaration struct {
	name string
	pos  token.Pos
}

// clashes reports names that both a user file and the generated code declare, at the user's declaration. It
// compares syntax, because the type checker would report whichever file comes second.
func (c *checker) clashes() model.Diagnostics {
	taken := map[string]string{} // names of declarations and imports, to the first file
	for _, file := range c.generated {
		path := c.fset.Position(file.Pos()).Filename
		for _, d := range declarations(file) {
			taken[d.name] = path
		}
	}
	for _, file := range c.generated {
		for name := range importNames(file) {
			if taken[name] == "" {
				taken[name] = c.fset.Position(file.Pos()).Filename
			}
		}
	}
	var diags model.Diagnostics
	for _, file := range slices.Concat(c.kept, c.user) {
		for _, d := range declarations(file) {
			if path, ok := taken[d.name]; ok {
				diags = append(diags, model.Diagnostic{
					Severity: model.Error,
					Pos:      position(c.fset, d.pos),
					Problem:  "this file declares " + d.name + ", which the generated " + path + " declares too",
					Fix:      "rename yours, or rename the generated one with x-go-name in the schema",
				})
			}
		}
	}
	return diags
}

// declarations lists the top-level declarations of a file, and methods and struct fields, which share the scope
// of their type.
func declarations(file *ast.File) []declaration {
	var list []declaration
	add := func(name string, id *ast.Ident) {
		if id.Name != "_" {
			list = append(list, declaration{name, id.Pos()})
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			switch {
			case decl.Recv != nil:
				add(receiver(decl)+"."+decl.Name.Name, decl.Name)
			case decl.Name.Name != "init":
				add(decl.Name.Name, decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id.Name, id)
					}
				case *ast.TypeSpec:
					add(spec.Name.Name, spec.Name)
					for _, id := range fieldNames(spec) {
						add(spec.Name.Name+"."+id.Name, id)
					}
				}
			}
		}
	}
	return list
}

// receiver returns the type name of a method's receiver.
func receiver(decl *ast.FuncDecl) string {
	if len(decl.Recv.List) == 0 {
		return ""
	}
	expr := decl.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.ParenExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

func fieldNames(spec *ast.TypeSpec) []*ast.Ident {
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	var names []*ast.Ident
	for _, field := range structure.Fields.List {
		names = append(names, field.Names...)
	}
	return names
}

// importNames returns the names by which a file refers to its imports. A package-level declaration in any file
// conflicts with them.
func importNames(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = true
	}
	return names
}
