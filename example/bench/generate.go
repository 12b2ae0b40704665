package main

// Generates the code of each contestant that has a generator, from the same three schemas. toolgen runs in the
// module of the product and also generates tally.json, which measures the growth of rules; the peers are tools
// of this module. The files that ogen generates for a schema need a package of their own.

//go:generate go run -C ../.. ./cmd/toolgen generate example/bench/schemas/deposit.json example/bench/schemas/invoice.json example/bench/schemas/journal.json example/bench/schemas/tally.json --out example/bench/benchtools
//go:generate go tool jschemagen -package ogendeposit -typename Deposit -target peers/generated/ogendeposit/deposit.go schemas/deposit.json
//go:generate go tool jschemagen -package ogeninvoice -typename Invoice -target peers/generated/ogeninvoice/invoice.go schemas/invoice.json
//go:generate go tool jschemagen -package ogenjournal -typename Journal -target peers/generated/ogenjournal/journal.go schemas/journal.json
//go:generate go tool go-jsonschema --package gojsonschemacode --tags json --output peers/generated/gojsonschemacode/types.go schemas/deposit.json schemas/invoice.json schemas/journal.json
