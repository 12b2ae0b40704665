// Package books holds the example of a bookkeeping server that accepts anything, and of the rules
// that its calls are held to: see schemas/books.rules.yaml and the verdicts in testdata.
package books
