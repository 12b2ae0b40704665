// Package steps lets tests act between two steps of a call: change its row, have another process be faster, or end the
// process. Without a test nothing happens at a step.
package steps

import "context"

type key struct{}

// With returns a context in which reached is called at each step.
func With(ctx context.Context, reached func(step string)) context.Context {
	return context.WithValue(ctx, key{}, reached)
}

// At is called where a call reaches a step.
func At(ctx context.Context, step string) {
	if reached, ok := ctx.Value(key{}).(func(string)); ok {
		reached(step)
	}
}
