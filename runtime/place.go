package runtime

// New gives an optional field its place: it allocates *p and returns it.
func New[T any](d *Decoder, p **T) *T {
	v := new(T)
	*p = v
	return v
}
