module github.com/toolgen/toolgen/runtime/approval/otelmetrics

go 1.26.0

require (
	github.com/toolgen/toolgen/runtime v0.1.0
	go.opentelemetry.io/otel v1.47.0
	go.opentelemetry.io/otel/metric v1.47.0
)

require github.com/cespare/xxhash/v2 v2.3.0 // indirect
