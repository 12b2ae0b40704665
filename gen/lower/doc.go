// Package lower converts tool definitions to the model. It chooses the Go type of each schema and the place of
// each constraint; what cannot be expressed is reported with a position. Package plan then decides what is checked.
//
// Its packages answer one question each: docs, what the documents are; schema, what they require of a value; check,
// which contradictions they have; gotype, what Go types hold; union, how variants are told apart; shape, what the
// finished types need; secret, which values are sensitive; names and goname, what everything is called.
package lower
