package rulecode

// blankUnused gives the name _ to the variables that nothing reads, which Go would refuse. A step that may
// fail stores what it gives before anything is known of what comes after; where that never looks at the
// value, as in size([x / y]), the step still has to be taken.
//
// No two variables of a function have one name, so that a name which is never read belongs to a variable
// that is never read.
func blankUnused(body []Stmt) []Stmt {
	u := usage{}
	u.read(body)
	u.blank(body)
	return body
}

// usage are the names that are read.
type usage map[string]bool

func (u usage) read(list []Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *Define:
			u.expr(s.Value)
		case *Declare:
			u.expr(s.Value)
		case *Assign:
			u.expr(s.Values...)
		case *Do:
			u.expr(s.Call)
		case *Increment:
			u[s.Name] = true
		case *If:
			if s.Init != nil {
				u.expr(s.Init.Value)
			}
			u.expr(s.Test)
			u.read(s.Then)
			u.read(s.Else)
		case *Range:
			u.expr(s.Over)
			u.read(s.Body)
		case *Return:
			u.expr(s.Values...)
		}
	}
}

func (u usage) expr(list ...*Expr) {
	for _, e := range list {
		if e == nil {
			continue
		}
		if e.Op == Name {
			u[e.Text] = true
		}
		u.expr(e.Args...)
	}
}

func (u usage) blank(list []Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *Define:
			if u.names(s.Names) {
				list[i] = &Assign{s.Names, []*Expr{s.Value}} // there is nothing new in _ := x
			}
		case *Declare:
			s.Name = u.name(s.Name)
		case *Assign:
			u.names(s.Names)
		case *If:
			if s.Init != nil {
				u.names(s.Init.Names)
			}
			u.blank(s.Then)
			u.blank(s.Else)
		case *Range:
			if !u[s.Item] {
				s.Item, s.Index, s.ByPlace = "", "", false
			}
			u.blank(s.Body)
		}
	}
}

// names blanks names, and reports whether all are blank.
func (u usage) names(list []string) bool {
	blank := true
	for i := range list {
		list[i] = u.name(list[i])
		blank = blank && list[i] == "_"
	}
	return blank
}

func (u usage) name(n string) string {
	if u[n] {
		return n
	}
	return "_"
}
