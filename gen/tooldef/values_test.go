package tooldef

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// A log of requests has fewer values than it may, however long it is; a long list of numbers has more.
func TestValuesGoWithTheText(t *testing.T) {
	t.Parallel()
	const long = 1 << 30
	if most := newTree("", "", long).values; long/2 <= most {
		t.Errorf("%d values in %d bytes of digits and commas", most, long)
	}
	sources, err := filepath.Glob(filepath.Join("..", "..", "schemas", "*.tools.json"))
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		data, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		var line bytes.Buffer // as logs have it
		if err := json.Compact(&line, data); err != nil {
			t.Fatal(err)
		}
		p := &jsonParser{tree: newTree(source, "JSON", line.Len()), cursor: newCursor(source, line.Bytes()), data: line.Bytes()}
		if _, diags := p.documents(false); len(diags) > 0 {
			t.Fatal(diags)
		}
		if per := line.Len() / (maxValues - p.values); per < bytesPerValue {
			t.Errorf("%s: a value takes %d bytes", source, per)
		} else {
			t.Logf("%s: a value takes %d bytes", source, per)
		}
	}
}
