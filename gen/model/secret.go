package model

// Secret describes which values below a place in the arguments are sensitive. Places with the same schemas
// share one Secret, so that a recursive schema has a circle of them. A nil Secret is a place without
// sensitive values.
type Secret struct {
	Sensitive bool // the value itself
	Keys      []string
	Below     map[string]*Secret // the values under Keys, which are the declared ones; nil for those without sensitive values
	Rest      *Secret            // the values under all other keys
	Items     *Secret            // the items of a list
}
