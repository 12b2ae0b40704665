package tooldef

import (
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Tool is a tool definition with normalised schemas.
type Tool struct {
	Name        string // for a bare schema: --type, or its title, or the file name
	Title       string
	Description string
	Pos         model.Pos
	Pointer     string // JSON Pointer of the definition in its document
	Source      string // as given by the user
	// Document is the index of the document in a source with several: JSONL lines, YAML documents.
	Document    int
	Envelope    Envelope
	Input       *Node // input schema; after Read never nil (default: an empty object schema)
	Output      *Node // output schema, or nil
	Annotations model.Annotations
	// Advertised is the input schema for models; nil means Input.
	Advertised *Node
	// Marked is Advertised plus injected fields and the marks of fields (sensitive, injected, question); nil if
	// there are none.
	Marked *Node
	// Broken means that a fault was reported and, if possible, removed. No code may be generated for the tool.
	Broken  bool
	Renamed map[string]string // pointers of keywords that are read under another name: as read, as written
}

// AsWritten returns diagnostics that name keywords as the source does.
func (t *Tool) AsWritten(diags model.Diagnostics) model.Diagnostics {
	for i := range diags {
		d := &diags[i]
		for end := len(d.Pointer); end > 0; end = strings.LastIndexByte(d.Pointer[:end], '/') {
			before, ok := t.Renamed[d.Pointer[:end]]
			if !ok {
				continue
			}
			holder := strings.LastIndexByte(before, '/') + 1
			was, is := d.Pointer[holder:], before[holder:]+d.Pointer[end:]
			d.Pointer, d.Problem = d.Pointer[:holder]+is, strings.ReplaceAll(d.Problem, "/"+was, "/"+is)
			if rest, ok := strings.CutPrefix(d.Problem, was+" "); ok {
				d.Problem = is + " " + rest
			}
			end = len(before)
		}
	}
	return diags
}
