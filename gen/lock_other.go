//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package gen

// tryLock does nothing where a lock would have to be a file, which a process that is killed leaves
// behind. That another run wrote in the meantime is found all the same, just before the first file is
// replaced.
func tryLock(string) (unlock func(), held bool, err error) { return nil, true, nil }
