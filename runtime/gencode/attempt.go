package gencode

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
)

// Attempt is the outcome of one trial reading of a value.
type Attempt struct {
	issues   []pending
	receipts []runtime.Receipt
	total    int
	end      int
	literal  string
	misfit   string
	absent   []int
	extra    undeclared
}

// Sound reports whether the value fits.
func (a *Attempt) Sound() bool { return a.total == 0 && a.misfit == "" }

// Issues is the number of issues that the reading found.
func (a *Attempt) Issues() int {
	if a.total == 0 && a.misfit != "" {
		return 1
	}
	return a.total
}

// outOfRange reports whether the only faults are numbers that do not fit their Go types.
func (a *Attempt) outOfRange() bool {
	other := func(issue pending) bool { return issue.Constraint != constraint.Range }
	return !a.Sound() && a.total == len(a.issues) && !slices.ContainsFunc(a.issues, other)
}

// triesPerByte and freeTries bound what attempts may read again. Attempts nest, so that without
// a bound their time could grow with the number of variants to the power of the depth.
const (
	triesPerByte = 256
	freeTries    = 1 << 20
)

// Try reads the next value with decode and returns to where it began. Issues are not recorded unless the attempt
// is passed to [Decoder.Adopt].
func (d *Decoder) Try(decode func(*Decoder)) Attempt {
	saved := d.snapshot()
	d.full = false
	d.literal, d.misfit = "", ""
	extra, ownAt := d.undeclared, d.ownAt
	d.undeclared, d.ownAt = undeclared{}, d.depth+1
	d.chosen.trials++
	decode(d)
	d.chosen.trials--
	a := Attempt{
		issues:   slices.Clone(d.issues[saved.issues:]),
		receipts: slices.Clone(d.receipts[saved.receipts:]),
		total:    d.total - saved.total,
		end:      d.pos,
		literal:  d.literal,
		misfit:   d.misfit,
		extra:    d.undeclared,
	}
	d.undeclared, d.ownAt = extra, ownAt
	if fault := d.fault; fault != nil {
		d.rewind(saved)
		d.fault, d.pos = fault, d.end
		return a
	}
	a.absent = slices.Clone(d.absent[len(saved.absent):])
	d.tried += d.pos - saved.pos
	d.rewind(saved)
	if d.tried > freeTries+triesPerByte*d.end {
		d.failTries()
	}
	return a
}

// Adopt makes the attempt the reading of the next value: its issues are recorded
// and the position moves past the value.
func (d *Decoder) Adopt(a Attempt) {
	if d.fault != nil {
		return
	}
	if !d.full && !d.quiet {
		d.issues = append(d.issues, a.issues...)
	}
	if !d.quiet {
		d.receipts = append(d.receipts, a.receipts...)
	}
	d.total += a.total
	d.events += a.total + len(a.receipts)
	d.countAdopted(a.extra)
	d.pos = a.end
	d.absent = append(d.absent, a.absent...)
	if a.literal != "" {
		d.inexact(a.literal, a.misfit)
	}
}

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

// undeclare counts undeclared keys of the object that is being read, and how many of them are dropped, while a
// variant is tried.
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
