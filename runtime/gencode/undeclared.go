package gencode

// undeclared counts the keys of a value that the properties of the schema it is read by do not name. Of the
// variants that a value fits, the one with the fewest is the one it was meant for.
type undeclared struct {
	own    int // keys of the value itself
	within int // keys of objects within it
	lost   int // of all of them, those that are dropped
}

// fewer reports whether a reading leaves less undeclared than another one. The keys of the value itself say
// most; a key that is dropped is worse than one that is kept.
func (u undeclared) fewer(than undeclared) bool {
	switch {
	case u.own != than.own:
		return u.own < than.own
	case u.lost != than.lost:
		return u.lost < than.lost
	}
	return u.within < than.within
}

// undeclare counts keys of the object that is being read, of which some are dropped, where a variant is being
// tried.
func (d *Decoder) undeclare(keys, lost int) {
	switch d.ownAt {
	case 0:
		return
	case d.depth:
		d.undeclared.own += keys
	default:
		d.undeclared.within += keys
	}
	d.undeclared.lost += lost
}

// countAdopted counts what an attempt left undeclared as a part of the attempt around it.
func (d *Decoder) countAdopted(u undeclared) {
	if d.ownAt == 0 {
		return
	}
	if d.ownAt == d.depth+1 { // a union that is a variant of a union: it is the same value
		d.undeclared.own += u.own
	} else {
		d.undeclared.within += u.own
	}
	d.undeclared.within += u.within
	d.undeclared.lost += u.lost
}
