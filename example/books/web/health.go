package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

// The health page looks back over a day, in bars of half an hour.
const (
	healthSpan = 24 * time.Hour
	barSpan    = 30 * time.Minute
)

// healthPage is what the page shows of the log.
type healthPage struct {
	Figures []figure
	Tools   []routinglog.ToolHealth
	Charts  []chart
}

type figure struct{ Name, Value string }

// chart is a small bar chart, drawn on a grid of one unit for each bar and each percent.
type chart struct {
	Title, Summary string
	Width, Height  int
	Bars           []bar
}

type bar struct {
	Class, Label string
	X            int
	Y, Height    float64
}

func (s *server) health(w http.ResponseWriter, r *http.Request) {
	p := page{Page: "health", Title: "Health", User: s.user(w, r)}
	since := time.Now().Add(-healthSpan)
	health, err := s.Log.Health(r.Context(), since)
	var series []routinglog.Bucket
	if err == nil {
		series, err = s.Log.Series(r.Context(), since, barSpan)
	}
	if err != nil {
		slog.ErrorContext(r.Context(), "books: the log cannot be read", "error", err)
		http.Error(w, "The log cannot be read now.", http.StatusInternalServerError)
		return
	}
	p.Figures = []figure{
		{"Calls", fmt.Sprint(health.Total.Calls)},
		{"Blocked", percent(health.Total.BlockRate)},
		{"Mended by the model", percent(health.Total.SelfCorrectionRate)},
		{"Failed after validation", percent(health.Total.FailureRate)},
		{"Turns to valid", fmt.Sprintf("%.1f", health.Total.TurnsToValid)},
	}
	p.Tools = health.Tools
	p.Charts = []chart{
		draw("Blocked calls", "warn", series, func(b routinglog.Bucket) int { return b.Blocked }),
		draw("Mended by the model", "good", series, func(b routinglog.Bucket) int { return b.Corrected }),
		draw("Failures after validation", "bad", series, func(b routinglog.Bucket) int { return b.Failed }),
	}
	s.render(w, r, p)
}

// draw puts what a chart is about in front of all calls of the same time.
func draw(title, class string, series []routinglog.Bucket, count func(routinglog.Bucket) int) chart {
	c := chart{Title: title, Width: len(series), Height: 100}
	most, calls, sum := 1, 0, 0
	for _, b := range series {
		most = max(most, b.Calls)
		calls, sum = calls+b.Calls, sum+count(b)
	}
	for i, b := range series {
		label := fmt.Sprintf("%s: %d of %d calls", b.Start.Local().Format("15:04"), count(b), b.Calls)
		for _, part := range []bar{{Class: "calls", Height: float64(b.Calls)}, {Class: class, Height: float64(count(b))}} {
			part.X, part.Label, part.Height = i, label, part.Height*100/float64(most)
			part.Y = 100 - part.Height
			c.Bars = append(c.Bars, part)
		}
	}
	c.Summary = fmt.Sprintf("%s: %d of %d calls in the last 24 hours", title, sum, calls)
	return c
}

func percent(rate float64) string { return fmt.Sprintf("%.0f %%", rate*100) }
