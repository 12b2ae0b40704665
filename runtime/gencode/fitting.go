package gencode

import "github.com/toolgen/toolgen/runtime"

// fitting says which keys of a map have values of its type. Other keys are refused by a keyword; where
// there is none, they may have any value, and one that the map has no room for is dropped.
type fitting struct {
	fits    func(key string) bool
	refused string
	dropped []string
}

// MapOfFitting is [MapOf] for the keys that fit. Other keys are issues of a keyword or, where that is "", read
// if their values happen to be of the type, and dropped with a receipt otherwise.
func MapOfFitting[T any](d *Decoder, v *map[string]T, fits func(key string) bool, refused string, elem func(*T, *Decoder)) bool {
	return readMap(d, v, &fitting{fits: fits, refused: refused}, elem)
}

// readUnfit reads the value under a key that does not fit; false means that it is dropped.
func readUnfit[T any](d *Decoder, refused, key string, v *T, elem func(*T, *Decoder)) bool {
	if refused != "" {
		d.Skip()
		d.Issue(refused, nil, key)
		return true // constraints count it
	}
	a := d.Try(func(d *Decoder) { elem(v, d) })
	if a.Sound() {
		d.Adopt(a)
		return true
	}
	if d.cfg.Receipts != nil {
		d.note(runtime.ReceiptIgnored, d.valueGot())
	}
	d.Skip()
	return false
}

// MapEntryFitting is [MapEntry] for keys that fit, as [MapOfFitting] is MapOf.
func MapEntryFitting[T any](d *Decoder, o *Object, m *map[string]T, fits func(key string) bool, refused string, elem func(*T, *Decoder)) {
	if !fits(o.Key) {
		v := new(T)
		if !readUnfit(d, refused, o.Key, v, elem) {
			d.undeclare(0, 1)
			return
		}
		elem = func(unfit *T, _ *Decoder) { *unfit = *v }
	}
	MapEntry(d, o, m, elem)
}

// Tuple is [Slice] for a list whose first items have a schema each: items reads them, and rest those after
// them. Those without a function are passed over.
func Tuple[T any](d *Decoder, v *[]T, rest func(*T, *Decoder), items ...func(*T, *Decoder)) bool {
	i := -1
	return Slice(d, v, func(v *T, d *Decoder) {
		i++
		switch {
		case i < len(items):
			items[i](v, d)
		case rest != nil:
			rest(v, d)
		case d.Reads():
			d.Skip()
		}
	})
}

// Refuse passes over an item that no schema allows, and records the keyword that refuses it.
func (d *Decoder) Refuse(keyword string) {
	if d.Reads() {
		d.Skip()
	}
	d.Issue(keyword, nil, nil)
}
