// Package union decides how variants of a union are distinguished, by the decoder and by name.
package union
