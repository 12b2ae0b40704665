module github.com/toolgen/toolgen/runtime/backtrack

go 1.26.0

require (
	github.com/dlclark/regexp2/v2 v2.13.0
	github.com/toolgen/toolgen/runtime v0.1.0
)
