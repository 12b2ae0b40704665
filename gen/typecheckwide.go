package gen

import (
	"go/ast"
	"go/token"
	"slices"
)

// wideStruct is the number of fields from which looking them up dominates: go/types searches the fields of a
// struct linearly at each use.
const wideStruct = 500

// narrowed returns a file whose methods refer to package variables instead of fields of wide structs. There is a
// variable for each field: a struct with that field only, in which the lookup is fast. If this file passes the type
// check, so does the original, since the check only needs to know whether the field exists and its type.
//
// It modifies the bodies of the file, which then has no other use.
func narrowed(file *ast.File) *ast.File {
	wide := map[string]map[string]bool{} // fields by struct
	var variables []ast.Spec
	for _, decl := range file.Decls {
		types, ok := decl.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			spec := spec.(*ast.TypeSpec)
			s, ok := spec.Type.(*ast.StructType)
			if !ok || len(s.Fields.List) < wideStruct {
				continue
			}
			fields := map[string]bool{}
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					fields[name.Name] = true
					variables = append(variables, variableOf(spec.Name.Name, name.Name, field.Type))
				}
			}
			wide[spec.Name.Name] = fields
		}
	}
	if len(wide) == 0 {
		return file
	}
	for _, decl := range file.Decls {
		if method, ok := decl.(*ast.FuncDecl); ok {
			nameVariables(method, wide)
		}
	}
	out := *file
	out.Decls = append(slices.Clone(file.Decls), &ast.GenDecl{Tok: token.VAR, Lparen: 1, Specs: variables})
	return &out
}

// variableOf declares the variable that replaces a struct where a field of it is used.
func variableOf(structName, field string, of ast.Expr) *ast.ValueSpec {
	alone := &ast.Field{Names: []*ast.Ident{ast.NewIdent(field)}, Type: of}
	return &ast.ValueSpec{
		Names: []*ast.Ident{ast.NewIdent(variableName(structName, field))},
		Type:  &ast.StructType{Fields: &ast.FieldList{List: []*ast.Field{alone}}},
	}
}

// variableName is not an identifier, so it cannot collide.
func variableName(structName, field string) string { return structName + "." + field }

// nameVariables replaces a receiver of wide struct type by the variables.
func nameVariables(method *ast.FuncDecl, wide map[string]map[string]bool) {
	if method.Body == nil || method.Recv == nil || len(method.Recv.List) != 1 || len(method.Recv.List[0].Names) != 1 {
		return
	}
	receiver := method.Recv.List[0]
	of := receiver.Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	name, ok := of.(*ast.Ident)
	if !ok || wide[name.Name] == nil {
		return
	}
	ast.Inspect(method.Body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && wide[name.Name][s.Sel.Name] {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == receiver.Names[0].Name {
				s.X = &ast.Ident{NamePos: x.NamePos, Name: variableName(name.Name, s.Sel.Name)}
			}
		}
		return true
	})
}
