// Package golden holds the golden cases of the generator; see golden_test.go.
package golden
