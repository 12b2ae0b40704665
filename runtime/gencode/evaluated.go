package gencode

// Evaluation is the set of the members of one object, or of the items of one array, that some
// keyword of a schema has looked at; unevaluatedProperties and unevaluatedItems are about the rest.
// See https://json-schema.org/draft/2020-12/json-schema-core#section-11.
type Evaluation struct {
	all    bool
	keys   map[string]bool
	items  map[int]bool
	prefix int // all items before this index
}

// All notes that everything was looked at.
func (e *Evaluation) All() { e.all = true }

// Keys notes that these keys were looked at, if they are there.
func (e *Evaluation) Keys(keys ...string) {
	if e.keys == nil {
		e.keys = map[string]bool{}
	}
	for _, key := range keys {
		e.keys[key] = true
	}
}

// MatchingKeys notes that the keys which matches holds of were looked at.
func (e *Evaluation) MatchingKeys(v any, matches func(string) bool) {
	m, _ := v.(map[string]any)
	for key := range m {
		if matches(key) {
			e.Keys(key)
		}
	}
}

// Prefix notes that the first n items were looked at.
func (e *Evaluation) Prefix(n int) { e.prefix = max(e.prefix, n) }

// MatchingItems notes that the items which check finds nothing wrong with were looked at.
func (e *Evaluation) MatchingItems(c *Checker, v any, check func(*Checker, any)) {
	items, _ := v.([]any)
	for i, item := range items {
		if Fits(c, item, check) {
			if e.items == nil {
				e.items = map[int]bool{}
			}
			e.items[i] = true
		}
	}
}

// UnevaluatedProperties checks the members of an object that were not looked at.
func UnevaluatedProperties(c *Checker, m map[string]any, e *Evaluation, check func(*Checker, any)) {
	if e.all {
		return
	}
	for _, key := range sortedKeys(m) {
		if !e.keys[key] {
			Property(c, m, key, check)
		}
	}
}

// UnevaluatedItems checks the items of an array that were not looked at.
func UnevaluatedItems(c *Checker, items []any, e *Evaluation, check func(*Checker, any)) {
	if e.all {
		return
	}
	for i := e.prefix; i < len(items); i++ {
		if !e.items[i] {
			Item(c, items, i, check)
		}
	}
}

// Has reports whether v is an object with the key.
func Has(v any, key string) bool {
	m, _ := v.(map[string]any)
	_, ok := m[key]
	return ok
}
