package rulecode

import "slices"

// blankUnused gives the name _ to variables that are never read, which Go rejects. A step that may fail stores
// its value before later code is known. If nothing reads the value, as in size([x / y]), the step is still
// needed. No two variables of a function have the same name.
func blankUnused(body []*Stmt) []*Stmt {
	u := usage{}
	u.read(body)
	u.blank(body)
	return body
}

// usage is the set of names that are read.
type usage map[string]bool

func (u usage) read(list []*Stmt) {
	for _, s := range list {
		u.expr(s.Values)
		if s.Op == Increment {
			u[s.Names[0]] = true
		}
		u.read(s.parts())
	}
}

func (u usage) expr(list []*Expr) {
	for _, e := range list {
		if e.Op == Name {
			u[e.Text] = true
		}
		u.expr(e.Args)
	}
}

func (u usage) blank(list []*Stmt) {
	for _, s := range list {
		read := false
		for i, n := range s.Names {
			if !u[n] && !(s.Op == Range && i < len(s.Names)-1) {
				s.Names[i] = "_"
			}
			read = read || u[n]
		}
		switch {
		case read:
		case s.Op == Define:
			s.Op = Assign // _ := x is not allowed
		case s.Op == Range:
			s.Names = nil
		}
		u.blank(s.parts())
	}
}

// parts returns the statements within a statement.
func (s *Stmt) parts() []*Stmt {
	parts := slices.Concat(s.Body, s.Else)
	if s.Init != nil {
		parts = append(parts, s.Init)
	}
	return parts
}
