// Package lower turns tool definitions into the model: it makes every decision that the printer only prints. It
// chooses the Go shape of each schema and the place of each constraint; what cannot be done becomes a diagnostic
// with a position.
//
// Its packages answer one question each: docs, what the documents are; schema, what they say of a value; check,
// what in them cannot be meant; gotype, what Go types hold; union, how variants are told apart; shape, what the
// finished types need; secret, which values are sensitive; names and goname, what everything is called.
package lower
