package gencode

// Slice reads an array, its items with elem, and reports whether there was one.
//
// The compiler makes a Slice for each kind of item, in every package of tools, so that all that does
// not depend on the kind is in functions of their own.
func Slice[T any](d *Decoder, v *[]T, elem func(*T, *Decoder)) bool {
	var a array
	if !d.openArray(&a) {
		return noSlice(d, v, elem)
	}
	items := []T{}
	for i := 0; d.nextItem(i == 0); i++ {
		if i == cap(items) {
			items = growSlice(items, d.itemsToCome(a.start, i))
		}
		items = items[:i+1]
		elem(&items[i], d)
		a.walk.item(d, i)
	}
	*v = items
	return d.closeArray(&a)
}

// noSlice is Slice where there is no array: for a Go value that is checked, its items are.
func noSlice[T any](d *Decoder, v *[]T, elem func(*T, *Decoder)) bool {
	if !d.checking {
		if d.fault == nil {
			d.mismatch(TypeArray)
		}
		return false
	}
	if v == nil || !d.hasList(*v != nil) {
		return false
	}
	w := d.walk()
	for i := range *v {
		d.field = place{}
		elem(&(*v)[i], d)
		w.item(d, i)
	}
	w.end(d)
	return true
}

// array is the state of walking through one array.
type array struct {
	walk  walk
	start int
}

// openArray enters the array that is next, if there is one and it may be entered.
func (d *Decoder) openArray(a *array) bool {
	if d.src[d.pos] != '[' || !d.enter() {
		return false
	}
	a.walk = d.walk()
	a.start = d.pos
	return true
}

// closeArray leaves the array after its last item and reports whether it was read completely.
func (d *Decoder) closeArray(a *array) bool {
	a.walk.end(d)
	d.depth--
	return d.fault == nil
}

func growSlice[T any](items []T, capacity int) []T {
	grown := make([]T, len(items), capacity)
	copy(grown, items)
	return grown
}

// itemsToCome estimates the room for an array of which n items, from start on, are read. It goes
// by the size of the items so far: if all the rest of the input were such items, this is how
// many there would be. The array may be followed by something else, so that few items are not trusted
// far: one object, which is all that many arrays have, for up to 16, since objects are long; some items
// for eight times as many; and many for 64 times, or for as many times as there are if that is more. So a
// list of a thousand is moved twice.
func (d *Decoder) itemsToCome(start, n int) int {
	most := n * max(n, 64)
	switch {
	case n == 0 && d.src[d.pos] == '{':
		return 1
	case n == 0:
		return 4
	case n == 1:
		most = 16
	case n < 16:
		most = 8 * n
	}
	size := max((d.pos-start)/n, 1)
	return min(n+1+(d.end-d.pos)/size, most)
}

// MapOf reads an object as a map, its values with elem, and reports whether there was one.
func MapOf[T any](d *Decoder, v *map[string]T, elem func(*T, *Decoder)) bool {
	return readMap(d, v, nil, elem)
}

func readMap[T any](d *Decoder, v *map[string]T, keys *fitting, elem func(*T, *Decoder)) bool {
	if d.src[d.pos] != '{' {
		if d.checking {
			return checkMembers(d, v, keys, elem)
		}
		d.mismatch(TypeObject)
		return false
	}
	if !d.enter() {
		return false
	}
	w := d.walk()
	m := map[string]T{}
	value := new(T)
	for i := 0; ; i++ {
		key, ok := d.nextKey(i == 0)
		if !ok {
			break
		}
		if _, duplicate := m[key]; duplicate {
			d.duplicate(&w, key)
		} else {
			var zero T
			*value = zero
			if keys == nil || keys.fits(key) {
				elem(value, d)
			} else if !readUnfit(d, keys.refused, key, value, elem) {
				*value = zero
				keys.dropped = append(keys.dropped, key)
			}
			m[key] = *value
		}
		w.member(d, key, i)
	}
	w.end(d)
	lost := 0
	if keys != nil {
		lost = len(keys.dropped)
	}
	d.undeclare(len(m), lost)
	if lost > 0 {
		for _, key := range keys.dropped {
			delete(m, key)
		}
	}
	d.depth--
	*v = m
	return d.fault == nil
}

// MapEntry reads the value of the unknown key at which Next has stopped into the map.
func MapEntry[T any](d *Decoder, o *Object, m *map[string]T, elem func(*T, *Decoder)) {
	value := new(T)
	elem(value, d)
	if *m == nil {
		*m = map[string]T{}
	}
	(*m)[o.Key] = *value
}
