// Package secret finds the sensitive values of a schema: those that any applicable schema marks as sensitive.
package secret
