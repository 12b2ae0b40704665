package runtime

// Slice reads an array, its items by means of elem, and reports whether there was one.
func Slice[T any](d *Decoder, v *[]T, elem func(*T, *Decoder)) bool {
	if d.src[d.pos] != '[' && !d.unwrap(TypeArray) {
		if wrapSingleton(d, v, elem) {
			return d.fault == nil
		}
		d.mismatch(TypeArray)
		return false
	}
	if !d.enter() {
		return false
	}
	w := d.walk()
	start, gaps := d.pos, d.gaps
	items := []T{}
	for i := 0; d.nextItem(i == 0); i++ {
		if i == cap(items) {
			items = growSlice(items, d.itemsToCome(start, i))
		}
		items = items[:i+1]
		elem(&items[i], d)
		w.item(d, i)
	}
	w.end(d)
	d.gappy = d.gaps != gaps
	d.exit()
	*v = items
	return d.fault == nil
}

func growSlice[T any](items []T, capacity int) []T {
	grown := make([]T, len(items), capacity)
	copy(grown, items)
	return grown
}

// firstItems is the room of a slice whose first item is not read yet.
const firstItems = 4

// itemsToCome estimates the room for an array of which n items, from start on, are read. It goes
// by the size of the items so far: if all the rest of the input were such items, this is how
// many there would be. The array may be followed by something else, so that a few items are trusted for
// eight times as many, and more for 32 times: a list of a thousand is moved twice.
func (d *Decoder) itemsToCome(start, n int) int {
	if n == 0 {
		return firstItems
	}
	most := 8 * n
	if n > firstItems {
		most = 32 * n
	}
	size := (d.pos - start) / n
	return min(n+1+(d.end-d.pos)/max(size, 1), most)
}

// MapOf reads an object as a map, its values by means of elem, and reports whether there was one.
func MapOf[T any](d *Decoder, v *map[string]T, elem func(*T, *Decoder)) bool {
	if d.src[d.pos] != '{' && !d.unwrap(TypeObject) {
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
			elem(value, d)
			m[key] = *value
		}
		w.member(d, key, i)
	}
	w.end(d)
	d.exit()
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
