package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

// The health page covers a day, in bars of half an hour.
const (
	healthSpan = 24 * time.Hour
	barSpan    = 30 * time.Minute
)

// health is the data of the page.
type health struct {
	Tiles  []tile
	Tools  []routinglog.ToolHealth
	Rules  []*rule // most blocking first
	Picked *rule   // the rule whose calls are shown, or nil
}

// tile is a number with its label and a small bar chart, in units of one bar and a height of 100: all calls, and
// in front of them those that the tile counts.
type tile struct {
	Number, Words, Class, Calls, Part string
	Width                             int
}

// rule is a rule that calls of a tool violate.
type rule struct {
	Tool, Rule string
	Calls      []routinglog.Row
}

// index matches the index of an element in a list.
var index = regexp.MustCompile(`\[\d+\]`)

func (s *server) health(r *http.Request, _ user) (any, error) {
	ctx, since := r.Context(), time.Now().Add(-healthSpan)
	log, err := s.Log.Health(ctx, since)
	if err != nil {
		return nil, err
	}
	rows, err := s.Log.Recent(ctx, logged)
	if err != nil {
		return nil, err
	}
	series, err := s.Log.Series(ctx, since, barSpan)
	h, rules := health{Tools: log.Tools}, map[string]*rule{}
	for _, row := range rows {
		if row.CreatedAt.Before(since) || len(row.WriteToolResults) == 0 {
			continue
		}
		for _, broken := range row.WriteToolResults[0].Broken {
			broken = index.ReplaceAllString(broken, "")
			key := row.Tool + " " + broken
			if rules[key] == nil {
				rules[key] = &rule{Tool: row.Tool, Rule: broken}
			}
			rules[key].Calls = append(rules[key].Calls, row)
		}
	}
	h.Rules = slices.SortedFunc(maps.Values(rules), func(a, b *rule) int {
		return cmp.Or(len(b.Calls)-len(a.Calls), cmp.Compare(a.Tool+a.Rule, b.Tool+b.Rule))
	})
	h.Picked = rules[r.FormValue("tool")+" "+r.FormValue("rule")]
	t := log.Total
	of := func(part, all int) string { return fmt.Sprintf("%d of %d", part, all) }
	h.Tiles = []tile{
		draw(fmt.Sprint(t.Calls), fmt.Sprintf("calls were made; the valid ones took %.1f tries on average", t.TurnsToValid), "soft", series, func(b routinglog.Bucket) int { return b.Calls }),
		draw(of(t.Blocked, t.Calls), "calls were blocked, and did nothing", "blocked", series, func(b routinglog.Bucket) int { return b.Blocked }),
		draw(of(t.Corrected, t.BlockedPoints), "blocked requests were mended by the model", "good", series, func(b routinglog.Bucket) int { return b.Corrected }),
		draw(of(t.Failed, t.Ran), "calls that were run failed in the ledger", "bad", series, func(b routinglog.Bucket) int { return b.Failed }),
	}
	return h, err
}

func draw(number, words, class string, series []routinglog.Bucket, count func(routinglog.Bucket) int) tile {
	most := 1
	for _, b := range series {
		most = max(most, b.Calls)
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
	return tile{number, words, class, bars(func(b routinglog.Bucket) int { return b.Calls }), bars(count), len(series)}
}
