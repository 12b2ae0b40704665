package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"time"
)

// writeAll updates all directories. All new contents are written to temporary files before the first file is
// replaced, so that a full disk or a read-only directory leaves everything unchanged.
func writeAll(plans []*plan, result *Result) error {
	for _, p := range plans {
		if len(p.files) == 0 {
			continue
		}
		if err := os.MkdirAll(p.dir.path, 0o755); err != nil {
			return cannotWrite(p.dir.path, err)
		}
	}
	var staged []stagedFile
	defer func() {
		for _, f := range staged {
			os.Remove(f.temp)
		}
	}()
	for _, p := range plans {
		for _, name := range slices.Sorted(maps.Keys(p.files)) {
			if bytes.Equal(p.dir.generated[name], p.files[name]) {
				result.Unchanged++
				continue
			}
			temp, err := stage(p.dir.path, p.files[name])
			if err != nil {
				return cannotWrite(p.dir.path, err)
			}
			staged = append(staged, stagedFile{temp, p.dir.file(name)})
		}
	}
	for _, p := range plans {
		if err := p.refuseChanged(); err != nil {
			return err
		}
	}
	for len(staged) > 0 {
		f := staged[0]
		if err := os.Rename(f.temp, f.name); err != nil {
			return fmt.Errorf("%s: cannot be replaced: %s; check its permissions", f.name, reason(err))
		}
		staged = staged[1:]
		result.Written = append(result.Written, f.name)
	}
	for _, p := range plans {
		if err := p.removeLeftOver(result); err != nil {
			return err
		}
		p.dir.removeStale()
	}
	return nil
}

// tempName matches the names of the temporary files. The leading dot hides them from the go command.
var tempName = regexp.MustCompile(`^\.toolgen-[0-9]+\.tmp$`)

// staleAge is the age from which a temporary file belongs to a killed process: no run takes as long.
const staleAge = time.Hour

// removeStale removes the temporary files of killed runs.
func (d *outDir) removeStale() {
	for name := range d.other {
		if !tempName.MatchString(name) {
			continue
		}
		if info, err := os.Lstat(d.file(name)); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > staleAge {
			os.Remove(d.file(name)) // a file that cannot be removed is harmless
		}
	}
}

// refuseChanged reports a directory that another run has changed since this one inspected it: a mixture of both
// would be wrong. Runs that write the same files do not conflict.
func (p *plan) refuseChanged() error {
	now, err := readOutDir(p.dir.path)
	if err != nil {
		return err
	}
	for _, files := range []map[string][]byte{now.generated, p.dir.generated} {
		for name := range files {
			if have := now.generated[name]; !bytes.Equal(have, p.dir.generated[name]) && !bytes.Equal(have, p.files[name]) {
				return fmt.Errorf("%s: another toolgen has written to this directory in the meantime, and this one wrote nothing; "+
					"give all sources of the package to one command, or run again", p.dir.path)
			}
		}
	}
	return nil
}

// stagedFile is new content in a temporary file, which a rename puts in place atomically.
type stagedFile struct{ temp, name string }

// stage writes new content to a temporary file. After an error nothing is left on disk.
func stage(dir string, data []byte) (name string, err error) {
	temp, err := os.CreateTemp(dir, ".toolgen-*.tmp")
	if err != nil {
		return "", err
	}
	_, err = temp.Write(data)
	if err == nil {
		err = temp.Chmod(0o644)
	}
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return temp.Name(), err
}

func cannotWrite(dir string, err error) error {
	return fmt.Errorf("%s: the output directory cannot be written: %s; check its permissions or give another --out", dir, reason(err))
}

// removeLeftOver removes generated files without a source, unless a tool that failed in this run may own them.
func (p *plan) removeLeftOver(result *Result) error {
	for _, name := range p.leftOver {
		file := p.dir.file(name)
		if p.keep {
			result.Kept = append(result.Kept, file)
			continue
		}
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: left over, but cannot be removed: %s; remove it yourself", file, reason(err))
		}
		result.Removed = append(result.Removed, Removal{Path: file, Foreign: p.foreignSource(name)})
	}
	return nil
}

// foreignSource returns the source in a generated file's header, "" if it is a source of this run.
func (p *plan) foreignSource(name string) string {
	for line := range bytes.Lines(p.dir.generated[name]) {
		source, ok := bytes.CutPrefix(line, []byte("// Source: "))
		if !ok {
			if bytes.HasPrefix(line, []byte("//")) {
				continue
			}
			break
		}
		if text := string(bytes.TrimSpace(source)); !slices.Contains(p.sources, text) {
			return text
		}
		break
	}
	return ""
}
