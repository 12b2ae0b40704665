package web

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

// The health page looks back over a day, in bars of half an hour.
const (
	healthSpan = 24 * time.Hour
	barSpan    = 30 * time.Minute
)

// health is what the page shows of the log.
type health struct {
	Figures [][2]string // name and value
	Tools   []routinglog.ToolHealth
	Charts  []chart
}

// chart is a small bar chart, on a grid of one unit for each bar and a height of 100: all calls,
// and in front of them those that it is about.
type chart struct {
	Title, Summary, Class, Calls, Part string
	Width                              int
}

func (s *server) health(ctx context.Context, _ user) (any, error) {
	since := time.Now().Add(-healthSpan)
	if err := s.Log.Flush(ctx); err != nil { // what has happened is there, too
		return nil, err
	}
	log, err := s.Log.Health(ctx, since)
	if err != nil {
		return nil, err
	}
	series, err := s.Log.Series(ctx, since, barSpan)
	percent := func(rate float64) string { return fmt.Sprintf("%.0f %%", rate*100) }
	return health{
		Figures: [][2]string{
			{"Calls", fmt.Sprint(log.Total.Calls)},
			{"Blocked", percent(log.Total.BlockRate)},
			{"Mended by the model", percent(log.Total.SelfCorrectionRate)},
			{"Failed after validation", percent(log.Total.FailureRate)},
			{"Turns to valid", fmt.Sprintf("%.1f", log.Total.TurnsToValid)},
		},
		Tools: log.Tools,
		Charts: []chart{
			draw("Blocked calls", "warn", series, func(b routinglog.Bucket) int { return b.Blocked }),
			draw("Mended by the model", "good", series, func(b routinglog.Bucket) int { return b.Corrected }),
			draw("Failures after validation", "bad", series, func(b routinglog.Bucket) int { return b.Failed }),
		},
	}, err
}

func draw(title, class string, series []routinglog.Bucket, count func(routinglog.Bucket) int) chart {
	most, calls, part := 1, 0, 0
	for _, b := range series {
		most, calls, part = max(most, b.Calls), calls+b.Calls, part+count(b)
	}
	bars := func(count func(routinglog.Bucket) int) string {
		var path strings.Builder
		for i, b := range series {
			if height := float64(count(b)) * 100 / float64(most); height > 0 {
				fmt.Fprintf(&path, "M%d 100v%.1fh0.8V100z", i, -height)
			}
		}
		return path.String()
	}
	return chart{
		Title: title, Class: class, Width: len(series), Part: bars(count),
		Calls:   bars(func(b routinglog.Bucket) int { return b.Calls }),
		Summary: fmt.Sprintf("%d of %d calls in the last 24 hours", part, calls),
	}
}
