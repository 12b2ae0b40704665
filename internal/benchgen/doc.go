// Package benchgen makes up the tools that the generator is measured with: realistic ones, as many
// as asked for, the same ones for the same seed.
package benchgen
