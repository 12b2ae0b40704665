// Package benchgen generates the synthetic tools for benchmarks of the generator: realistic, any number,
// deterministic.
package benchgen
