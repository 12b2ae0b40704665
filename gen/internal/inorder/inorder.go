// Package inorder does independent pieces of work at the same time and hands on what comes of them
// in their order, so that the outcome does not depend on which piece is done first.
package inorder

import "runtime"

// Each calls work for every i below n, on all processors, and take with the results in the order of
// i. All calls of take come from the caller's goroutine. Only a few results wait for their turn at
// any time, whatever n is. A panic in work comes up in the caller's goroutine, when the results
// before it have been taken.
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

// outcome is what one piece of work came to.
type outcome[T any] struct {
	value T
	fault any // of a panic
}

func run[T any](i int, work func(i int) T, done chan<- outcome[T]) {
	var result outcome[T]
	defer func() {
		result.fault = recover()
		done <- result
	}()
	result.value = work(i)
}
