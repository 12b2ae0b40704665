package gen

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"
)

// lockWait is how long a run waits for another run in the same directory.
const lockWait = 10 * time.Second

// lock waits until the directory is not locked by another run. It proceeds without a lock if the file system
// has none; locked reports which.
func (d *outDir) lock() (unlock func(), locked bool, err error) {
	for end := time.Now().Add(lockWait); ; time.Sleep(20 * time.Millisecond) {
		unlock, held, err := tryLock(d.path)
		switch {
		case err != nil:
			return nil, false, cannotWrite(d.path, err)
		case held && unlock == nil:
			return func() {}, false, nil
		case held:
			return unlock, true, nil
		case time.Now().After(end):
			return nil, false, fmt.Errorf("%s: another toolgen is writing to this directory; run one after the other", d.path)
		}
	}
}

// refuseChanged reports a directory that changed since the run inspected it: another run wrote there, and a
// mixture of both would be wrong. Runs that write the same files do not conflict.
func (p *plan) refuseChanged() error {
	now, err := readOutDir(p.dir.path)
	if err != nil {
		return err
	}
	if maps.EqualFunc(now.generated, p.dir.generated, bytes.Equal) {
		return nil
	}
	if maps.EqualFunc(now.generated, p.files, bytes.Equal) {
		p.dir, p.leftOver = now, nil
		return nil
	}
	return fmt.Errorf("%s: another toolgen has written to this directory in the meantime, and nothing was written by this one; "+
		"give all sources of the package to one command, or run again", p.dir.path)
}

// lockAll locks the directories of the plans, checks that they are unchanged, and removes files of killed runs.
func lockAll(plans []*plan) (unlock func(), err error) {
	var unlocks []func()
	unlock = func() {
		for _, u := range slices.Backward(unlocks) {
			u()
		}
	}
	// Lock in a fixed order, so that two runs do not deadlock.
	ordered := slices.SortedFunc(slices.Values(plans), func(a, b *plan) int { return compareDirs(a.dir, b.dir) })
	for _, p := range ordered {
		if !p.dir.there() {
			continue // nothing is written
		}
		release, locked, err := p.dir.lock()
		if err == nil {
			unlocks = append(unlocks, release)
			err = p.refuseChanged()
		}
		if err != nil {
			unlock()
			return nil, err
		}
		p.dir.removeStale(locked)
	}
	return unlock, nil
}
