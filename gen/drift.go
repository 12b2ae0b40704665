package gen

import (
	"bytes"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/internal/unified"
)

// Drift is the difference between the files on disk and the sources.
type Drift struct {
	Outcome
	Files []FileDrift
	// Checked is the number of compared files.
	Checked int
}

// FileDrift is a file that Generate would create, replace or remove.
type FileDrift struct {
	Path string
	Kind DriftKind
	// Diff is the unified diff from the file on disk to the generated one, ignoring line ends. It is empty for
	// LineEnds.
	Diff string
}

// DriftKind is the kind of a difference.
type DriftKind string

const (
	// Changed means that the file has different content.
	Changed DriftKind = "changed"
	// LineEnds means that the file differs only in its CRLF line ends, as git may write them.
	LineEnds DriftKind = "changed in its line ends only"
	// Missing means that the file does not exist.
	Missing DriftKind = "missing"
	// LeftOver means that no source produces the file any more.
	LeftOver DriftKind = "left over"
)

// add compares a directory, in the order of file names.
func (d *Drift) add(p *plan) {
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		d.Checked++
		want := p.files[name]
		have, ok := p.dir.generated[name]
		switch {
		case !ok:
			d.Files = append(d.Files, fileDrift(p.dir.file(name), Missing, nil, want))
		case bytes.Equal(have, want):
		case bytes.Equal(unixLines(have), want):
			d.Files = append(d.Files, FileDrift{Path: p.dir.file(name), Kind: LineEnds})
		default:
			d.Files = append(d.Files, fileDrift(p.dir.file(name), Changed, have, want))
		}
	}
	if p.keep {
		return
	}
	for _, name := range p.leftOver {
		d.Checked++
		d.Files = append(d.Files, fileDrift(p.dir.file(name), LeftOver, p.dir.generated[name], nil))
	}
}

func unixLines(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// fileDrift computes the diff; a missing file is the null device, as patch programs expect.
func fileDrift(path string, kind DriftKind, have, want []byte) FileDrift {
	from, to := path, path
	switch kind {
	case Missing:
		from = "/dev/null"
	case LeftOver:
		to = "/dev/null"
	}
	return FileDrift{Path: path, Kind: kind, Diff: unified.Diff(from, to, string(unixLines(have)), string(want))}
}
