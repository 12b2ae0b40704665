package gen

import (
	"bytes"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/unified"
)

// Drift is how the files on disk differ from what the sources say.
type Drift struct {
	Files []FileDrift
	// Checked counts the files that were compared.
	Checked int
	// Interrupted are temporary files that a killed run has left, or that one under way is writing. They
	// are no drift; the next Generate removes those that are left.
	Interrupted []string
	Diagnostics model.Diagnostics
	// Failed is as in Result: the comparison is not of everything.
	Failed bool
}

// FileDrift is one file that Generate would create, replace or remove.
type FileDrift struct {
	Path string
	Kind DriftKind
	// Diff leads from the file on disk to the right one, in unified form. It is of the lines without
	// their ends, and empty for LineEnds.
	Diff string
}

// DriftKind is what is wrong with a file.
type DriftKind string

const (
	// Changed says that the file has other content than the sources give.
	Changed DriftKind = "changed"
	// LineEnds says that the file differs in that its lines end in CRLF, as git may have them.
	LineEnds DriftKind = "changed in its line ends only"
	// Missing says that the file is not there.
	Missing DriftKind = "missing"
	// LeftOver says that no source produces the file any more.
	LeftOver DriftKind = "left over"
)

// add compares one directory, in the order of the file names.
func (d *Drift) add(p *plan) {
	for _, name := range p.dir.stale() {
		d.Interrupted = append(d.Interrupted, p.dir.file(name))
	}
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

// fileDrift makes the diff; a file that is missing on one side is the null device there, as patch
// programs expect.
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
