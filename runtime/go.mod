// The runtime requires nothing: what agents link is this module and the standard library.
module github.com/toolgen/toolgen/runtime

go 1.26.0
