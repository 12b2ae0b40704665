package tooldef

import "github.com/toolgen/toolgen/gen/model"

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
	Broken bool
}
