// Package stubs resolves the imports of generated code when it is type-checked in memory.
//
// A stub is the exported API of a package as Go source with empty bodies. Those of toolgen's
// runtime are made from the runtime itself (go generate in this folder; a test holds them
// current); those of the standard library are written by hand and hold what generated code and
// the runtime's API mention (a test holds them against the real library). With them a package is
// checked in milliseconds, outside any module and before the runtime was ever downloaded.
package stubs

//go:generate go run ./make
