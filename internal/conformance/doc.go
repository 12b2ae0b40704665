// Package conformance runs the official JSON-Schema-Test-Suite through generated, compiled Go.
package conformance
