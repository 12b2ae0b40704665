package runtime

// The checks that are one comparison for a sound value, as a decoder makes them: the comparison is
// compiled into generated decoders, and what is not sound goes on to the check of [Checker]. The
// checks of Checker itself are calls, since Validate is asked for less often than it is compiled.

// MinLength checks minLength.
func (d *Decoder) MinLength(s string, n int) {
	if len(s)>>2 < n { // four times n may be beyond an int
		d.Checker.MinLength(s, n)
	}
}

// MaxLength checks maxLength.
func (d *Decoder) MaxLength(s string, n int) {
	if len(s) > n {
		d.Checker.MaxLength(s, n)
	}
}

// MinItems checks minItems.
func (d *Decoder) MinItems(have, n int) {
	if have < n {
		d.Checker.MinItems(have, n)
	}
}

// MaxItems checks maxItems.
func (d *Decoder) MaxItems(have, n int) {
	if have > n {
		d.Checker.MaxItems(have, n)
	}
}

// Minimum checks minimum.
func (d *Decoder) Minimum(v, limit float64) {
	if !(v >= limit) || d.literal != "" {
		d.Checker.Minimum(v, limit)
	}
}

// Maximum checks maximum.
func (d *Decoder) Maximum(v, limit float64) {
	if !(v <= limit) || d.literal != "" {
		d.Checker.Maximum(v, limit)
	}
}

// ExclusiveMinimum checks exclusiveMinimum.
func (d *Decoder) ExclusiveMinimum(v, limit float64) {
	if !(v > limit) || d.literal != "" {
		d.Checker.ExclusiveMinimum(v, limit)
	}
}

// ExclusiveMaximum checks exclusiveMaximum.
func (d *Decoder) ExclusiveMaximum(v, limit float64) {
	if !(v < limit) || d.literal != "" {
		d.Checker.ExclusiveMaximum(v, limit)
	}
}

// MinimumInt checks minimum.
func (d *Decoder) MinimumInt(v, limit int64) {
	if v < limit || d.literal != "" {
		d.Checker.MinimumInt(v, limit)
	}
}

// MaximumInt checks maximum.
func (d *Decoder) MaximumInt(v, limit int64) {
	if v > limit || d.literal != "" {
		d.Checker.MaximumInt(v, limit)
	}
}

// ExclusiveMinimumInt checks exclusiveMinimum.
func (d *Decoder) ExclusiveMinimumInt(v, limit int64) {
	if v <= limit || d.literal != "" {
		d.Checker.ExclusiveMinimumInt(v, limit)
	}
}

// ExclusiveMaximumInt checks exclusiveMaximum.
func (d *Decoder) ExclusiveMaximumInt(v, limit int64) {
	if v >= limit || d.literal != "" {
		d.Checker.ExclusiveMaximumInt(v, limit)
	}
}

// MatchPattern records pattern unless ok, as [Checker.MatchPattern] does.
func (d *Decoder) MatchPattern(s string, ok bool, source string) {
	if !ok {
		d.Checker.MatchPattern(s, ok, source)
	}
}
