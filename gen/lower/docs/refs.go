package docs

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// Ref maps a URL prefix to a file or a folder, so that remote references can be read without a
// network.
type Ref struct {
	Prefix string
	Path   string
}

// Files are the files that references may lead to.
type Files struct {
	Refs []Ref
	// Read reads one of them; nil refuses all remote references. Several calls may run at the same time.
	Read func(name string) ([]byte, error)
}

// refLoader reads the documents that references lead to, for the schema library and for us.
type refLoader struct {
	files Files
	lib   *Library
}

// metaschemas are the published meta-schemas of the drafts, by the path of their address.
//
//go:embed metaschema
var metaschemas embed.FS

// Load implements the schema library's loader. It reads what --ref names and nothing else.
func (r *refLoader) Load(address string) (any, error) {
	data, file, err := r.read(address)
	if err != nil {
		return nil, err
	}
	node, diags := tooldef.ParseNode(file, data)
	if node == nil || diags.HasErrors() {
		return nil, &fileError{file, diags}
	}
	r.lib.Docs[address] = &Document{url: address, Root: node}
	return plain(node), nil
}

// read finds the file for an address: the longest prefix wins.
func (r *refLoader) read(address string) (data []byte, file string, err error) {
	// A relative reference is written in --ref as it is in the schema.
	address = strings.TrimPrefix(address, schemaBase)
	best := -1
	for i, ref := range r.files.Refs {
		if strings.HasPrefix(address, ref.Prefix) && (best < 0 || len(ref.Prefix) > len(r.files.Refs[best].Prefix)) {
			best = i
		}
	}
	if best < 0 || r.files.Read == nil {
		return nil, "", &remoteRefError{address}
	}
	ref := r.files.Refs[best]
	rest := strings.TrimPrefix(address, ref.Prefix)
	if strings.Contains("/"+rest+"/", "/../") {
		return nil, "", &remoteRefError{address}
	}
	file = ref.Path
	if rest != "" {
		file = filepath.Join(ref.Path, filepath.FromSlash(path.Clean("/"+rest)))
	}
	for _, suffix := range []string{"", ".json", ".yaml", ".yml"} {
		if data, e := r.files.Read(file + suffix); e == nil {
			return data, file + suffix, nil
		} else if err == nil {
			err = e
		}
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err // the message has the path already
	}
	return nil, file, fmt.Errorf("the reference %q leads to %s: %w", address, file, err)
}

// remoteRefError reports a reference to a document outside the given files.
type remoteRefError struct{ address string }

func (e *remoteRefError) Error() string {
	if !strings.Contains(e.address, ":") {
		return fmt.Sprintf("the reference %q leads to another file, and no file is read that was not named", e.address)
	}
	return fmt.Sprintf("the reference %q is remote, and nothing is read from the network", e.address)
}

// builtin returns the document of a published meta-schema, nil for any other address.
func (l *Library) builtin(address string) *Document {
	for _, prefix := range []string{"http://json-schema.org/", "https://json-schema.org/"} {
		rest, ok := strings.CutPrefix(address, prefix)
		if !ok {
			continue
		}
		if rest == "schema" {
			rest = "draft/2020-12/schema"
		}
		data, err := metaschemas.ReadFile("metaschema/" + rest)
		if err != nil {
			return nil
		}
		node, _ := tooldef.ParseNode(rest+".json", data)
		if node == nil {
			return nil
		}
		d := &Document{url: address, Root: node}
		l.Docs[address] = d
		return d
	}
	return nil
}
