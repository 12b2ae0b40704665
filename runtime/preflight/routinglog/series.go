package routinglog

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Bucket counts the calls in one interval.
type Bucket struct {
	Start     time.Time `json:"start"`
	Calls     int       `json:"calls"`     // all calls
	Blocked   int       `json:"blocked"`   // invalid calls
	Corrected int       `json:"corrected"` // valid calls that corrected a blocked one; the first at each point
	Failed    int       `json:"failed"`    // calls whose tool ran and failed
}

// maxBuckets is the maximum number of buckets that Series returns.
const maxBuckets = 10_000

// selectSeries counts only the first correction of each point, so that the sum over the buckets equals the
// figure of Health.
const selectSeries = markedCalls + `
SELECT created_at, is_blocked, CASE WHEN outcome = 'failed' THEN 1 ELSE 0 END,
	CASE WHEN corrects = 1 AND row_number() OVER (PARTITION BY tool, thread_id, decision_point, corrects ORDER BY created_at, id) = 1
		THEN 1 ELSE 0 END
FROM marked`

// Series counts the calls in consecutive intervals of length bucket, from since to the present, including empty
// ones. It returns an error if bucket is not positive or if there would be more than 10,000 intervals.
func (l *Log) Series(ctx context.Context, since time.Time, bucket time.Duration) ([]Bucket, error) {
	if bucket <= 0 {
		return nil, errors.New("routinglog: series: the bucket length must be positive")
	}
	since = since.UTC()
	age := max(time.Since(since), 0)
	if age/bucket >= maxBuckets {
		return nil, fmt.Errorf("routinglog: series: a period of %v has more than %d buckets of %v", age, maxBuckets, bucket)
	}
	buckets := make([]Bucket, age/bucket+1)
	for i := range buckets {
		buckets[i].Start = since.Add(time.Duration(i) * bucket)
	}
	end := since.Add(time.Duration(len(buckets)) * bucket)
	for row := range l.db.Rows(ctx, l.db, selectSeries, since, end) {
		var created time.Time
		var blocked, failed, corrected int
		if err := row.Scan(&created, &blocked, &failed, &corrected); err != nil {
			return nil, fmt.Errorf("routinglog: series: %w", err)
		}
		// The database truncates times to microseconds, so a call may be slightly earlier than since.
		b := &buckets[min(max(created.Sub(since)/bucket, 0), time.Duration(len(buckets)-1))]
		b.Calls++
		b.Blocked += blocked
		b.Failed += failed
		b.Corrected += corrected
	}
	return buckets, nil
}
