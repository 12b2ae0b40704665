package main

import (
	"sync"
	"time"
)

// progress shows the current step of a run that takes longer than a second.
type progress struct {
	out   *messages
	start time.Time
	stop  chan struct{}
	done  sync.WaitGroup

	mu   sync.Mutex
	step string
}

func startProgress(out *messages) *progress {
	p := &progress{out: out, start: time.Now(), stop: make(chan struct{})}
	if out.terminal {
		p.done.Go(p.loop)
	}
	return p
}

// turnTo sets the current step; it is the Progress function of gen.Options.
func (p *progress) turnTo(step string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step = step
}

// finish ends the progress line. It may be called only once.
func (p *progress) finish() {
	close(p.stop)
	p.done.Wait()
	p.out.done()
}

func (p *progress) loop() {
	wait := time.NewTimer(time.Second)
	defer wait.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-wait.C:
			p.mu.Lock()
			step := p.step
			p.mu.Unlock()
			p.out.status("toolgen: " + step + " (" + time.Since(p.start).Round(time.Second).String() + ")")
			wait.Reset(200 * time.Millisecond)
		}
	}
}
