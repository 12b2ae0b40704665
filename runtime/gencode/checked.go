package gencode

// The following read a value of which one thing is asked, as most values are, and check it. The names are those
// of the reader and the check.

// StringFormat reads a string with a format.
//
//go:noinline
func (d *Decoder) StringFormat(v *string, format string) {
	if d.String(v) {
		d.Format(*v, format)
	}
}

// OptionalStringFormat is StringFormat into a place as that of [Decoder.OptionalString].
//
//go:noinline
func (d *Decoder) OptionalStringFormat(p **string, format string) {
	if v := d.OptionalString(p); v != nil {
		d.Format(*v, format)
	}
}

// StringEnum reads one of some strings.
//
//go:noinline
func (d *Decoder) StringEnum(v *string, values ...string) {
	if d.String(v) {
		d.EnumString(*v, values...)
	}
}

// StringWithin reads a string of at least so many and at most so many characters; least may be 0, and most -1, for
// no limit.
//
//go:noinline
func (d *Decoder) StringWithin(v *string, least, most int) {
	if d.String(v) {
		d.lengthWithin(*v, least, most)
	}
}

// OptionalStringWithin is StringWithin into a place as that of [Decoder.OptionalString].
//
//go:noinline
func (d *Decoder) OptionalStringWithin(p **string, least, most int) {
	if v := d.OptionalString(p); v != nil {
		d.lengthWithin(*v, least, most)
	}
}

func (d *Decoder) lengthWithin(s string, least, most int) {
	if most >= 0 {
		d.LengthWithin(s, least, most)
	} else {
		d.MinLength(s, least)
	}
}

// Int64Within reads an integer from least to most.
//
//go:noinline
func (d *Decoder) Int64Within(v *int64, least, most int64) {
	if d.Int64(v) {
		d.WithinInt(*v, least, most)
	}
}

// OptionalInt64Within is Int64Within into a place as that of [Decoder.OptionalInt64].
//
//go:noinline
func (d *Decoder) OptionalInt64Within(p **int64, least, most int64) {
	if v := d.OptionalInt64(p); v != nil {
		d.WithinInt(*v, least, most)
	}
}

// Int64Minimum reads an integer from limit on.
//
//go:noinline
func (d *Decoder) Int64Minimum(v *int64, limit int64) {
	if d.Int64(v) {
		d.MinimumInt(*v, limit)
	}
}

// OptionalInt64Minimum is Int64Minimum into a place as that of [Decoder.OptionalInt64].
//
//go:noinline
func (d *Decoder) OptionalInt64Minimum(p **int64, limit int64) {
	if v := d.OptionalInt64(p); v != nil {
		d.MinimumInt(*v, limit)
	}
}

// Float64Within reads a number from least to most.
//
//go:noinline
func (d *Decoder) Float64Within(v *float64, least, most float64) {
	if d.Float64(v) {
		d.Within(*v, least, most)
	}
}

// OptionalFloat64Within is Float64Within into a place as that of [Decoder.OptionalFloat64].
//
//go:noinline
func (d *Decoder) OptionalFloat64Within(p **float64, least, most float64) {
	if v := d.OptionalFloat64(p); v != nil {
		d.Within(*v, least, most)
	}
}
