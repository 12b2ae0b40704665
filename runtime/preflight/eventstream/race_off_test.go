//go:build !race

package eventstream_test

// raceEnabled reports whether the tests run with the race detector, which is much slower.
const raceEnabled = false
