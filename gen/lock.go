package gen

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"
)

// lockWait is how long a run waits for another one that is writing to its directory.
const lockWait = 10 * time.Second

// lock waits for the directory to be free of other runs. Without locks on its file system it goes
// ahead; locked says which it is.
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

// refuseChanged reports a directory that is not as it was when the run looked into it: another run
// wrote there in the meantime, and the files of both together would be a package of neither. Two runs
// that write the same do not disturb each other.
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

// lockAll locks the directories that the plans write to, makes sure that they are as they were, and
// takes away what killed runs left there.
func lockAll(plans []*plan) (unlock func(), err error) {
	var unlocks []func()
	unlock = func() {
		for _, u := range slices.Backward(unlocks) {
			u()
		}
	}
	// In one order whatever the order of the targets, so that two runs do not wait for each other.
	ordered := slices.SortedFunc(slices.Values(plans), func(a, b *plan) int { return compareDirs(a.dir, b.dir) })
	for _, p := range ordered {
		if !p.dir.there() {
			continue // nothing is written to it
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
