// Package stubs resolves the imports of generated code for in-memory type checking.
//
// A stub is the exported API of a package as Go source with empty bodies. Stubs of the runtime are generated
// from the runtime (go generate in this folder; a test keeps them current). Stubs of the standard library are
// written by hand and contain what generated code and the runtime's API use (a test checks them against the
// library). With stubs, a package is checked in milliseconds, outside of any module and without downloading the
// runtime.
package stubs

//go:generate go run ./make
