// Package union decides how the variants of a union are told apart: by the decoder, and by name.
package union
