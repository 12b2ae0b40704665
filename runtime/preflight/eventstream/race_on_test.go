//go:build race

package eventstream_test

// raceEnabled says that the tests run with the race detector, under which all takes much longer.
const raceEnabled = true
