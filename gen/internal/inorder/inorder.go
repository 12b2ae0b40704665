// Package inorder runs independent work concurrently and delivers the results in order, so that the outcome is
// deterministic.
package inorder

import "runtime"

// Each calls work for all i in [0, n) concurrently, and take with the results in order. take runs in the
// caller's goroutine. The number of results that wait for their turn is bounded. A panic in work is re-raised
// in the caller's goroutine after the preceding results were taken.
func Each[T any](n int, work func(i int) T, take func(i int, result T)) {
	procs := runtime.GOMAXPROCS(0)
	if n == 1 || procs == 1 {
		for i := range n {
			take(i, work(i))
		}
		return
	}
	waiting := make(chan chan outcome[T], procs-1)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for i := range n {
			done := make(chan outcome[T], 1)
			select {
			case waiting <- done:
				go run(i, work, done)
			case <-stop:
				return
			}
		}
	}()
	for i := range n {
		result := <-<-waiting
		if result.fault != nil {
			panic(result.fault)
		}
		take(i, result.value)
	}
}

// outcome is the result of a work item.
type outcome[T any] struct {
	value T
	fault any // recovered panic value
}

func run[T any](i int, work func(i int) T, done chan<- outcome[T]) {
	var result outcome[T]
	defer func() {
		result.fault = recover()
		done <- result
	}()
	result.value = work(i)
}
