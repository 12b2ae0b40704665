package model

// Secret marks the sensitive values below a place in the arguments. Places with equal schemas share a Secret,
// so recursive schemas have cyclic ones. A nil Secret has no sensitive values.
type Secret struct {
	Sensitive bool // the value itself
	Keys      []string
	Below     map[string]*Secret // values of declared keys; nil if none is sensitive
	Rest      *Secret            // values of other keys
	Items     *Secret            // list items
}
