package runtime

import "strings"

// Mask takes the values of sensitive fields out of the issues and receipts of an object. Generated
// code calls it last, so that whatever was recorded is covered.
func (d *Decoder) Mask(o *Object) {
	d.Checker.Mask(o)
	for i := o.walk.opened; i < len(d.receipts); i++ {
		if o.Spec.hides(d.receipts[i].Field) {
			d.receipts[i].From, d.receipts[i].To = nil, nil
		}
	}
}

// Mask takes the values of sensitive fields out of the issues of an object.
func (c *Checker) Mask(o *Object) {
	for i := o.walk.first; i < len(c.issues); i++ {
		if o.Spec.hides(c.issues[i].Field) {
			c.issues[i].Got = nil
			if c.issues[i].Constraint == "format" {
				c.issues[i].Message = "" // a Go type's own words, which may repeat the value
			}
		}
	}
}

// hides reports whether a path begins with a sensitive key.
func (s *ObjectSpec) hides(field string) bool {
	for _, i := range s.Sensitive {
		if rest, ok := strings.CutPrefix(field, s.step(i)); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}
